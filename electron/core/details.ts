import type { RunSummary } from '../../shared/events.js';
import { ok, type Problem, type Result } from '../../shared/problem.js';
import type { ReportHead } from '../../shared/report.js';
import type { RunJournal } from '../journal/run-journal.js';
import { thisProcess } from '../lab/this-process.js';
import { mocksOf } from './mocks.js';
import { nodesOf } from './nodes.js';
import { readReport } from './report.js';
import { runFolder, summarise, toTransition, withRun } from './run-store.js';
import type { RunDetails } from './run-views.js';

/**
 * Everything there is to show of a run, live or finished. Errors: RUN_NOT_FOUND, JOURNAL_CORRUPT.
 *
 * @param after of the trace only what comes after this number
 */
export const runDetails = (home: string, run: string, after = 0): Result<RunDetails> =>
  withRun(home, run, (journal) => {
    const summary = summarise(journal);
    if (!summary.ok) return summary;
    const root = journal.header();
    if (!root.ok) return root;
    const trace = journal.trace(after);
    if (!trace.ok) return trace;
    const gates = journal.gates();
    if (!gates.ok) return gates;
    const folder = runFolder(home, run);
    const nodes = nodesOf(journal, folder);
    if (!nodes.ok) return nodes;
    const report = readReport(journal);
    return ok({
      summary: summary.value,
      report: report.ok ? report.value : null,
      reportProblem: whyNoReport(summary.value, report),
      nodes: nodes.value,
      trace: trace.value.map((row) => toTransition(run, row)),
      gates: gates.value,
      folder,
      mocks: mocksOf(home, folder, root.value.header),
      owner: ownerOf(journal),
    });
  });

/** Who drives it. A run that this process dispatched is its own. */
function ownerOf({ ownership }: RunJournal): RunDetails['owner'] {
  if (!ownership.isTaken()) return 'nobody';
  const holder = ownership.holder();
  const isUs = holder?.pid === process.pid && holder.startTime === thisProcess().startTime;
  return isUs ? 'us' : 'other';
}

/** A run that is over has a report; until then one that cannot be read is written again. */
function whyNoReport({ run, final_status }: RunSummary, report: Result<ReportHead | null>): Problem | null {
  if (final_status === null) return null;
  if (!report.ok) return report.error;
  if (report.value !== null) return null;
  const next = `put the file back from a backup; the journal still has the run: benchloop show ${run} --json`;
  return { code: 'ARTIFACT_MISSING', message: 'the report of this run is gone', where: run, next };
}
