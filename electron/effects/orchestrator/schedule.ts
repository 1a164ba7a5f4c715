import { setTimeout as delay } from 'node:timers/promises';
import { ok, type Result } from '../../../shared/problem.js';
import type { BoardProfile } from '../../../shared/profile/board.js';
import { text } from '../../../shared/texts/words.js';
import { currentBootId } from '../../bench/process/children.js';
import type { EffectIo } from '../../engine/effect.js';
import { pluggedIn } from '../../lab/boards/choose.js';
import {
  type BoardRegistry,
  isThereRegistry,
  listBoards,
  withBoardRegistry,
} from '../../lab/boards/registry.js';
import { giveBack, isTurn } from '../../lab/boards/tickets.js';
import { ownerIsAlive, thisProcess } from '../../lab/this-process.js';
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
  const busy = await busyProfile(ctx, bench, io);
  if (!busy.ok) return fatal(busy.error, 'SCHEDULE');
  const judged = { evidence: [], confidence: ctx.confidence };
  return busy.value === null
    ? { type: 'resource_ready', reason: text`a target is free`, ...judged }
    : { type: 'resource_busy', reason: text`every board of ${busy.value} is in use`, ...judged };
};

/** QUEUE: until a board is free. Whoever has one keeps it: only its own lease ends it. */
export const queue: CampaignEffect = async (ctx, bench, io) => {
  for (;;) {
    const busy = await busyProfile(ctx, bench, io);
    if (!busy.ok) return fatal(busy.error, 'QUEUE');
    if (busy.value === null)
      return { type: 'resource_available', reason: text`a board is free`, evidence: [] };
    io.progress('QUEUE', text`every board of ${busy.value} is in use`);
    await delay(LOOK_MS, undefined, { signal: io.signal });
  }
};

/**
 * The campaign's place in the line ends: its run has come to its end, or the campaign has. What keeps a damaged registry from taking it
 * back keeps everybody from standing in that line too.
 */
export async function leaveLine(home: string, campaign: string): Promise<void> {
  if (isThereRegistry(home)) await withBoardRegistry(home, (store) => giveBack(store, campaign));
}

/** The profile of the item's task, where it has boards and none of them is free for this campaign; null: a run can be dispatched. */
async function busyProfile(
  ctx: OrchestratorContext,
  bench: CampaignBench,
  { run }: Pick<EffectIo, 'run'>,
): Promise<Result<string | null>> {
  const item = currentItem(ctx);
  if (item === null) throw new Error('no item is worked on');
  if (bench.player('EXECUTOR') === 'mock' && item.task_file === null) return ok(null);
  const task = await taskOf(item, bench);
  if (!task.ok) return task;
  const { profile } = task.value;
  if (profile.kind !== 'board') return ok(null);
  return withBoardRegistry(bench.home, async (store) => {
    const boards = await boardsOf(store, profile);
    if (!boards.ok) return boards;
    if (boards.value.length === 0) return ok(null);
    const ticket = { profile: profile.id, owner: run, process: thisProcess() };
    const turn = isTurn(store, ticket, {
      ...{ isAlive: ownerIsAlive(currentBootId()), now: bench.now(), boards: boards.value },
      isWorking: bench.isWorking,
    });
    return turn.ok ? ok(turn.value ? null : profile.id) : turn;
  });
}

/** The registered boards of a profile that are plugged in; all of them where none is. */
async function boardsOf(store: BoardRegistry, profile: BoardProfile): Promise<Result<string[]>> {
  const listed = listBoards(store);
  if (!listed.ok) return listed;
  const here = await pluggedIn(store, profile);
  const own = listed.value.filter((board) => board.profile === profile.id).map(({ id }) => id);
  return ok(here.length > 0 ? here : own);
}
