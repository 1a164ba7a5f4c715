import { useTranslation } from 'react-i18next';
import type { Progress } from '../../shared/events.js';
import type { RunView } from '../../shared/views.js';
import { ask } from '../actions.js';
import { useMirror } from '../mirror/mirror.js';
import { ProblemAlert } from '../problem/problem-alert.js';
import { StatusMark } from '../runs/status-mark.js';
import { select } from '../selection.js';
import { useSay } from '../text/use-say.js';
import { useTimes } from '../text/use-times.js';
import { VisibleText } from '../text/visible-text.js';
import { abortRun, resumeRun, stepRun } from './run-actions.js';

/** What the run is for, where it stands, and what can be done with it. */
export function RunHeader() {
  const run = useMirror((mirror) => mirror.run);
  if (run === null) return null;
  return (
    <header className="run-header">
      <div className="run-title">
        <h1>
          <VisibleText line={run.summary.goal} />
        </h1>
        <RunButtons run={run} />
      </div>
      <StateLine run={run} />
      <Uncommitted base={run.base} />
      {run.summary.final_status === null && <StepLine step={run.progress.at(-1)} />}
      <Notices run={run} />
    </header>
  );
}

function StateLine({ run }: { run: RunView }) {
  const { t } = useTranslation();
  const { moment } = useTimes();
  const { state, final_status, started_at } = run.summary;
  return (
    <p className="state-line">
      <StatusMark status={final_status} />
      <span>
        {t('run.state')} <code className="state-name">{state}</code>
      </span>
      <span>{t('run.iteration', { count: run.iteration })}</span>
      {run.report && <span>{t(`verdict.${run.report.verdict}`)}</span>}
      <span className="quiet">{t('run.started', { time: moment(started_at) })}</span>
    </p>
  );
}

/** That what the person sees in an editor is not what runs. */
function Uncommitted({ base }: { base: RunView['base'] }) {
  const { t } = useTranslation();
  if (base === null || base.dirtyFiles === 0) return null;
  const commit = base.baseCommit.slice(0, 12);
  return <p className="banner">{t('run.uncommitted', { count: base.dirtyFiles, commit })}</p>;
}

/** One line whatever is told, so that nothing below moves while steps come and go. */
function StepLine({ step }: { step: Progress | undefined }) {
  const say = useSay();
  return (
    <p className="step-line">
      {step?.total !== undefined && step.total > 0 && (
        <progress value={step.done ?? 0} max={step.total} aria-label={step.step} />
      )}
      {step && (
        <span className="step">
          {step.step} <VisibleText line={say(step.detail ?? '')} />
        </span>
      )}
    </p>
  );
}

function RunButtons({ run }: { run: RunView }) {
  const { t } = useTranslation();
  const open = run.summary.final_status === null;
  return (
    <div className="buttons">
      {run.paused && (
        <button type="button" className="main-button" onClick={stepRun}>
          {t('run.nextStep')}
        </button>
      )}
      {run.resumable && (
        <button type="button" className="main-button" onClick={resumeRun}>
          {t('run.resume')}
        </button>
      )}
      {open && run.owner !== 'nobody' && (
        <button type="button" onClick={abortRun}>
          {run.abortRequested ? t('run.abortForce') : t('run.abort')}
        </button>
      )}
      <button type="button" onClick={() => void ask('openFolder', { run: run.run })}>
        {t('run.openFolder')}
      </button>
    </div>
  );
}

function Notices({ run }: { run: RunView }) {
  const { t } = useTranslation();
  const say = useSay();
  return (
    <>
      {run.waiting && (
        <p className="banner banner-gate">
          <span>{t('run.waiting', { question: say(run.waiting.question) })}</span>
          <button type="button" onClick={() => select({ gateLater: null })}>
            {t('run.showGate')}
          </button>
        </p>
      )}
      {run.owner === 'other' && <p className="banner">{t('run.elsewhere')}</p>}
      {run.resumable && !run.waiting && <p className="banner">{t('run.interrupted')}</p>}
      {run.abortRequested && <p className="banner">{t('run.aborting')}</p>}
      {run.paused && !run.abortRequested && <p className="banner">{t('run.paused')}</p>}
      {run.problem && <ProblemAlert problem={run.problem} />}
    </>
  );
}
