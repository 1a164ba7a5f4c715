import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ShownCall } from '../../shared/session-panel.js';
import { linesOf } from '../../shared/visible-text.js';
import { DiffBox } from '../diff/diff-box.js';
import { ProblemAlert } from '../problem/problem-alert.js';
import { useSay } from '../text/use-say.js';
import { VisibleText } from '../text/visible-text.js';
import { useCallResult } from './use-call-result.js';

/** Tools whose result is a diff: it is shown at once. */
const CHANGES: readonly string[] = ['apply_patch', 'write_file', 'delete_file'];

/** One call of a tool: what was asked, what came of it, and the way back. */
export function CallCard(props: {
  run: string;
  call: ShownCall;
  /** Null: it changed nothing that can be taken back. */
  onUndo: (() => void) | null;
  /** A turn is under way: taking a call back ends it. */
  isBusy: boolean;
}) {
  const { run, call, onUndo, isBusy } = props;
  const { t } = useTranslation();
  const say = useSay();
  const { n, tool, status, error, hasResult, unmet } = call;
  return (
    <article className={`call call-${status}`} aria-label={t('session.call', { n, tool })}>
      <p className="call-head">
        <span className="call-number">{n}</span>
        <code>
          <VisibleText line={tool} />
        </code>
        <span className={`call-status call-status-${unmet === undefined ? status : 'failed'}`}>
          {unmet === undefined ? t(`session.status.${status}`) : <VisibleText line={say(unmet)} />}
        </span>
        {onUndo !== null && (
          <button
            type="button"
            onClick={onUndo}
            title={t(isBusy ? 'session.undoHintBusy' : 'session.undoHint')}
          >
            {t('session.undo')}
          </button>
        )}
      </p>
      <Folded title={t('session.arguments')} text={call.args} />
      {error !== null && (
        <p className="call-error">
          <code>{error.code}</code> <VisibleText line={error.message} />
          <br />
          {t('problem.next')}: <VisibleText line={error.next} />{' '}
          <code className="quiet">{error.trace_id}</code>
        </p>
      )}
      {hasResult && error === null && <CallResult run={run} n={n} isOpen={CHANGES.includes(tool)} />}
    </article>
  );
}

function CallResult({ run, n, isOpen }: { run: string; n: number; isOpen: boolean }) {
  const { t } = useTranslation();
  const say = useSay();
  const [open, setOpen] = useState(isOpen);
  const result = useCallResult(run, n, open);
  return (
    <details className="folded" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t(isOpen ? 'session.changes' : 'session.output')}</summary>
      {result === null && <p className="quiet">{t('common.loading')}</p>}
      {result !== null && 'problem' in result && <ProblemAlert problem={result.problem} />}
      {result !== null && 'diff' in result && (
        <>
          {result.diff !== null && <DiffBox patch={result.diff} label={t('session.diffOf', { n })} />}
          {result.diff === null && (
            <TextBox
              text={result.account?.map(say).join('\n') ?? result.output}
              label={t('session.outputOf', { n })}
            />
          )}
          {result.cut && result.account === undefined && <p className="quiet">{t('session.cut')}</p>}
        </>
      )}
    </details>
  );
}

/** Untrusted text of some lines, folded. */
function Folded({ title, text }: { title: string; text: string }) {
  return (
    <details className="folded">
      <summary>{title}</summary>
      <TextBox text={text} label={title} />
    </details>
  );
}

/** Untrusted text of any number of lines. */
export function TextBox({ text, label }: { text: string; label: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keys (WCAG 2.1.1)
    <section className="text-box" tabIndex={0} aria-label={label}>
      {linesOf(text).map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name, and no state
        <code key={at}>
          <VisibleText line={line} />
        </code>
      ))}
    </section>
  );
}
