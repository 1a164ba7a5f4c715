import { fail, ok, type Problem, type Result } from '../../../../shared/problem.js';
import type { Plan } from '../../../../shared/session.js';
import { text } from '../../../../shared/texts/words.js';
import { type Wish, wishesIn } from '../../../agents/session/sentences.js';
import type { EffectIo } from '../../../engine/effect.js';
import type { SessionContext } from '../../../machine/session/context.js';
import type { SessionBench } from '../bench.js';
import { NOBODY, plannerOf } from './planner.js';
import { researchPlan } from './research-plan.js';
import { planOf } from './rules-plan.js';

/** A plan without a model: the calls that a research agent was given, or a documented sentence. Errors: USAGE. */
export async function planByRules(
  ctx: SessionContext,
  bench: SessionBench,
  io: EffectIo,
): Promise<Result<{ plan: Plan; records: readonly string[] }>> {
  if (bench.header.research !== null)
    return ok({ plan: researchPlan(ctx, bench, io.operationId('plan')), records: [] });
  const wishes = wishesIn(ctx.goal) ?? wishesIn(ctx.answer ?? '');
  if (wishes === null) return fail(plannerOf(bench) === 'nobody' ? NOBODY : NOT_UNDERSTOOD);
  return planOf(wishes, ctx, bench, io);
}

/** Whether rules have a plan for what the planner's model failed at. */
export const rulesCanPlan = (ctx: SessionContext, { header }: SessionBench, { signal }: EffectIo): boolean =>
  !signal.aborted && (header.research === null ? saidLast(ctx) !== null : header.research.calls.length > 0);

/** What the operator answered to the planner's questions may take the request back: then the answer alone counts. */
const saidLast = ({ goal, answer }: SessionContext): Wish[] | null => wishesIn(answer ?? goal);

const NOT_UNDERSTOOD: Problem = {
  code: 'USAGE',
  message: text`the request is none of the sentences that are understood without a model; nothing was done`,
  next: text`say it as one of the sentences of docs/session.md, or use a model: --provider openai`,
};
