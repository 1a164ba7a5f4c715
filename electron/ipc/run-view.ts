import type { Transition } from '../../shared/events.js';
import { isLoopReport } from '../../shared/report.js';
import type { TestCase } from '../../shared/results.js';
import type { CaseRow, EdgeCount, RunView } from '../../shared/views.js';
import type { RunDetails } from '../core/run-views.js';
import type { Live } from './live.js';

/** A run as the window shows it: its journal, and what only this process knows of it. */
export function runView(details: RunDetails, live: Live, revision: number): RunView {
  const { summary, trace } = details;
  const report = details.report && isLoopReport(details.report) ? details.report : null;
  const finished = summary.final_status !== null;
  const owner = live.driven ? 'us' : details.owned ? 'other' : 'nobody';
  return {
    topic: 'run',
    revision,
    run: summary.run,
    summary,
    iteration: trace.at(-1)?.iteration ?? 0,
    owner,
    resumable: !finished && owner === 'nobody',
    paused: live.paused,
    abortRequested: live.abortRequested && !finished,
    trace,
    path: countEdges(trace),
    progress: live.progress.filter((step) => step.state === summary.state),
    waiting: finished ? null : (details.gates.find((gate) => gate.answer === null) ?? null),
    patch: report?.patch ?? details.patch,
    cases: caseRows(report?.tests.cases ?? details.cases, report?.baseline?.cases ?? details.baseline ?? []),
    report,
    problem: live.problem ?? details.reportProblem,
    base: details.base,
    task: details.task ?? null,
    folder: details.folder,
  };
}

/** How often each edge was taken, in the order of the first time. */
export function countEdges(trace: readonly Transition[]): EdgeCount[] {
  const counts = new Map<string, EdgeCount>();
  for (const { from, to } of trace) {
    const key = JSON.stringify([from, to]);
    counts.set(key, { from, to, count: (counts.get(key)?.count ?? 0) + 1 });
  }
  return [...counts.values()];
}

/** Every case that either side knows; one that only the baseline reported is missing now. */
export function caseRows(now: readonly TestCase[], baseline: readonly TestCase[]): CaseRow[] {
  const before = new Map(baseline.map((known) => [known.name, known.status]));
  const names = new Set(now.map((known) => known.name));
  const gone = baseline.filter((known) => !names.has(known.name));
  return [
    ...now.map((known) => ({ ...known, baseline: before.get(known.name) ?? null })),
    ...(now.length === 0
      ? []
      : gone.map(({ name, status }) => ({ name, status: 'missing' as const, baseline: status }))),
  ];
}
