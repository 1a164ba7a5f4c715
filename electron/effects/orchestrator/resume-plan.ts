import { text } from '../../../shared/texts/words.js';
import type { CampaignEffect } from './bench.js';
import { fatal } from './problems.js';
import { planOf } from './tasks/plan.js';

/** RESUME_PLAN: the first of what can be resumed; the others stay for the next time. */
export const resumePlan: CampaignEffect = async (ctx, bench, io) => {
  const [epic] = ctx.resumable;
  if (epic === undefined) throw new Error('nothing is to be resumed');
  const plan = await planOf(epic, bench);
  if (!plan.ok) return fatal(plan.error, 'RESUME_PLAN');
  if (plan.value === null) throw new Error('an epic without open items was offered');
  const mine = { ...epic, campaign: io.run };
  const taken = await bench.store.take(mine, io.run);
  if (!taken.ok) return fatal(taken.error, 'RESUME_PLAN');
  return {
    type: 'resume_queue_loaded',
    reason: text`goes on with “${plan.value.first.title}” of “${epic.goal}”`,
    evidence: [],
    ...{ epic: mine, plan: plan.value.plan, current: plan.value.first.id },
  };
};
