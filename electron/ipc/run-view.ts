import { isLoopReport } from '../../shared/report.js';
import type { RunView } from '../../shared/views.js';
import type { RunDetails } from '../core/run-views.js';
import type { Live } from './live.js';

/** A run as the window shows it, but for its nodes: its journal, and what only this process knows of it. */
export function runView(details: RunDetails, live: Live, revision: number): RunView {
  const { summary, nodes, trace } = details;
  const report = details.report && isLoopReport(details.report) ? details.report : null;
  const finished = summary.final_status !== null;
  const owner = live.driven ? 'us' : details.owner;
  const states = new Map(nodes.map(({ path, state }) => [path, state]));
  return {
    topic: 'run',
    revision,
    run: summary.run,
    summary,
    owner,
    resumable: !finished && owner === 'nobody',
    paused: live.paused,
    abortRequested: live.abortRequested && !finished,
    trace,
    progress: live.progress.filter((step) => step.state === states.get(step.node)),
    report,
    problem: live.problem ?? details.reportProblem,
    folder: details.folder,
  };
}
