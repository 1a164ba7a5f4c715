import { nested, text } from '../../../shared/texts/words.js';
import type { CampaignEffect } from './bench.js';
import { fatal } from './problems.js';
import { planOf } from './tasks/plan.js';
import { risksOf } from './tasks/risks.js';

/** PLAN_BASELINE: the order of the items, at the commits that their repositories have now. */
export const planBaseline: CampaignEffect = async (ctx, bench) => {
  if (ctx.epic === null) throw new Error('there is no epic to plan');
  const made = await planOf(ctx.epic, bench);
  if (!made.ok)
    return {
      type: 'confidence_lt_0_6',
      reason: text`the plan cannot be made: ${nested(made.error.message)}`,
      evidence: [],
      confidence: 0.5,
    };
  if (made.value === null) {
    if (ctx.epic.items.length > 0) {
      const message = text`no item of “${ctx.epic.goal}” is left to be done: each is done, given up or blocked`;
      return fatal(
        { code: 'USAGE', message, next: text`see what there is: benchloop tasks` },
        'PLAN_BASELINE',
      );
    }
    const reason = text`the goal has no task, so there is nothing to plan`;
    return { type: 'confidence_lt_0_6', reason, evidence: [], confidence: 0.5 };
  }
  const { plan, first } = made.value;
  const planned = { evidence: [], plan, current: first.id, confidence: 1 };
  const needsReview =
    bench.player('REVIEWER') !== 'rules' ||
    plan.order.length > 1 ||
    (await risksOf(ctx.epic, bench)).length > 0;
  return needsReview
    ? {
        type: 'need_plan_review',
        reason: text`items planned: ${plan.order.length}, first “${first.title}”`,
        ...planned,
      }
    : { type: 'skip_plan_review', reason: text`one plain item: “${first.title}”`, ...planned };
};
