import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { ok, type Result } from '../../shared/problem.js';
import { PROVIDER_NAMES } from '../../shared/provider-name.js';
import { ArtifactSchema, TestCaseSchema } from '../../shared/results.js';
import { runPaths } from '../effects/firmware-loop/paths.js';
import { readReport, runFolder, summarise, toTransition, withRun } from './run-store.js';
import type { RunDetails, TaskOfRun } from './run-views.js';

const CONSOLE_TAIL_BYTES = 256 * 1024;

/** What a snapshot shows of a run that is still on its way. */
const ShownSchema = z.looseObject({
  patch: z.looseObject({ text: z.string() }).nullable(),
  last_test_result: z
    .looseObject({ cases: z.array(TestCaseSchema), artifacts: z.array(ArtifactSchema) })
    .nullable(),
  baseline: z
    .looseObject({ result: z.looseObject({ cases: z.array(TestCaseSchema) }).nullable() })
    .nullable(),
});

/** What a run was started on. */
const BaseSchema = z.looseObject({ loaded: z.object({ baseCommit: z.string(), dirtyFiles: z.number() }) });
const TaskSchema = z
  .looseObject({
    loaded: z.looseObject({ file: z.string() }),
    policy: z.looseObject({ searchSec: z.number() }),
    provider: z.enum(PROVIDER_NAMES),
  })
  .transform(
    ({ loaded, policy, provider }): TaskOfRun => ({
      file: loaded.file,
      provider,
      searchSec: policy.searchSec,
    }),
  );

/**
 * Everything there is to show of a run, live or finished. Errors: RUN_NOT_FOUND, JOURNAL_CORRUPT.
 *
 * @param after of the trace only what comes after this number
 */
export const runDetails = (home: string, run: string, after = 0): Result<RunDetails> =>
  withRun(home, run, (journal) => {
    const summary = summarise(journal);
    if (!summary.ok) return summary;
    const trace = journal.trace(after);
    if (!trace.ok) return trace;
    const gates = journal.gates();
    if (!gates.ok) return gates;
    const snapshot = journal.snapshot();
    if (!snapshot.ok) return snapshot;
    const header = journal.header();
    if (!header.ok) return header;
    const shown = ShownSchema.safeParse(snapshot.value.context).data;
    const folder = runFolder(home, run);
    const report = readReport(home, run);
    const log = shown?.last_test_result?.artifacts.find((a) => a.kind === 'console');
    return ok({
      summary: summary.value,
      report,
      trace: trace.value.map((row) => toTransition(run, row)),
      gates: gates.value,
      patch: report ? report.patch : (shown?.patch?.text ?? null),
      cases: shown?.last_test_result?.cases ?? [],
      baseline: shown?.baseline?.result?.cases ?? null,
      task: TaskSchema.safeParse(header.value.header).data ?? null,
      base: BaseSchema.safeParse(header.value.header).data?.loaded ?? null,
      console: log ? tail(path.join(runPaths(folder).artifacts, log.path)) : '',
      folder,
      owned: journal.ownership.isTaken(),
    });
  });

function tail(file: string): string {
  const bytes = readFileSync(file);
  return bytes.subarray(Math.max(0, bytes.length - CONSOLE_TAIL_BYTES)).toString('utf8');
}
