import type { Board } from '../../../shared/board.js';
import type { Port } from '../../../shared/port.js';
import { fail, ok, type Result } from '../../../shared/problem.js';
import type { BoardProfile } from '../../../shared/profile/board.js';
import { findBoard, fittingPorts } from '../../bench/ports/find-board.js';
import { listPorts } from '../../bench/ports/list-ports.js';
import { currentBootId } from '../../bench/process/children.js';
import { ownerIsAlive } from '../this-process.js';
import { freeBoards, type IsAlive } from './lease.js';
import { asKnown, needOf, type Seen } from './locate.js';
import { registeredId } from './registered-id.js';
import { type BoardRegistry, listBoards } from './registry.js';

/** A board that is plugged in, and its id in the registry, or the one that it will have there. */
export interface Candidate extends Seen {
  id: string;
}

/** Which of a profile's boards is wanted, by ids of the registry. */
export interface Wish {
  /** Taken even if it is not free and others are; while it is away, no other is. */
  prefer: string | null;
  avoid: readonly string[];
}

/**
 * The board of a profile: the one that fits, or of several the first that is free and that the registry knows under this
 * profile. What it does not know is not chosen by chance. Errors: BOARD_NOT_FOUND, those of the registry.
 */
export async function chooseBoard(
  store: BoardRegistry,
  profile: BoardProfile,
  { prefer, avoid }: Wish,
  isAlive: IsAlive = ownerIsAlive(currentBootId()),
): Promise<Result<Candidate>> {
  const listed = await listPorts();
  if (!listed.ok) return listed;
  const boards = listBoards(store);
  if (!boards.ok) return boards;
  const nobodys = freeBoards(store, isAlive, Date.now());
  if (!nobodys.ok) return nobodys;
  const ports = asKnown(profile, listed.value);
  const known = await knownBoards(boards.value, profile, ports);
  const left = known.filter(({ id }) => !avoid.includes(id));
  const free = left.find(({ id }) => nobodys.value.includes(id));
  const chosen = prefer === null ? (free ?? left[0]) : left.find(({ id }) => id === prefer);
  const candidate = (id: string, port: Port) =>
    ok({ id, port, itself: listed.value[ports.indexOf(port)] ?? port });
  if (chosen) return candidate(chosen.id, chosen.port);
  if (prefer !== null && known.length > 0) return fail(away(prefer));
  const found = await findBoard(profile.find, ports, needOf(profile));
  if (!found.ok) return found;
  const id = registeredId(boards.value, profile.id, found.value, ports);
  return avoid.includes(id) ? fail(givenUp(id)) : candidate(id, found.value);
}

/** How many boards of the profile, but for those, are plugged in and free now. */
export async function countOthers(
  store: BoardRegistry,
  profile: BoardProfile,
  but: readonly string[],
): Promise<number> {
  const free = freeBoards(store, ownerIsAlive(currentBootId()), Date.now());
  const known = await pluggedIn(store, profile);
  return known.filter((id) => !but.includes(id) && free.ok && free.value.includes(id)).length;
}

/** Ids of the boards of a profile that are plugged in; none where they cannot be listed, or nobody can tell them apart. */
export async function pluggedIn(store: BoardRegistry, profile: BoardProfile): Promise<string[]> {
  const [listed, boards] = [await listPorts(), listBoards(store)];
  if (!listed.ok || !boards.ok) return [];
  const known = await knownBoards(boards.value, profile, asKnown(profile, listed.value));
  return known.map(({ id }) => id);
}

/** Several boards that fit and are of this profile; none where one of them alone has several ports that fit. */
async function knownBoards(
  boards: readonly Board[],
  profile: BoardProfile,
  ports: readonly Port[],
): Promise<Pick<Candidate, 'id' | 'port'>[]> {
  const fitting = await fittingPorts(profile.find, ports, needOf(profile));
  const all = fitting.map((port) => ({ port, id: registeredId(boards, profile.id, port, ports) }));
  if (new Set(all.map(({ id }) => id)).size < all.length) return [];
  return all.filter(({ id }) => boards.some((board) => board.id === id && board.profile === profile.id));
}

const away = (id: string) => ({
  code: 'BOARD_NOT_FOUND' as const,
  where: id,
  message: 'the board that this run works on is not plugged in',
  next: 'plug it in again',
});

const givenUp = (id: string) => ({
  code: 'BOARD_NOT_FOUND' as const,
  where: id,
  message: 'this run has given the board up, and no other of the profile is there',
  next: 'plug in another board of the profile that `benchloop boards` knows, or mend this one',
});
