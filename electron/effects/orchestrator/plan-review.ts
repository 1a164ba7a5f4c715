import { text } from '../../../shared/texts/words.js';
import type { CampaignEffect } from './bench.js';
import { risksOf } from './tasks/risks.js';

/** PLAN_REVIEW: what speaks against the plan. It never blocks; what is told of one item three times stays as a risk. */
export const planReview: CampaignEffect = async (ctx, bench) => {
  if (ctx.epic === null) throw new Error('there is no epic to review');
  if (bench.player('REVIEWER') === 'mock' && bench.mock('REVIEWER') === 'failure')
    return {
      type: 'non_blocking_feedback',
      reason: text`the mock of ${'REVIEWER'} is set to fail`,
      evidence: [],
      feedback: [{ item: 'plan', risk: text`the mock of ${'REVIEWER'} is set to fail` }],
    };
  const residual_risks = await risksOf(ctx.epic, bench);
  return {
    type: 'pass_or_feedback_limit_reached',
    reason: text`residual risks of the plan: ${residual_risks.length}`,
    evidence: [],
    residual_risks,
  };
};
