import { ok } from '../../../shared/problem.js';
import { nested, text } from '../../../shared/texts/words.js';
import { runnable } from '../../lab/tasks/order.js';
import type { CampaignEffect } from './bench.js';
import { fatal } from './problems.js';
import { takeNext } from './tasks/queue.js';

/** Plans of one item that a planner may change by itself. */
const MOST_CHANGES = 3;

/**
 * REPLAN_PATCH: after an item that passed, the next one. After one that is blocked, rules know no other plan: a person is asked.
 */
export const replanPatch: CampaignEffect = async (ctx, bench, io) => {
  const { epic, stages } = ctx;
  const last = stages.at(-1);
  if (epic === null || last === undefined) throw new Error('there is nothing to change in the plan');
  const written = await bench.store.put(epic, io.run);
  if (!written.ok) return fatal(written.error, 'REPLAN_PATCH');
  const { decision, rejected_claims: rejected } = last.review;
  const patched = { type: 'patch_applied' as const, evidence: [], confidence: 1, epic };
  if (decision !== 'replan') {
    const next = runnable(epic).length > 0 ? ok(null) : await takeNext(ctx, bench, io);
    if (!next.ok) return fatal(next.error, 'REPLAN_PATCH');
    if (next.value === null) return { ...patched, reason: text`“${last.title}” is done` };
    const reason = text`“${epic.goal}” is done; goes on with “${next.value.goal}”`;
    return { ...patched, epic: next.value, reason };
  }
  const changes = stages.filter(
    ({ item, review }) => item === last.item && review.decision === 'replan',
  ).length;
  const isMocked = bench.player('PLANNER') === 'mock' && bench.mock('PLANNER') === 'success';
  if (isMocked && changes < MOST_CHANGES) return { ...patched, reason: text`MOCK: the plan stays as it is` };
  const why = rejected[0]?.reason ?? text`the run did not reach its goal`;
  return {
    type: 'confidence_lt_0_6',
    reason: text`no other plan is known for “${last.title}”: ${nested(why)}`,
    evidence: [],
    confidence: 0.5,
  };
};
