import { fail, type Problem } from '../../../shared/problem.js';
import { nested, text } from '../../../shared/texts/words.js';
import { nextCall, type SessionContext, VERIFICATION } from '../../machine/session/context.js';
import type { SessionEffect, SessionOutcome } from './bench.js';
import { makeCall } from './calls/make-call.js';
import { readCall } from './calls/read-call.js';
import { whyNotPassed } from './verification/passed.js';
import { verificationCalls } from './verification/verification-calls.js';

/** VERIFYING: the checks of the plan, one call at a time; each is a call like all others (seed 003, §3.3). */
export const verifying: SessionEffect = async (ctx, bench, io) => {
  const wanted = ctx.plan ? verificationCalls(ctx.plan.verification, bench.work.task) : [];
  const made = sinceLastChange(ctx);
  const failure = await firstFailure(bench.work.paths.dir, made);
  const stops = failure !== null && (ctx.plan?.verification.stop_on_fail ?? true);
  const next = stops ? undefined : wanted[made.length];
  if (next) return makeCall(ctx, bench, io, { n: nextCall(ctx), step: VERIFICATION, ...next, by: 'plan' });
  if (failure !== null) return failed(failure);
  const reason =
    made.length === 0 ? text`there is nothing to check` : text`the checks passed: ${made.length}`;
  return { type: 'verified', reason, evidence: [], isChecked: made.length > 0 };
};

/** The checks that were made of what there is now. */
function sinceLastChange({ calls }: SessionContext) {
  const last = calls.findLastIndex(({ step }) => step !== VERIFICATION);
  return calls.slice(last + 1);
}

async function firstFailure(dir: string, made: SessionContext['calls']): Promise<Problem | null> {
  for (const call of made) {
    const why = call.error
      ? text`${call.error.code}: ${call.error.message}`
      : whyNotPassed(call.tool, await readCall(dir, call));
    if (why !== null) {
      const { error } = fail<Problem>({
        code: 'BUILD_FAILURE',
        message: text`${call.tool} did not pass: ${nested(why)}`,
      });
      return error;
    }
  }
  return null;
}

const failed = (problem: Problem): SessionOutcome => ({
  type: 'verify_failed',
  reason: problem.message,
  evidence: [],
  problem,
});
