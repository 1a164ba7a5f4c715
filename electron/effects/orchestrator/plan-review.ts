import type { ResidualRisk } from '../../../shared/deliverables.js';
import { inEnglish, text } from '../../../shared/texts/words.js';
import { visible } from '../../../shared/visible-text.js';
import type { Epic } from '../../../shared/work-item.js';
import { CAMPAIGN_PLAN_REVIEW } from '../../agents/campaign/judgements.js';
import { askRole } from './ask-role.js';
import type { CampaignBench, CampaignEffect } from './bench.js';
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
  const { epic, objections: told = [] } = ctx;
  const residual_risks = await risksOf(epic, bench);
  const judged = await askRole(
    { role: 'REVIEWER', judgement: CAMPAIGN_PLAN_REVIEW },
    ctx,
    bench,
    io,
    async (mark) => [
      mark('plan', await planForModel(epic, ctx.plan?.order ?? [], bench), 8000),
      mark('risks that rules see', risksForModel(residual_risks), 4000),
      ...(told.length === 0 ? [] : [mark('risks that you told before', risksForModel(told), 4000)]),
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
    reason: text`residual risks of the plan: ${residual_risks.length + told.length}`,
    evidence: judged?.records ?? [],
    // the plan has not changed: a risk that is not named again still holds
    residual_risks: [...residual_risks, ...told],
  };
};

const risksForModel = (risks: readonly ResidualRisk[]): string =>
  risks.map(({ item, risk }) => `${item}: ${inEnglish(risk)}`).join('\n') || 'none';

/** The items in the order in which they are worked on, then those that are not planned, each with what its task says. */
async function planForModel(
  { items }: Epic,
  order: readonly string[],
  bench: CampaignBench,
): Promise<string> {
  const ordered = order.flatMap((id) => items.find((item) => item.id === id) ?? []);
  const others = items.filter(({ id }) => !order.includes(id));
  const told = [...ordered, ...others].map(async ({ id, title, status, deps, task_file: file }, index) => {
    const place = index < ordered.length ? `${index + 1}.` : '-';
    const task = file === null ? 'it has no task file' : await bench.taskForModel(file);
    return `${place} ${id} ${status} ${title} (after ${deps.join(', ') || 'nothing'})\n${task}`;
  });
  return (await Promise.all(told)).join('\n\n');
}
