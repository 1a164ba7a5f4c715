import { useTranslation } from 'react-i18next';
import type { Progress } from '../../shared/events.js';
import type { RunView } from '../../shared/views.js';
import { useMirror } from '../mirror/mirror.js';
import { StatusMark } from '../runs/status-mark.js';
import { useSay } from '../text/use-say.js';
import { useTimes } from '../text/use-times.js';
import { VisibleText } from '../text/visible-text.js';
import { NextSteps } from './next-steps.js';
import { RunButtons } from './run-buttons.js';
import { RunNotices } from './run-notices.js';

/** What the run is for, where it stands or what it came to, and what can be done with it. */
export function RunHeader() {
  const run = useMirror((mirror) => mirror.run);
  if (run === null) return null;
  const ended = run.summary.final_status !== null;
  return (
    <header className="run-header">
      <div className="run-title">
        <h1>
          <VisibleText line={run.summary.goal} />
        </h1>
        <RunButtons run={run} />
      </div>
      {ended ? <OutcomeLine run={run} /> : <StateLine run={run} />}
      <Uncommitted base={run.base} />
      {!ended && <StepLine step={run.progress.at(-1)} />}
      <NextSteps run={run} />
      <RunNotices run={run} />
    </header>
  );
}

function StateLine({ run }: { run: RunView }) {
  const { t } = useTranslation();
  return (
    <p className="state-line">
      <StatusMark status={null} />
      <span>
        {t('run.state')} <code className="state-name">{run.summary.state}</code>
      </span>
      <Course run={run} />
    </p>
  );
}

/** What it came to. The state that a machine rests in afterwards says nothing. */
function OutcomeLine({ run }: { run: RunView }) {
  const { t } = useTranslation();
  const say = useSay();
  const { report } = run;
  return (
    <div className="outcome">
      <p className="state-line">
        <StatusMark status={run.summary.final_status} />
        {report && <strong>{t(`verdict.${report.verdict}`)}</strong>}
        <Course run={run} />
        {report && (
          <span className="quiet">{t('run.took', { seconds: (report.duration_ms / 1000).toFixed(1) })}</span>
        )}
      </p>
      {report && (
        <p className="outcome-reason">
          <VisibleText line={say(report.reason)} />
        </p>
      )}
    </div>
  );
}

function Course({ run }: { run: RunView }) {
  const { t } = useTranslation();
  const { moment } = useTimes();
  return (
    <>
      <span>{t('run.iteration', { count: run.iteration })}</span>
      <span className="quiet">{t('run.started', { time: moment(run.summary.started_at) })}</span>
    </>
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
