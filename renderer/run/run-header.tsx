import { useTranslation } from 'react-i18next';
import { MAIN, type Progress } from '../../shared/events.js';
import type { NodeView, RunView } from '../../shared/views.js';
import { ask } from '../actions.js';
import { useMirror } from '../mirror/mirror.js';
import { ProblemAlert } from '../problem/problem-alert.js';
import { StatusMark } from '../runs/status-mark.js';
import { select } from '../selection.js';
import { useSay } from '../text/use-say.js';
import { useTimes } from '../text/use-times.js';
import { VisibleText } from '../text/visible-text.js';
import { Ancestors } from './ancestors.js';
import { Mocks } from './mocks.js';
import { canAbort, canDeliver, resumeRun, stepRun } from './run-actions.js';
import { useNode, useRoot, useStep } from './shown-node.js';
import { Spent } from './spent.js';

/** What the node that is looked at is for, where it stands or what it came to, and what can be done with its run. */
export function RunHeader() {
  const run = useMirror((mirror) => mirror.run);
  const node = useNode();
  const step = useStep();
  if (run === null || node === null) return null;
  const ended = node.ending !== null;
  return (
    <header className="run-header">
      <Ancestors />
      <div className="run-title">
        <h1>
          <VisibleText line={node.goal} />
        </h1>
        <RunButtons run={run} />
      </div>
      {ended ? <OutcomeLine run={run} node={node} /> : <StateLine run={run} node={node} />}
      <Mocks run={run} />
      <Uncommitted base={node.panels.base} />
      {!ended && <StepLine step={step} />}
      <NextSteps run={run} />
      <RunNotices run={run} />
    </header>
  );
}

interface Shown {
  run: RunView;
  node: NodeView;
}

function StateLine({ run, node }: Shown) {
  const { t } = useTranslation();
  return (
    <p className="state-line">
      <StatusMark status={null} />
      <span>
        {t('run.state')} <code className="state-name">{node.state}</code>
      </span>
      <Course run={run} node={node} />
    </p>
  );
}

/** What it came to. The state that a machine rests in afterwards says nothing. */
function OutcomeLine({ run, node }: Shown) {
  const { t } = useTranslation();
  const say = useSay();
  const report = node.path === MAIN ? run.report : null;
  const reason = report?.reason ?? node.ending?.reason ?? '';
  return (
    <div className="outcome">
      <p className="state-line">
        <StatusMark status={node.ending?.status ?? null} exit={node.ending?.exit} />
        {report && <strong>{t(`verdict.${report.verdict}`)}</strong>}
        <Course run={run} node={node} />
        {report && (
          <span className="quiet">{t('run.took', { seconds: (report.duration_ms / 1000).toFixed(1) })}</span>
        )}
      </p>
      {reason !== '' && (
        <p className="outcome-reason">
          <VisibleText line={say(reason)} />
        </p>
      )}
    </div>
  );
}

/** Which node it is where that is not the root, and how far it has come. */
function Course({ run, node }: Shown) {
  const { t } = useTranslation();
  const { moment } = useTimes();
  return (
    <>
      {node.path !== MAIN && (
        <span>
          {t('run.node')} <code>{node.machine}</code> <code className="quiet">{node.path}</code>
        </span>
      )}
      <span>{t(node.panels.session ? 'run.turn' : 'run.iteration', { count: node.iteration })}</span>
      <span className="quiet">{t('run.started', { time: moment(run.summary.started_at) })}</span>
      <Spent run={run} />
    </>
  );
}

/** That what the person sees in an editor is not what runs. */
function Uncommitted({ base }: { base: NodeView['panels']['base'] }) {
  const { t } = useTranslation();
  if (base === null || base.dirtyFiles === 0) return null;
  const commit = base.baseCommit.slice(0, 12);
  return <p className="banner">{t('run.uncommitted', { count: base.dirtyFiles, commit })}</p>;
}

/** One line whatever is told, so that nothing below moves while steps come and go. */
function StepLine({ step }: { step: Progress | null }) {
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

/** What can be done with the shown run at any time. */
function RunButtons({ run }: { run: RunView }) {
  const { t } = useTranslation();
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
      {canDeliver(run) && (
        <button type="button" onClick={() => select({ dialog: 'deliver' })}>
          {t('delivery.open')}
        </button>
      )}
      {/* It keeps its place, so that a second click meets nothing else. */}
      {canAbort(run) && (
        <button type="button" disabled={run.abortRequested} onClick={() => select({ dialog: 'abort' })}>
          {run.abortRequested ? t('run.stopping') : t('run.abort')}
        </button>
      )}
      <button type="button" onClick={() => void ask('openFolder', { run: run.run })}>
        {t('run.openFolder')}
      </button>
    </div>
  );
}

/** What is unusual about the shown run. What it asks stands above, with all else that waits. */
function RunNotices({ run }: { run: RunView }) {
  const { t } = useTranslation();
  return (
    <>
      {run.owner === 'other' && <p className="banner">{t('run.elsewhere')}</p>}
      {run.resumable && run.summary.waiting_for === null && <p className="banner">{t('run.interrupted')}</p>}
      {run.abortRequested && <Stopping run={run} />}
      {run.paused && !run.abortRequested && <p className="banner">{t('run.paused')}</p>}
      {run.problem && <ProblemAlert problem={run.problem} />}
    </>
  );
}

/**
 * *Abort now* lies at the left edge, never where *Abort* or its confirmation lay: a double click cannot force. The journal
 * of another process's run knows only one request, so there is nothing to force.
 */
function Stopping({ run: { run, owner } }: { run: RunView }) {
  const { t } = useTranslation();
  return (
    <div className="banner banner-stopping">
      {owner === 'us' && (
        <button type="button" className="grave" onClick={() => void ask('abort', { run, force: true })}>
          {t('run.abortForce')}
        </button>
      )}
      <span>{t(owner === 'us' ? 'run.aborting' : 'run.abortingElsewhere')}</span>
    </div>
  );
}

/** What a person can do about a run that failed. */
function NextSteps({ run }: { run: RunView }) {
  const { t } = useTranslation();
  const task = useRoot()?.panels.task ?? null;
  if (run.summary.final_status !== 'FAILURE' || task === null) return null;
  const { file, searchSec, provider } = task;
  return (
    <section className="next-steps" aria-label={t('next.title')}>
      <strong>{t('next.title')}</strong>
      <button type="button" title={t('next.timeHint')} onClick={() => select({ dialog: 'moreTime' })}>
        {t('next.time', { seconds: searchSec })}
      </button>
      {provider === 'rules' && (
        <button type="button" title={t('next.modelHint')} onClick={() => select({ dialog: 'askModel' })}>
          {t('next.model')}
        </button>
      )}
      {run.report?.verdict === 'UNPROVEN' && run.report.branch === null && (
        <button type="button" title={t('next.acceptHint')} onClick={() => select({ dialog: 'accept' })}>
          {t('next.accept')}
        </button>
      )}
      <button type="button" title={file} onClick={() => void ask('openTask', { run: run.run })}>
        {t('next.task')}
      </button>
    </section>
  );
}
