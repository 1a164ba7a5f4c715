import { setTimeout as delay } from 'node:timers/promises';
import { ok, type Result } from '../../../shared/problem.js';
import { text } from '../../../shared/texts/words.js';
import { listBoards, withBoardRegistry } from '../../lab/boards/registry.js';
import { currentItem, type OrchestratorContext } from '../../machine/orchestrator/context.js';
import type { CampaignBench, CampaignEffect } from './bench.js';
import { fatal } from './problems.js';
import { taskOf } from './tasks/epics.js';

/** How often it is looked whether a board is free, ms. */
const LOOK_MS = 500;

/** SCHEDULE: whether a target is free for the item. */
export const schedule: CampaignEffect = async (ctx, bench, io) => {
  if (ctx.epic === null) throw new Error('there is no epic to schedule');
  // another campaign may have taken the epic up meanwhile
  const mine = await bench.store.put(ctx.epic, io.run);
  if (!mine.ok) return fatal(mine.error, 'SCHEDULE');
  const busy = await busyProfile(ctx, bench);
  if (!busy.ok) return fatal(busy.error, 'SCHEDULE');
  const judged = { evidence: [], confidence: ctx.confidence };
  return busy.value === null
    ? { type: 'resource_ready', reason: text`a target is free`, ...judged }
    : { type: 'resource_busy', reason: text`every board of ${busy.value} is in use`, ...judged };
};

/** QUEUE: until a board is free. Whoever has one keeps it: only its own lease ends it. */
export const queue: CampaignEffect = async (ctx, bench, io) => {
  for (;;) {
    const busy = await busyProfile(ctx, bench);
    if (!busy.ok) return fatal(busy.error, 'QUEUE');
    if (busy.value === null)
      return { type: 'resource_available', reason: text`a board is free`, evidence: [] };
    io.progress('QUEUE', text`every board of ${busy.value} is in use`);
    await delay(LOOK_MS, undefined, { signal: io.signal });
  }
};

/** The profile of the item's task, where it has registered boards and none of them is free; null: a run can be dispatched. */
async function busyProfile(ctx: OrchestratorContext, bench: CampaignBench): Promise<Result<string | null>> {
  const item = currentItem(ctx);
  if (item === null) throw new Error('no item is worked on');
  if (bench.player('EXECUTOR') === 'mock' && item.task_file === null) return ok(null);
  const task = await taskOf(item, bench);
  if (!task.ok) return task;
  const { profile } = task.value;
  if (profile.kind !== 'board') return ok(null);
  const boards = await withBoardRegistry(bench.home, listBoards);
  if (!boards.ok) return boards;
  const own = boards.value.filter((board) => board.profile === profile.id);
  const isFree = ({ lease, quarantined }: (typeof own)[number]): boolean =>
    quarantined === null &&
    (lease === null || (lease.expires_at !== null && lease.expires_at <= bench.now()));
  return ok(own.length > 0 && !own.some(isFree) ? profile.id : null);
}
