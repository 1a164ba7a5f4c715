import { fail, ok, type Problem, type Result } from '../../../shared/problem.js';
import type { Plan } from '../../../shared/session.js';
import { text } from '../../../shared/texts/words.js';
import { wishesIn } from '../../agents/session/sentences.js';
import type { EffectIo } from '../../engine/effect.js';
import { nextCall, type SessionContext } from '../../machine/session/context.js';
import type { SessionBench, SessionEffect, SessionOutcome } from './bench.js';
import { needOf } from './calls/need.js';
import { connectionPlan } from './plan/connection-plan.js';
import { planByModel } from './plan/plan-by-model.js';
import { NOBODY, plannerOf } from './plan/planner.js';
import { researchPlan } from './plan/research-plan.js';
import { planOf } from './plan/rules-plan.js';

/** PLANNING: steps with their calls, and how the work is checked (seed 003, §3). A dangerous first call is asked for with the plan. */
export const planning: SessionEffect = async (ctx, bench, io) => {
  const made = await planFor(ctx, bench, io);
  if (!made.ok) return failed(made.error);
  const { plan, records } = made.value;
  const [step] = plan.steps;
  const [template] = step?.tool_calls ?? [];
  const planned = {
    type: 'planned' as const,
    reason: text`${plan.steps.length} steps, risk ${plan.risk_level}`,
    evidence: records,
    plan,
  };
  if (step === undefined || template === undefined) return { ...planned, held: null };
  const call = { n: nextCall(ctx), step: step.step_id, ...template, by: 'plan' as const };
  const confirmation = await needOf(bench, io, call);
  return { ...planned, held: confirmation && { call, confirmation } };
};

interface Planned {
  plan: Plan;
  /** Records of the requests that it took. */
  records: readonly string[];
}

async function planFor(ctx: SessionContext, bench: SessionBench, io: EffectIo): Promise<Result<Planned>> {
  if (ctx.mode === 'connection')
    return { ok: true, value: { plan: connectionPlan(ctx, io.operationId('plan')), records: [] } };
  const planner = plannerOf(bench);
  if (planner === 'model') return planByModel(ctx, bench, io);
  if (bench.header.research !== null)
    return ok({ plan: researchPlan(ctx, bench, io.operationId('plan')), records: [] });
  const wishes = wishesIn(ctx.goal) ?? wishesIn(ctx.answer ?? '');
  if (wishes === null) return fail(planner === 'nobody' ? NOBODY : NOT_UNDERSTOOD);
  return planOf(wishes, ctx, bench, io);
}

const NOT_UNDERSTOOD: Problem = {
  code: 'USAGE',
  message: text`the request is none of the sentences that are understood without a model; nothing was done`,
  next: text`say it as one of the sentences of docs/session.md, or use a model: --provider openai`,
};

const failed = (problem: Problem): SessionOutcome => ({
  type: 'plan_failed',
  reason: problem.message,
  evidence: [],
  problem,
});
