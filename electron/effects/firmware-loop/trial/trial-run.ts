import { fail, ok, type Result } from '../../../../shared/problem.js';
import type { TestResult } from '../../../../shared/results.js';
import type { CaseParser } from '../../../bench/results/parse.js';
import type { FirmwareContext } from '../../../machine/firmware-loop/context.js';
import { type Collected, collectResult } from '../../../tools/results/collect.js';
import { withoutHeldOut } from '../../../tools/results/held-out.js';
import { notFromPatched, selectOf } from '../../../tools/results/parser.js';
import { openSession } from '../../../tools/target/session.js';
import type { Subject } from '../../../tools/target/subject.js';
import type { FirmwareBench } from '../bench.js';
import { expectedOf, parserOf } from '../results/test-parser.js';

/** A candidate that hangs must not cost the task's whole time limit: this many times a normal run is enough at first. */
const PATIENCE = 5;
const LEAST_PATIENCE_MS = 700;
/** A trial is over soon after its final line; what a target does later, the loop's own run of the patch hears. */
const TRIAL_QUIET_MS = 100;

/** One candidate's test. */
export interface TrialRun {
  subject: Subject;
  operation: string;
  /** Absolute; for this trial alone. */
  dir: string;
  signal: AbortSignal;
  /** Only these cases; all where absent. */
  select?: readonly string[];
}

/** What a candidate's test came to. */
export interface TrialEnd {
  /** Without held-out cases. */
  result: TestResult;
  /** As it came, held-out cases and all: for code, not for whoever must not know them. */
  collected: Collected;
  parser: CaseParser;
}

/** Cases of a result that pass; 0 where there is no result. */
export const passing = (result: TestResult | null): number =>
  result?.cases.filter((c) => c.status === 'pass').length ?? 0;

/**
 * What the test of a candidate came to: a short run, and one with all the task's time where that was cut
 * off further on than the tree comes as it is. Errors: as `Environment` has them; TIMEOUT where the signal cut it short.
 */
export async function runPatiently(
  ctx: FirmwareContext,
  bench: FirmwareBench,
  run: TrialRun,
): Promise<Result<TrialEnd>> {
  const before = withoutHeldOut(ctx.last_test_result, ctx.task.heldOut);
  const limit = bench.loaded.task.test.timeoutSec * 1000;
  const short = patience(ctx, bench, limit);
  const first = await runOnce(ctx, bench, run, short);
  const cut = first.ok && first.value.result.ended_by === 'timeout' ? first.value.result : null;
  const further = passing(cut) > passing(before);
  return further && short < limit ? runOnce(ctx, bench, run, limit) : first;
}

async function runOnce(
  ctx: FirmwareContext,
  bench: FirmwareBench,
  { subject, operation, dir, signal, select }: TrialRun,
  timeoutMs: number,
): Promise<Result<TrialEnd>> {
  const parser = parserOf(ctx, bench);
  if (parser === null) return fail(notFromPatched(bench));
  const target = openSession(bench, operation, subject, {
    timeoutMs,
    select: select && (selectOf(bench.loaded.task, parser)?.(select) ?? undefined),
    dir,
    quietMs: TRIAL_QUIET_MS,
  });
  try {
    const up = await target.start(signal);
    if (!up.ok) return up;
    const end = await target.run(signal, () => {});
    if (!end.ok) return end;
    const baseline = select ? null : (ctx.baseline?.result ?? null);
    const collected = await collectResult(bench, subject, end.value, {
      operation,
      baseline,
      parser,
      expected: expectedOf(ctx, false),
    });
    if (!collected.ok) return collected;
    const result = withoutHeldOut(collected.value.result, bench.loaded.task.test.heldOut);
    return ok({ result, collected: collected.value, parser });
  } catch (error) {
    if (signal.aborted) return fail({ code: 'TIMEOUT', message: 'the trial was cut short' });
    throw error;
  } finally {
    await target.stop();
  }
}

/** First time limit of a trial, in ms, by how long the last run took to the end or to its last byte. */
function patience(ctx: FirmwareContext, bench: FirmwareBench, limit: number): number {
  const last = ctx.last_test_result;
  const took = last?.metrics.test_duration_ms ?? 0;
  const silent = bench.profile.kind === 'host' ? 0 : bench.profile.testEnd.silenceSec * 1000;
  const normal = last?.ended_by === 'silence' ? took - silent : last?.ended_by === 'timeout' ? 0 : took;
  return Math.min(limit, Math.max(LEAST_PATIENCE_MS, PATIENCE * normal));
}
