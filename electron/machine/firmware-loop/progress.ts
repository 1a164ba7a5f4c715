import { differsFromBase, endsWorse, isPatched, regressions, score } from './assess.js';
import type { FirmwareContext } from './context.js';
import { isDiagnosing } from './diagnosis.js';
import { errorTypeOf, noteError } from './errors.js';
import type { EventOf } from './events.js';

type Ctx = FirmwareContext;

/**
 * Takes the tree's score into the memory. A patch that beats the best so far is progress, which gives back
 * all tries; the best only ever rises, so that no run can go on for ever by winning the same ground twice.
 */
function scored(ctx: Ctx): Ctx {
  // Prints shift timing: what passes with them is no progress.
  if (isDiagnosing(ctx)) return ctx;
  const now = score(ctx);
  const { best, improved } = ctx.convergence;
  const better = isPatched(ctx) && best !== null && now > best;
  return {
    ...ctx,
    retries: better ? {} : ctx.retries,
    convergence: {
      ...ctx.convergence,
      best: best === null ? now : Math.max(best, now),
      improved: improved || better,
    },
  };
}

/** A decision that asks for another run, or takes the patch back, says nothing of progress. */
export function noteDecision(ctx: Ctx, e: EventOf<'decision_produced'>): Ctx {
  const { provenance: _, ...before } = ctx;
  const next = { ...before, decision: e.decision, ...(e.provenance && { provenance: e.provenance }) };
  const settles = e.decision.next_action === 'CONTINUE' && e.decision.status !== 'ENV_ERROR';
  return settles && regressions(next).length === 0 && !endsWorse(next) ? scored(next) : next;
}

/**
 * The base tree's own build error is the baseline; a patch's counts as progress where it leaves fewer errors. A build
 * that a signal ended, or we because of what it wrote, says nothing of either.
 */
export function noteBuildFailed(ctx: Ctx, e: EventOf<'build_failed'>): Ctx {
  const cutOff = e.build.killed !== undefined || e.build.overrun !== undefined;
  const first = !cutOff && !differsFromBase(ctx) && ctx.baseline === null;
  const failed: Ctx = {
    ...ctx,
    last_build_result: e.build,
    last_test_result: first ? null : ctx.last_test_result,
    baseline: first ? { built: false, result: null, image: null } : ctx.baseline,
  };
  return noteError(e.in_patched_lines || cutOff ? failed : scored(failed), {
    type: errorTypeOf(e.problem),
    from: 'BUILD_RUN',
    problem: e.problem,
    at: e.at,
    in_patched_lines: e.in_patched_lines,
  });
}
