import type { Step } from '../../../shared/session.js';
import { text } from '../../../shared/texts/words.js';
import { nextCall, openStep, type SessionContext } from '../../machine/session/context.js';
import type { SessionEffect, SessionOutcome } from './bench.js';
import { callOfAgent } from './calls/call-of-agent.js';
import { callOfClient } from './calls/call-of-client.js';
import { makeCall } from './calls/make-call.js';
import { takeBack } from './calls/take-back.js';
import { completed } from './completed.js';

/** EXECUTING: one call further: it makes what was chosen, or chooses what comes next (seed 003, §4). */
export const executing: SessionEffect = async (ctx, bench, io) => {
  if (ctx.undo !== null) return takeBack(ctx, bench, io, ctx.undo);
  const [chosen] = ctx.pending;
  if (chosen) return makeCall(ctx, bench, io, chosen);
  const step = openStep(ctx);
  if (step === null) return completed(null);
  if (ctx.mode === 'connection') return callOfClient(ctx, bench, io, step);
  if (bench.models.of('EXECUTOR') !== null) return callOfAgent(ctx, bench, io, step);
  return callOfPlan(ctx, step);
};

/** The next call that the plan names, or the end of the step. */
function callOfPlan(ctx: SessionContext, step: Step): SessionOutcome {
  const made = ctx.calls.filter(
    ({ step: of, status, unmet }) => of === step.step_id && status === 'ok' && unmet === undefined,
  ).length;
  const template = step.tool_calls[made];
  if (template === undefined) return completed(step);
  return {
    type: 'TOOL_CALL_REQUEST',
    reason: text`${template.tool}, as planned`,
    evidence: [],
    calls: [{ n: nextCall(ctx), step: step.step_id, ...template, by: 'plan' }],
    confirmation: null,
  };
}
