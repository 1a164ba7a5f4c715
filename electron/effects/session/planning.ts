import { fail, ok, type Problem, type Result } from '../../../shared/problem.js';
import type { Plan } from '../../../shared/session.js';
import { joined, text, type Words } from '../../../shared/texts/words.js';
import type { EffectIo } from '../../engine/effect.js';
import { nextCall, rulesGoOn, type SessionContext } from '../../machine/session/context.js';
import { standsIn } from '../models/stand-in.js';
import type { SessionBench, SessionEffect, SessionOutcome } from './bench.js';
import { needOf } from './calls/need.js';
import { connectionPlan } from './plan/connection-plan.js';
import { planByModel } from './plan/plan-by-model.js';
import { planByRules, rulesCanPlan } from './plan/plan-by-rules.js';
import { plannerOf } from './plan/planner.js';

/** PLANNING: steps with their calls, and how the work is checked (seed 003, §3). A dangerous first call is asked for with the plan. */
export const planning: SessionEffect = async (ctx, bench, io) => {
  const made = await planFor(ctx, bench, io);
  if (!made.ok) return failed(made.error);
  const { plan, records, stoodIn } = made.value;
  const steps = text`${plan.steps.length} steps, risk ${plan.risk_level}`;
  const [step] = plan.steps;
  const [template] = step?.tool_calls ?? [];
  const planned = {
    type: 'planned' as const,
    reason: stoodIn === undefined ? steps : joined(stoodIn, steps),
    evidence: records,
    plan,
    ...(stoodIn !== undefined && { stoodIn }),
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
  /** Why rules made it in place of a model; absent where none failed. */
  stoodIn?: Words;
}

async function planFor(ctx: SessionContext, bench: SessionBench, io: EffectIo): Promise<Result<Planned>> {
  if (ctx.mode === 'connection')
    return ok({ plan: connectionPlan(ctx, io.operationId('plan')), records: [] });
  if (plannerOf(bench) !== 'model' || rulesGoOn(ctx)) return planByRules(ctx, bench, io);
  const byModel = await planByModel(ctx, bench, io);
  if (byModel.ok || !rulesCanPlan(ctx, bench, io)) return byModel;
  const stoodIn = standsIn('PLANNER', byModel.error);
  const byRules = await planByRules(ctx, bench, io);
  if (byRules.ok) return ok({ ...byRules.value, stoodIn });
  return fail({ ...byRules.error, message: joined(stoodIn, byRules.error.message) });
}

const failed = (problem: Problem): SessionOutcome => ({
  type: 'plan_failed',
  reason: problem.message,
  evidence: [],
  problem,
});
