import { type Message, text, type Words } from '../../../shared/texts/words.js';
import { visible } from '../../../shared/visible-text.js';
import { CAMPAIGN_ACCEPT } from '../../agents/campaign/judgements.js';
import type { EffectIo } from '../../engine/effect.js';
import type { OrchestratorContext } from '../../machine/orchestrator/context.js';
import type { OrchestratorEvent } from '../../machine/orchestrator/events.js';
import { askRole } from './ask-role.js';
import type { CampaignBench, CampaignOutcome } from './bench.js';
import type { Judged } from './claims/judge.js';

/** Risks that a model sees, marked as its own; they decide nothing. */
export async function risksByModel(
  ctx: OrchestratorContext,
  bench: CampaignBench,
  io: EffectIo,
  { claims, patch, files }: { claims: Judged; patch: string; files: readonly string[] },
): Promise<{ risks: Message[]; records: readonly string[] }> {
  const judged = await askRole(
    { role: 'REVIEWER', judgement: CAMPAIGN_ACCEPT },
    ctx,
    bench,
    io,
    (mark) => [
      mark('claims', JSON.stringify(claims), 8000),
      mark(`change of ${files.join(' ')}`, patch, 24_000),
    ],
    files,
  );
  const risks = (judged?.value.residual_risks ?? []).map((risk) => text`model: “${visible(risk)}”`);
  return { risks, records: judged?.records ?? [] };
}

/** The recorded review with the risks that its replies give now; what code accepted rests on a run that is not here. */
export async function acceptAgain(
  ctx: OrchestratorContext,
  bench: CampaignBench,
  io: EffectIo,
  recorded: OrchestratorEvent,
): Promise<CampaignOutcome> {
  if (!('stage' in recorded)) return recorded;
  const { stage } = recorded;
  const { review } = stage;
  const claims = { accepted_claims: review.accepted_claims, rejected_claims: review.rejected_claims };
  const { risks } = await risksByModel(ctx, bench, io, { claims, patch: '', files: [] });
  const byRules = review.residual_risks.filter(({ risk }) => !isOfModel(risk));
  const residual_risks = [...byRules, ...risks.map((risk) => ({ item: stage.item, risk }))];
  return { ...recorded, stage: { ...stage, review: { ...review, residual_risks } } };
}

const OF_MODEL = text`model: “${''}”`.key;
const isOfModel = (words: Words): boolean => typeof words !== 'string' && words.key === OF_MODEL;
