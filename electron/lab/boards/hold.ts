import { setTimeout as delay } from 'node:timers/promises';
import type { Board, BoardKey, Lease } from '../../../shared/board.js';
import { fail, ok, type Problem, type ProblemCode, type Result } from '../../../shared/problem.js';
import type { BmcProfile } from '../../../shared/profile/bmc.js';
import type { BoardProfile } from '../../../shared/profile/board.js';
import type { Find } from '../../../shared/profile/find.js';
import type { ScriptProfile } from '../../../shared/profile/script.js';
import { inEnglish } from '../../../shared/texts/words.js';
import type { BoardTarget } from '../../bench/board/board-target.js';
import { findBoard } from '../../bench/ports/find-board.js';
import { listPorts } from '../../bench/ports/list-ports.js';
import { boardKey, joined } from '../../bench/ports/same-board.js';
import type { OwnerRecord } from '../../journal/records.js';
import { boardId } from './board-id.js';
import { chooseBoard, pluggedIn, type Wish } from './choose.js';
import {
  type Claim,
  freeBoards,
  type IsAlive,
  LEASE_MS,
  noteHealth,
  releaseLease,
  renewLease,
  takeLease,
} from './lease.js';
import { consoleOf } from './locate.js';
import { registeredId } from './registered-id.js';
import { type BoardRegistry, forgetBoard, listBoards, noteBoard, openBoardRegistry } from './registry.js';
import { type Watch, watchBoard } from './watch-board.js';

/** A board that this run has to itself until it lets go. */
export interface BoardHold {
  target: BoardTarget;
  /** Whether the board is still the owner's, prolonging the lease. Errors: those of `renewLease`. */
  held(): Result<void>;
  /** Aborted when the lease is found to be lost, at the latest a third of its time later. */
  lost: AbortSignal;
  /** It is what the profile says: the registry knows it from now on, where it did not before. */
  noteAnswered(): void;
  /** What a health check said; the third bad one in a row takes the board out of use. */
  noteHealth(problem: Problem | null): void;
  release(): void;
}

/** A profile of scripts that says on which board they work. */
export type FoundScript = ScriptProfile & { find: Find };

export interface HoldOptions {
  home: string;
  profile: BoardProfile | BmcProfile | FoundScript;
  /** Which of several boards; absent: any. */
  wish?: Wish;
  owner: string;
  process: OwnerRecord;
  isAlive: IsAlive;
  signal: AbortSignal;
  /** Told while others hold the board. */
  onWaiting: (why: string) => void;
}

/** How often a place in the queue is looked at, ms. */
const ASK_MS = 500;

/**
 * Finds a board of a profile, or its machine, and waits for its lease until the signal aborts. Errors: BOARD_NOT_FOUND,
 * BOARD_QUARANTINED, BOARD_LEASED where the wait was cut short, and those of the registry.
 */
export async function holdBoard(o: HoldOptions): Promise<Result<BoardHold>> {
  const store = openBoardRegistry(o.home);
  if (!store.ok) return store;
  const held = await holdIn(store.value, o);
  if (!held.ok) store.value.db.close();
  return held;
}

/** A board that others have is waited for in its queue, until another one of the profile is free. */
async function holdIn(store: BoardRegistry, o: HoldOptions): Promise<Result<BoardHold>> {
  for (;;) {
    const tried = await tryOne(store, o);
    if (tried !== 'other is free') return tried;
  }
}

async function tryOne(store: BoardRegistry, o: HoldOptions): Promise<Result<BoardHold> | 'other is free'> {
  const chosen = await choose(store, o);
  if (!chosen.ok) return chosen;
  const { target, key } = chosen.value;
  const { id } = target;
  const claim: Claim = { board: id, owner: o.owner, process: o.process, ttlMs: LEASE_MS };
  const boards = listBoards(store);
  if (!boards.ok) return boards;
  const before = boards.value.find((board) => board.id === id);
  const known = before === undefined ? key : joined(key, before.key);
  const noted = noteBoard(store, { id, profile: o.profile.id, key: known }, Date.now());
  const leased = noted.ok ? await lease(store, claim, o) : noted;
  if (leased !== 'other is free' && leased.ok) return ok(held(store, claim, { target, before }));
  letGo(store, claim, before);
  return leased;
}

interface Chosen {
  target: BoardTarget & Watch;
  key: BoardKey;
}

/** What is only ever seen under one name. */
const UNWATCHED: Omit<Watch, 'findDevice'> = {
  entered: async () => undefined,
  settle: async () => undefined,
  forgetIfJoined: () => undefined,
};

/** A machine behind a controller is known by its host, whatever profile names it; nobody chooses among several. */
async function choose(
  store: BoardRegistry,
  { profile, wish, isAlive }: HoldOptions,
): Promise<Result<Chosen>> {
  if (profile.kind === 'bmc') {
    const key = { usb: null, serial: null, topology: null, port: profile.host };
    const findDevice = async () => fail(NO_DEVICE);
    const target = { ...UNWATCHED, id: boardId('bmc', key), port: profile.host, findDevice };
    return ok({ target, key });
  }
  if (profile.kind === 'script') return chooseForScript(store, profile);
  const chosen = await chooseBoard(store, profile, wish ?? { prefer: null, avoid: [] }, isAlive);
  if (!chosen.ok) return chosen;
  const { id, port: board } = chosen.value;
  const console = await consoleOf(profile, board);
  if (!console.ok) return console;
  const watch = watchBoard(store, profile, chosen.value);
  return ok({ target: { id, port: console.value, ...watch }, key: boardKey(board) });
}

/** Its port, where it has just one, else the device that a vendor's program finds by itself. */
async function chooseForScript(
  store: BoardRegistry,
  { id: profile, find }: FoundScript,
): Promise<Result<Chosen>> {
  const [listed, boards] = [await listPorts(), listBoards(store)];
  if (!listed.ok) return listed;
  if (!boards.ok) return boards;
  const port = await findBoard(find, listed.value, 'port');
  const found = port.ok ? port : await findBoard(find, listed.value, 'device');
  if (!found.ok) return found;
  const id = registeredId(boards.value, profile, found.value, listed.value);
  const path = port.ok ? port.value.path : null;
  const target = { ...UNWATCHED, id, port: path, findDevice: async () => found };
  return ok({ target, key: boardKey(found.value) });
}

/** Gives back what was only tried, as the registry knew it before. */
function letGo(store: BoardRegistry, { board, owner }: Claim, before: Board | undefined): void {
  releaseLease(store, board, owner);
  if (before === undefined) forgetBoard(store, board);
  else noteBoard(store, before, before.seen_at);
}

const NO_DEVICE: Problem = { code: 'BOARD_NOT_FOUND', message: 'the board is no USB device' };

async function lease(
  store: BoardRegistry,
  claim: Claim,
  o: HoldOptions,
): Promise<Result<Lease> | 'other is free'> {
  for (let told = ''; ; ) {
    const taken = takeLease(store, claim, o.isAlive, Date.now());
    if (taken.ok || taken.error.code !== 'BOARD_LEASED') return taken;
    if (o.signal.aborted) return fail(taken.error);
    const message = inEnglish(taken.error.message);
    if (message !== told) o.onWaiting(message);
    told = message;
    await delay(ASK_MS, undefined, { signal: o.signal }).catch(() => undefined);
    if (!o.signal.aborted && (await isOtherFree(store, claim.board, o))) return 'other is free';
  }
}

/** Whether the run could take another board of its profile than the one that it waits for. */
async function isOtherFree(store: BoardRegistry, board: string, o: HoldOptions): Promise<boolean> {
  const { profile, wish } = o;
  if (profile.kind !== 'board' || (wish?.prefer ?? null) !== null) return false;
  const free = freeBoards(store, o.isAlive, Date.now());
  if (!free.ok || free.value.length === 0) return false;
  const others = (await pluggedIn(store, profile)).filter((id) => id !== board && !wish?.avoid.includes(id));
  return others.some((id) => free.value.includes(id));
}

const LOST: readonly ProblemCode[] = ['LEASE_LOST', 'BOARD_LEASED'];

interface Held extends Pick<Chosen, 'target'> {
  /** As the registry knew it; absent: not yet. */
  before: Board | undefined;
}

function held(store: BoardRegistry, claim: Claim, { target, before }: Held): BoardHold {
  let hasAnswered = false;
  const lost = new AbortController();
  const stillHeld = (): Result<void> => {
    const renewed = renewLease(store, claim, Date.now());
    // what is wrong with the registry only says that it is not known
    if (!renewed.ok && LOST.includes(renewed.error.code)) lost.abort();
    return renewed;
  };
  const renewal = setInterval(stillHeld, LEASE_MS / 3);
  renewal.unref();
  return {
    target,
    held: stillHeld,
    lost: lost.signal,
    noteAnswered: () => {
      hasAnswered = true;
    },
    noteHealth: (problem) => {
      hasAnswered ||= problem === null;
      noteHealth(store, claim.board, problem);
    },
    release: () => {
      clearInterval(renewal);
      if (hasAnswered) releaseLease(store, claim.board, claim.owner);
      else letGo(store, claim, before);
      target.forgetIfJoined();
      store.db.close();
    },
  };
}
