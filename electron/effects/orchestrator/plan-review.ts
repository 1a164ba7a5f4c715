import { inEnglish, text } from '../../../shared/texts/words.js';
import { visible } from '../../../shared/visible-text.js';
import { CAMPAIGN_PLAN_REVIEW } from '../../agents/campaign/judgements.js';
import { askRole } from './ask-role.js';
import type { CampaignEffect } from './bench.js';
import { risksOf } from './tasks/risks.js';

/** PLAN_REVIEW: what speaks against the plan. It never blocks; what is told of one item three times stays as a risk. */
export const planReview: CampaignEffect = async (ctx, bench, io) => {
  if (ctx.epic === null) throw new Error('there is no epic to review');
  if (bench.player('REVIEWER') === 'mock' && bench.mock('REVIEWER') === 'failure')
    return {
      type: 'non_blocking_feedback',
      reason: text`the mock of ${'REVIEWER'} is set to fail`,
      evidence: [],
      feedback: [{ item: 'plan', risk: text`the mock of ${'REVIEWER'} is set to fail` }],
    };
  const residual_risks = await risksOf(ctx.epic, bench);
  const { items } = ctx.epic;
  const judged = await askRole(
    { role: 'REVIEWER', judgement: CAMPAIGN_PLAN_REVIEW },
    ctx,
    bench,
    io,
    (mark) => [
      mark(
        'plan',
        items
          .map(({ id, title, deps }) => `${id} ${title} (after ${deps.join(', ') || 'nothing'})`)
          .join('\n'),
        4000,
      ),
      mark(
        'risks that rules see',
        residual_risks.map(({ item, risk }) => `${item}: ${inEnglish(risk)}`).join('\n'),
        4000,
      ),
      mark('told before, by item and how often', JSON.stringify(ctx.feedback), 2000),
    ],
  );
  const feedback = (judged?.value.feedback ?? []).map(({ item, risk }) => ({
    item,
    risk: text`model: “${visible(risk)}”`,
  }));
  if (judged !== null && feedback.length > 0)
    return {
      type: 'non_blocking_feedback',
      reason: text`the reviewer objects: ${feedback.length}`,
      evidence: judged.records,
      feedback,
    };
  return {
    type: 'pass_or_feedback_limit_reached',
    reason: text`residual risks of the plan: ${residual_risks.length}`,
    evidence: judged?.records ?? [],
    residual_risks,
  };
};
