import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { DiffLine } from '../diff/diff-lines.js';
import { VisibleText } from '../text/visible-text.js';
import { type Refusals, type ShownHunk, withRefusal } from './refusals.js';

interface Picking {
  refusals: Refusals;
  onRefuse: (refusals: Refusals) => void;
}

/** A diff hunk by hunk, each of which can be refused with words. In full: what is not shown is not approved. */
export function HunkPicker(props: { hunks: readonly ShownHunk[]; label: string } & Picking) {
  const { hunks, label, ...picking } = props;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keys (WCAG 2.1.1)
    <section className="hunks" tabIndex={0} aria-label={label}>
      {hunks.map((hunk) => (
        <HunkBlock key={hunk.key} hunk={hunk} {...picking} />
      ))}
    </section>
  );
}

function HunkBlock({ hunk, refusals, onRefuse }: { hunk: ShownHunk } & Picking) {
  const { t } = useTranslation();
  const id = useId();
  const { key, file, head, rows } = hunk;
  const words = refusals[key];
  const refused = words !== undefined;
  return (
    <section className={refused ? 'hunk hunk-refused' : 'hunk'} aria-label={`${file} ${head}`}>
      <p className="hunk-head">
        <code>
          <VisibleText line={`${file} ${head}`} />
        </code>
        <label>
          <input
            type="checkbox"
            checked={refused}
            onChange={(event) => onRefuse(withRefusal(refusals, key, event.target.checked ? '' : null))}
          />
          {t('gate.refuseHunk')}
        </label>
      </p>
      {refused && (
        <p className="hunk-words">
          <label htmlFor={id}>{t('gate.hunkWords')}</label>
          <input
            id={id}
            maxLength={2000}
            value={words}
            onChange={(event) => onRefuse(withRefusal(refusals, key, event.target.value))}
          />
        </p>
      )}
      <div className="hunk-lines">
        {rows.map((row, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name, and no state
          <DiffLine key={at} row={row} />
        ))}
      </div>
    </section>
  );
}
