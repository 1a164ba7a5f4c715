import { text } from '../../../shared/texts/words.js';
import type { CampaignEffect } from './bench.js';
import { fatal } from './problems.js';
import { planOf } from './tasks/plan.js';
import { takeNext } from './tasks/queue.js';

/** RESUME_PLAN: the first of what can be resumed; the others follow once it is done. */
export const resumePlan: CampaignEffect = async (ctx, bench, io) => {
  const epic = await takeNext(ctx, bench, io);
  if (!epic.ok) return fatal(epic.error, 'RESUME_PLAN');
  if (epic.value === null) {
    const message = text`what was left from before is gone, or another campaign has taken it up`;
    return fatal(
      { code: 'RUN_OWNED', message, next: text`see what there is: benchloop tasks` },
      'RESUME_PLAN',
    );
  }
  const plan = await planOf(epic.value, bench);
  if (!plan.ok) return fatal(plan.error, 'RESUME_PLAN');
  if (plan.value === null) throw new Error('an epic without open items was offered');
  const { first } = plan.value;
  return {
    type: 'resume_queue_loaded',
    reason: text`goes on with “${first.title}” of “${epic.value.goal}”`,
    evidence: [],
    ...{ epic: epic.value, plan: plan.value.plan, current: first.id },
  };
};
