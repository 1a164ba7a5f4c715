import type { Artifact, TestResult } from '../../../shared/results.js';
import { differsFromBase, isPatched } from './assess.js';
import type { FirmwareContext } from './context.js';
import type { FirmwareState } from './states.js';

type Ctx = FirmwareContext;

export const consoleOf = (result: TestResult | null): Artifact | null =>
  result?.artifacts.find((artifact) => artifact.kind === 'console') ?? null;

/** A silent hang: the untouched image ran until it was ended, and nothing is known of where it stood. */
function tellsNothing(ctx: Ctx): boolean {
  const result = ctx.baseline?.result;
  if (!ctx.baseline?.built || !result || ctx.logs.length > 0) return false;
  return (
    (result.ended_by === 'timeout' || result.ended_by === 'silence') &&
    result.cases.every((c) => c.status === 'missing') &&
    !result.fault &&
    !result.stuck_at &&
    consoleOf(result)?.bytes === 0
  );
}

/** Taken after each run of the untouched tree before the first patch, which alone can be the diagnostic one. */
export function diagnosisAfter(ctx: Ctx): Ctx['diagnosis'] {
  const tooLate = ctx.patch !== null || ctx.attempts.length > 0 || differsFromBase(ctx);
  if (ctx.diagnosis?.done || tooLate) return ctx.diagnosis;
  return tellsNothing(ctx) ? { done: false, console: null } : null;
}

/** The next patch is the diagnostic one, or it is being made and run. */
export const diagnosisDue = (ctx: Ctx): boolean => ctx.diagnosis?.done === false;

/** The diagnostic patch is in the tree. */
export const isDiagnosing = (ctx: Ctx): boolean => diagnosisDue(ctx) && isPatched(ctx);

/** What binds the next patch: names of constraints, as `Evidence` and the patch policy have them. */
export const constraintsOf = (ctx: Ctx): readonly string[] =>
  diagnosisDue(ctx) ? ['log only'] : ctx.tightened;

const MAKING = new Set<FirmwareState>(['CODE_ANALYSIS', 'PATCH_GENERATION', 'PATCH_APPLY']);

/** What went wrong in `from` went wrong with the diagnosis, which is no reason to end a run. */
export const failsDiagnosis = (ctx: Ctx, from: FirmwareState): boolean =>
  diagnosisDue(ctx) && (isPatched(ctx) || MAKING.has(from));

/** The diagnosis ran, or is given up: the search goes on with what it showed, if anything. */
export const diagnosed = (ctx: Ctx): Ctx['diagnosis'] => ({
  done: true,
  console: isPatched(ctx) ? consoleOf(ctx.last_test_result) : null,
});
