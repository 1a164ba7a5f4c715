import { setTimeout as delay } from 'node:timers/promises';
import type { Board } from '../../../shared/board.js';
import { WAITING } from '../../../shared/events.js';
import { ok, type Result } from '../../../shared/problem.js';
import type { BoardProfile } from '../../../shared/profile/board.js';
import { inEnglish, joined, nested, text, type Words } from '../../../shared/texts/words.js';
import { currentBootId } from '../../bench/process/children.js';
import type { EffectIo } from '../../engine/effect.js';
import { pluggedIn } from '../../lab/boards/choose.js';
import {
  type BoardRegistry,
  isThereRegistry,
  listBoards,
  withBoardRegistry,
} from '../../lab/boards/registry.js';
import { giveBack, placeInLine, type Wait } from '../../lab/boards/tickets.js';
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
    : { type: 'resource_busy', reason: text`no board of ${busy.value.profile} is free`, ...judged };
};

/** QUEUE: until a board is free. Whoever has one keeps it: only its own lease ends it. It says who has them, whenever that changes. */
export const queue: CampaignEffect = async (ctx, bench, io) => {
  for (let told = ''; ; ) {
    const busy = await busyProfile(ctx, bench, io);
    if (!busy.ok) return fatal(busy.error, 'QUEUE');
    if (busy.value === null)
      return { type: 'resource_available', reason: text`a board is free`, evidence: [] };
    const why = whoHasBoards(busy.value);
    if (inEnglish(why) !== told) io.progress(WAITING, why);
    told = inEnglish(why);
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

interface Busy {
  profile: string;
  wait: Wait;
}

/** Why no board of the profile of the item's task is free for this campaign; null: one is, or it needs none, and a run can be dispatched. */
async function busyProfile(
  ctx: OrchestratorContext,
  bench: CampaignBench,
  { run }: Pick<EffectIo, 'run'>,
): Promise<Result<Busy | null>> {
  const item = currentItem(ctx);
  if (item === null) throw new Error('no item is worked on');
  if (bench.player('EXECUTOR') === 'mock' && item.task_file === null) return ok(null);
  const task = await taskOf(item, bench);
  if (!task.ok) return task;
  const { profile } = task.value;
  if (profile.kind !== 'board') return ok(null);
  const waits = await withBoardRegistry(bench.home, (store) => waitFor(store, profile, run, bench));
  if (!waits.ok) return waits;
  return ok(waits.value && { profile: profile.id, wait: waits.value });
}

/**
 * The place in the line for the boards of a profile that are plugged in, or all of them where none is. They are looked for only where one
 * could be free: on a busy computer that takes long, and whoever waits looks often.
 */
async function waitFor(
  store: BoardRegistry,
  profile: BoardProfile,
  run: string,
  bench: CampaignBench,
): Promise<Result<Wait | null>> {
  const listed = listBoards(store);
  if (!listed.ok) return listed;
  const own = listed.value.filter((board) => board.profile === profile.id).map(({ id }) => id);
  if (own.length === 0) return ok(null);
  const ticket = { profile: profile.id, owner: run, process: thisProcess() };
  const lineFor = (boards: readonly string[]) =>
    placeInLine(store, ticket, {
      ...{ isAlive: ownerIsAlive(currentBootId()), now: bench.now(), boards },
      isWorking: bench.isWorking,
    });
  const ofAll = lineFor(own);
  if (!ofAll.ok || ofAll.value?.free.length === 0) return ofAll;
  const here = await pluggedIn(store, profile);
  return here.length === 0 ? ofAll : lineFor(here);
}

/** Who has the boards of a profile that a campaign waits for, and which campaigns come before it. */
function whoHasBoards({ profile, wait: { boards, free, ahead } }: Busy): Words {
  const first = ahead.length === 0 ? [] : [text`first comes: ${ahead.join(', ')}`];
  const who = joined(...boards.map((board) => standingOf(board, free)), ...first);
  return text`waits for a board of ${profile}: ${nested(who)}`;
}

function standingOf({ id, quarantined, lease, queue }: Board, free: readonly string[]): Words {
  if (quarantined !== null) return text`${id} is out of use, until \`benchloop boards release ${id}\``;
  if (lease !== null && lease.expires_at === null)
    return text`${lease.owner} holds ${id} by hand, until \`benchloop boards release ${id}\``;
  if (lease !== null) return text`${lease.owner} uses ${id}`;
  if (free.includes(id)) return text`${id} is free for another`;
  return queue.length > 0
    ? text`${queue.join(', ')} waits for ${id}`
    : text`${id} is in use under another name`;
}
