import { MAIN, type Transition } from '../../shared/events.js';
import { isLoopReport } from '../../shared/report.js';
import type { TestCase } from '../../shared/results.js';
import type { CaseRow, EdgeCount, NodeView, RunView, TreeView } from '../../shared/views.js';
import type { NodeDetails } from '../core/nodes.js';
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
    mocks: details.mocks,
    problem: live.problem ?? details.reportProblem,
    folder: details.folder,
  };
}

/** The nodes of a run as the window shows them. */
export function treeView({ summary, nodes, trace, report: told }: RunDetails): TreeView {
  const report = told && isLoopReport(told) ? told : null;
  const rows = rowsByNode(trace);
  const of = (node: NodeDetails): NodeView => {
    const { panels } = node;
    const isReported = report !== null && node.path === MAIN;
    return nodeView(node, rows.get(node.path) ?? [], {
      patch: isReported ? report.patch : panels.patch,
      cases: isReported
        ? caseRows(report.tests.cases, report.baseline?.cases ?? panels.baseline ?? [])
        : caseRows(panels.cases, panels.baseline ?? []),
      base: panels.base,
      task: panels.task,
      rounds: panels.rounds,
      session: panels.session,
      campaign: panels.campaign,
      delivery: panels.delivery,
    });
  };
  return { topic: 'tree', revision: 0, run: summary.run, nodes: nodes.map(of) };
}

function rowsByNode(trace: readonly Transition[]): ReadonlyMap<string, Transition[]> {
  const rows = new Map<string, Transition[]>();
  for (const row of trace) {
    const before = rows.get(row.node);
    if (before) before.push(row);
    else rows.set(row.node, [row]);
  }
  return rows;
}

function nodeView(node: NodeDetails, trace: readonly Transition[], panels: NodeView['panels']): NodeView {
  const { path, parent, machine, goal, kind, waiting, deadline, ending } = node;
  return {
    ...{ path, parent, machine, goal, kind, waiting, deadline, panels },
    state: shownState(node, trace),
    ending: ending && { status: ending.status, reason: ending.reason, exit: ending.exit },
    iteration: trace.at(-1)?.iteration ?? 0,
    edges: countEdges(trace),
  };
}

/** A machine may go back to its first state once its end is reported: it is shown in the state that it ended in. */
const shownState = ({ state, kind, ending }: NodeDetails, trace: readonly Transition[]): string =>
  ending !== null && kind === 'idle' ? (trace.at(-1)?.from ?? state) : state;

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
