import type { Verdict } from '../../../shared/report.js';
import type { Words } from '../../../shared/texts/words.js';
import { type Message, text } from '../../../shared/texts/words.js';
import { isPatched } from './assess.js';
import type { FirmwareContext } from './context.js';

export interface Tripped {
  reason: Words;
  verdict: Verdict;
}

/** The breaker that ends the run at an error or a check, or null. Time is the event's (`at`, epoch ms). */
export function trippedBreaker(ctx: FirmwareContext, at: number): Tripped | null {
  const { policy, convergence } = ctx;
  const down = convergence.environment_down_since;
  if (down !== null && at - down >= policy.environmentUnavailableSec * 1000) {
    return {
      reason: text`the environment has been unavailable for ${policy.environmentUnavailableSec} s`,
      verdict: 'ENV_ERROR',
    };
  }
  if (convergence.cumulative_risk > policy.cumulativeRisk) {
    return {
      reason: text`cumulative risk ${convergence.cumulative_risk.toFixed(2)} > ${policy.cumulativeRisk}`,
      verdict: 'NOT_FIXED',
    };
  }
  if (convergence.rollbacks >= policy.maxRollbacks) {
    return { reason: rollbacks(convergence.rollbacks), verdict: 'NOT_FIXED' };
  }
  return null;
}

/** Iterations in a row without improvement, the one that ends now included. */
export const stalledIterations = (ctx: FirmwareContext): number =>
  ctx.convergence.improved ? 0 : ctx.convergence.no_progress + 1;

/** The breaker that ends the run where an iteration ends: the above, and "no progress". */
export function trippedAtCheck(ctx: FirmwareContext, at: number): Tripped | null {
  const stalled = isPatched(ctx) ? stalledIterations(ctx) : 0;
  if (stalled < ctx.policy.noProgressIterations) return trippedBreaker(ctx, at);
  return trippedBreaker(ctx, at) ?? { reason: withoutImprovement(stalled), verdict: 'NOT_FIXED' };
}

const rollbacks = (count: number): Message =>
  count === 1 ? text`${count} rollback` : text`${count} rollbacks`;

const withoutImprovement = (count: number): Message =>
  count === 1 ? text`${count} iteration without improvement` : text`${count} iterations without improvement`;
