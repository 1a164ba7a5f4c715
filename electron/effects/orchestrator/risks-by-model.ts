import { inEnglish, type Message, text, type Words } from '../../../shared/texts/words.js';
import { visible } from '../../../shared/visible-text.js';
import { CAMPAIGN_ACCEPT } from '../../agents/campaign/judgements.js';
import type { EffectIo } from '../../engine/effect.js';
import type { OrchestratorContext } from '../../machine/orchestrator/context.js';
import type { OrchestratorEvent } from '../../machine/orchestrator/events.js';
import { withoutHeldOut } from '../../tools/results/held-out.js';
import { askRole } from './ask-role.js';
import type { CampaignBench, CampaignOutcome } from './bench.js';
import type { Judged } from './claims/judge.js';
import type { RunFacts } from './claims/run-facts.js';

interface Accepting {
  claims: Judged;
  patch: string;
  files: readonly string[];
  /** Null: no run can be looked at. */
  facts: RunFacts | null;
}

/** What each claim says. */
const CLAIMS: Readonly<Record<string, string>> = {
  cases: 'every case that must pass passes on the target',
  regression: 'no case that passed before fails now',
  committed: 'the change was reviewed, tested again and committed on a branch',
};

const claimsForModel = ({ accepted_claims, rejected_claims }: Judged): string =>
  [
    ...accepted_claims.map((id) => `accepted: ${CLAIMS[id] ?? id}`),
    ...rejected_claims.map(
      ({ claim, reason }) => `rejected: ${CLAIMS[claim] ?? claim}: ${inEnglish(reason)}`,
    ),
  ].join('\n');

/** What ran, without held-out cases: which cases show the change, and how many there are. */
function runForModel({ ctx, header, ending }: RunFacts): string {
  const { heldOut } = ctx.task;
  const [now, before] = [ctx.last_test_result, ctx.baseline?.result ?? null].map((one) =>
    withoutHeldOut(one, heldOut),
  );
  const names = (of: typeof now, isWanted: (status: string) => boolean): string[] =>
    (of?.cases ?? []).filter(({ status }) => isWanted(status)).map(({ name }) => name);
  const failing = names(before ?? null, (status) => status !== 'pass' && status !== 'skip');
  return [
    `target: ${header.profile.id}; verdict: ${ending.verdict ?? 'none'}`,
    `cases that failed without the change: ${failing.join(', ') || 'none'}`,
    `cases that pass with it: ${names(now ?? null, (status) => status === 'pass').join(', ') || 'none'}`,
  ].join('\n');
}

/** Risks that a model sees, marked as its own; they decide nothing. */
export async function risksByModel(
  ctx: OrchestratorContext,
  bench: CampaignBench,
  io: EffectIo,
  { claims, patch, files, facts }: Accepting,
): Promise<{ risks: Message[]; records: readonly string[] }> {
  const judged = await askRole(
    { role: 'REVIEWER', judgement: CAMPAIGN_ACCEPT },
    ctx,
    bench,
    io,
    (mark) => [
      mark('claims', claimsForModel(claims), 8000),
      ...(facts === null ? [] : [mark('run', runForModel(facts), 8000)]),
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
  const { risks } = await risksByModel(ctx, bench, io, { claims, patch: '', files: [], facts: null });
  const byRules = review.residual_risks.filter(({ risk }) => !isOfModel(risk));
  const residual_risks = [...byRules, ...risks.map((risk) => ({ item: stage.item, risk }))];
  return { ...recorded, stage: { ...stage, review: { ...review, residual_risks } } };
}

const OF_MODEL = text`model: “${''}”`.key;
const isOfModel = (words: Words): boolean => typeof words !== 'string' && words.key === OF_MODEL;
