import { useTranslation } from 'react-i18next';
import type { SessionPanel } from '../../shared/session-panel.js';
import { useSay } from '../text/use-say.js';
import { VisibleText } from '../text/visible-text.js';

type Step = NonNullable<SessionPanel['steps']>[number];

const MARK: Readonly<Record<Step['status'], string>> = {
  pending: '○',
  in_progress: '▶',
  done: '✓',
  blocked: '✗',
  skipped: '–',
};

/** The plan, whose steps tick off. */
export function PlanSteps({ steps }: { steps: readonly Step[] }) {
  const { t } = useTranslation();
  const say = useSay();
  if (steps.length === 0) return <p className="quiet">{t('session.noSteps')}</p>;
  return (
    <ol className="plan" aria-label={t('session.plan')}>
      {steps.map(({ step_id, title, status }) => (
        <li
          key={step_id}
          className={`step-${status}`}
          aria-current={status === 'in_progress' ? 'step' : undefined}
        >
          <span className="step-mark" aria-hidden="true">
            {MARK[status]}
          </span>
          <span>
            <VisibleText line={say(title)} /> <span className="quiet">{t(`session.step.${status}`)}</span>
          </span>
        </li>
      ))}
    </ol>
  );
}
