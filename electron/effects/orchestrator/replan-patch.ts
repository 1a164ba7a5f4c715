import type * as z from 'zod';
import type { Stage } from '../../../shared/campaign.js';
import { ok } from '../../../shared/problem.js';
import { inEnglish, nested, text, type Words } from '../../../shared/texts/words.js';
import { visible } from '../../../shared/visible-text.js';
import { type Epic, isUnfinished } from '../../../shared/work-item.js';
import { CAMPAIGN_REPLAN } from '../../agents/campaign/judgements.js';
import type { EffectIo } from '../../engine/effect.js';
import { runnable } from '../../lab/tasks/order.js';
import { type OrchestratorContext, SURE } from '../../machine/orchestrator/context.js';
import { askRole } from './ask-role.js';
import type { CampaignBench, CampaignEffect, CampaignOutcome } from './bench.js';
import { linesForModel } from './detail-design.js';
import { fatal } from './problems.js';
import { takeNext } from './tasks/queue.js';

/** Plans of one item that a planner may change by itself. */
const MOST_CHANGES = 3;

/**
 * REPLAN_PATCH: after an item that passed, the next one. After one that is blocked a planner with a model may change the plan; rules know
 * no other plan: a person is asked.
 */
export const replanPatch: CampaignEffect = async (ctx, bench, io) => {
  const { epic, stages } = ctx;
  const last = stages.at(-1);
  if (epic === null || last === undefined) throw new Error('there is nothing to change in the plan');
  const written = await bench.store.put(epic, io.run);
  if (!written.ok) return fatal(written.error, 'REPLAN_PATCH');
  const { decision } = last.review;
  if (decision !== 'replan') return nextOf(ctx, epic, last, bench, io);
  const changes = stages.filter(
    ({ item, review }) => item === last.item && review.decision === 'replan',
  ).length;
  if (changes >= MOST_CHANGES) return unsure(noOther(last));
  if (bench.player('PLANNER') === 'mock')
    return bench.mock('PLANNER') === 'success'
      ? patched(epic, text`MOCK: the plan stays as it is`)
      : unsure(noOther(last));
  return replanned(ctx, epic, last, bench, io);
};

async function nextOf(
  ctx: OrchestratorContext,
  epic: Epic,
  { title }: Stage,
  bench: CampaignBench,
  io: EffectIo,
): Promise<CampaignOutcome> {
  const next = runnable(epic).length > 0 ? ok(null) : await takeNext(ctx, bench, io);
  if (!next.ok) return fatal(next.error, 'REPLAN_PATCH');
  return next.value === null
    ? patched(epic, text`“${title}” is done`)
    : patched(next.value, text`“${epic.goal}” is done; goes on with “${next.value.goal}”`);
}

async function replanned(
  ctx: OrchestratorContext,
  epic: Epic,
  last: Stage,
  bench: CampaignBench,
  io: EffectIo,
): Promise<CampaignOutcome> {
  const { rejected_claims: rejected } = last.review;
  const judged = await askRole({ role: 'PLANNER', judgement: CAMPAIGN_REPLAN }, ctx, bench, io, (mark) => [
    mark('item', `${last.item} ${last.title}`, 500),
    mark(
      'plan',
      epic.items
        .map(
          ({ id, title, status, deps }) => `${id} ${status} ${title} (after ${deps.join(', ') || 'nothing'})`,
        )
        .join('\n'),
      4000,
    ),
    mark(
      'refuted',
      rejected.map(({ claim, code, reason }) => `${claim}: ${code}: ${inEnglish(reason)}`).join('\n'),
      4000,
    ),
    mark('findings', linesForModel(ctx.research.findings), 8000),
  ]);
  if (judged === null) return unsure(noOther(last));
  const { value: change, records } = judged;
  const why = text`the planner is not sure; model: “${visible(change.reason)}”`;
  if (change.confidence < SURE) return unsure(why, change.confidence, records);
  const after = changed(epic, last.item, change, bench.now());
  if (after === null)
    return unsure(
      text`the planner's change does not fit the plan; model: “${visible(change.reason)}”`,
      0.5,
      records,
    );
  const reason = text`the planner changed the plan; model: “${visible(change.reason)}”`;
  return { ...patched(after, reason, records), confidence: change.confidence };
}

type Change = z.infer<(typeof CAMPAIGN_REPLAN)['schema']>;

/**
 * The epic as the planner wants it; null where that names what is no unfinished item, changes nothing, or leaves nothing to do. An item
 * that its target has refuted is given up by a person alone.
 */
function changed(epic: Epic, current: string, { note, order, drop }: Change, at: number): Epic | null {
  const open = new Set(epic.items.filter(isUnfinished).map(({ id }) => id));
  const isKnown = [...order, ...drop].every((id) => open.has(id)) && !drop.includes(current);
  if (!isKnown || (note.trim() === '' && order.length === 0 && drop.length === 0)) return null;
  const items = epic.items.map((item) => ({
    ...item,
    deps: item.deps.filter((id) => !drop.includes(id)),
    ...(order.includes(item.id) && { priority: order.indexOf(item.id) + 1, updated_at: at }),
    ...(drop.includes(item.id) && { status: 'cancelled' as const, updated_at: at }),
    ...(item.id === current && note.trim() !== '' && { notes: [...(item.notes ?? []), note] }),
  }));
  const after = { ...epic, items, updated_at: at };
  return runnable(after).length > 0 ? after : null;
}

const patched = (epic: Epic, reason: Words, evidence: readonly string[] = []) => ({
  ...{ type: 'patch_applied' as const, reason, evidence, confidence: 1, epic },
});

const unsure = (reason: Words, confidence = 0.5, evidence: readonly string[] = []): CampaignOutcome => ({
  ...{ type: 'confidence_lt_0_6', reason, evidence, confidence },
});

function noOther({ title, review }: Stage): Words {
  const why = review.rejected_claims[0]?.reason ?? text`the run did not reach its goal`;
  return text`no other plan is known for “${title}”: ${nested(why)}`;
}
