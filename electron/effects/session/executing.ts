import type { Step } from '../../../shared/session.js';
import { text, type Words } from '../../../shared/texts/words.js';
import { nextCall, openStep, type SessionContext } from '../../machine/session/context.js';
import type { SessionBench, SessionEffect, SessionOutcome } from './bench.js';
import { callOfAgent } from './calls/call-of-agent.js';
import { callOfClient } from './calls/call-of-client.js';
import { makeCall } from './calls/make-call.js';
import { patchToTake } from './calls/run-loop.js';
import { takeBack } from './calls/take-back.js';
import { completed } from './completed.js';
import { NOBODY } from './plan/planner.js';

/** EXECUTING: one call further: it makes what was chosen, or chooses what comes next (seed 003, §4). */
export const executing: SessionEffect = async (ctx, bench, io) => {
  if (ctx.undo !== null) return takeBack(ctx, bench, io, ctx.undo);
  const [chosen] = ctx.pending;
  if (chosen) return makeCall(ctx, bench, io, chosen);
  const step = openStep(ctx);
  if (step === null) return completed(null);
  if (ctx.mode === 'connection') return callOfClient(ctx, bench, io, step);
  // what a plan names is made as it stands, whoever plays; a step that names nothing needs an agent
  if (step.tool_calls.length > 0) return callOfPlan(ctx, bench, step);
  if (bench.models.of('EXECUTOR') !== null) return callOfAgent(ctx, bench, io, step);
  return { type: 'step_failed', reason: NOBODY.message, evidence: [], problem: NOBODY };
};

/** The next call that the plan names, what a run has changed, or the end of the step. */
async function callOfPlan(ctx: SessionContext, { work }: SessionBench, step: Step): Promise<SessionOutcome> {
  const own = ctx.calls.filter(
    ({ step: of, status, unmet }) => of === step.step_id && status === 'ok' && unmet === undefined,
  );
  const taken = await patchToTake(ctx, work.paths.dir, own.at(-1));
  if (taken !== null) {
    const template = { tool: TAKING, args: { diff: taken.diff } };
    return planned(ctx, step, template, text`the session's copy takes the patch of run ${taken.run}`);
  }
  const template = step.tool_calls[own.filter(({ tool }) => tool !== TAKING).length];
  if (template === undefined) return completed(step);
  return planned(ctx, step, template, text`${template.tool}, as planned`);
}

/** What no plan without a model names: only a run brings a change. */
const TAKING = 'apply_patch';

const planned = (
  ctx: SessionContext,
  step: Step,
  template: Step['tool_calls'][number],
  reason: Words,
): SessionOutcome => ({
  type: 'TOOL_CALL_REQUEST',
  reason,
  evidence: [],
  calls: [{ n: nextCall(ctx), step: step.step_id, ...template, by: 'plan' }],
  confirmation: null,
});
