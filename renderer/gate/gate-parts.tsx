import { useTranslation } from 'react-i18next';
import type { Gate } from '../../shared/events.js';
import { linesOf } from '../../shared/visible-text.js';
import { DiffLines } from '../diff/diff-lines.js';
import { VisibleText } from '../text/visible-text.js';

/** What of a gate is shown, with its words in the reader's language. */
interface Shown extends Pick<Gate, 'risk'> {
  subject: string;
  reasons: readonly { reason: string; weight: number }[];
}

/** How risky it is, and why. */
export function Risk({ gate }: { gate: Shown }) {
  const { t } = useTranslation();
  return (
    <>
      {gate.risk !== null && <p className="gate-risk">{t('gate.risk', { value: gate.risk.toFixed(2) })}</p>}
      {gate.reasons.length > 0 && (
        <table className="gate-reasons">
          <thead>
            <tr>
              <th scope="col">{t('gate.reasons')}</th>
              <th scope="col">{t('gate.weight')}</th>
            </tr>
          </thead>
          <tbody>
            {gate.reasons.map(({ reason, weight }) => (
              <tr key={reason}>
                <td>
                  <VisibleText line={reason} />
                </td>
                <td className="number">{weight.toFixed(2)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}

/** Whether a text is, or holds, a unified diff. */
export const HOLDS_DIFF = /^(diff --git|--- )/m;

/** In full: what is not shown is not approved. */
export function Subject({ gate }: { gate: Shown }) {
  const { t } = useTranslation();
  const label = t('gate.subject');
  if (HOLDS_DIFF.test(gate.subject)) return <DiffLines patch={gate.subject} label={label} />;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keys (WCAG 2.1.1)
    <section className="subject" tabIndex={0} aria-label={label}>
      {linesOf(gate.subject).map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name, and no state
        <code key={at}>
          <VisibleText line={line} />
        </code>
      ))}
    </section>
  );
}
