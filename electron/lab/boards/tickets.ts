import type { Board } from '../../../shared/board.js';
import { ok, type Result } from '../../../shared/problem.js';
import type { OwnerRecord } from '../../journal/records.js';
import { freeIn, type IsAlive } from './lease.js';
import { type BoardRegistry, boardsIn, inTransaction, ticketsFor, type Waiting } from './registry.js';

/** A place in the line for any board of a profile. */
export interface Ticket {
  profile: string;
  /** The campaign. A run that it dispatches has an id that begins with it. */
  owner: string;
  process: OwnerRecord;
}

export interface Line {
  isAlive: IsAlive;
  now: number;
  /** The boards that the ticket is for. */
  boards: readonly string[];
  /** Whether whoever has a ticket gets on by itself: one that waits for a person keeps no board from others. */
  isWorking: (owner: string) => boolean;
}

/** Why no board is there for a ticket yet. */
export interface Wait {
  /** The boards that it is for. */
  boards: readonly Board[];
  /** Of these, the free ones: they are promised to those who came earlier. */
  free: readonly string[];
  /** Owners who came earlier, and have no board yet. */
  ahead: readonly string[];
}

/**
 * Takes a ticket, or keeps the one that is held, and says why no board is there for it; null: one is, as more are free than others came
 * before for. A ticket counts until its owner's run has a board, its owner gives it back, waits for a person, or its process dies.
 * Nothing is written where nothing has changed: whoever waits looks often. Errors: JOURNAL_CORRUPT.
 */
export const placeInLine = (store: BoardRegistry, ticket: Ticket, line: Line): Result<Wait | null> =>
  inTransaction(store, () => {
    const { profile, owner, process } = ticket;
    dropTheDead(store, profile, line.isAlive);
    store.db
      .prepare(
        `INSERT INTO ticket (profile, owner, pid, start_time, boot_id) VALUES (?, ?, ?, ?, ?)
         ON CONFLICT (owner) DO UPDATE SET pid = excluded.pid, start_time = excluded.start_time, boot_id = excluded.boot_id
         WHERE (pid, start_time, boot_id) IS NOT (excluded.pid, excluded.start_time, excluded.boot_id)`,
      )
      .run(profile, owner, process.pid, process.startTime, process.bootId);
    const free = freeIn(store, line.isAlive, line.now).filter((id) => line.boards.includes(id));
    const boards = boardsIn(store);
    const tickets = ticketsFor(store, profile);
    const before = tickets.slice(
      0,
      tickets.findIndex((one) => one.owner === owner),
    );
    const ahead = withoutBoard(before, boards).filter((one) => line.isWorking(one));
    if (ahead.length < free.length) return ok(null);
    return ok({ boards: boards.filter(({ id }) => line.boards.includes(id)), free, ahead });
  });

/** Owners of tickets none of whose runs has a board. */
function withoutBoard(tickets: readonly Waiting[], boards: readonly Board[]): string[] {
  const holders = boards.flatMap(({ lease }) => lease?.owner ?? []);
  return tickets
    .map(({ owner }) => owner)
    .filter((owner) => !holders.some((holder) => holder.startsWith(`${owner}-`)));
}

/** Who waits for any board of a profile. */
interface LineOfProfile {
  profile: string;
  /** Campaigns without a board, in the order in which they came. */
  owners: string[];
}

/** The lines in which somebody waits. Errors: JOURNAL_CORRUPT. */
export const linesNow = (store: BoardRegistry, isAlive: IsAlive): Result<LineOfProfile[]> =>
  inTransaction(store, () => {
    const boards = boardsIn(store);
    const lines = [...new Set(boards.map(({ profile }) => profile))].map((profile) => {
      dropTheDead(store, profile, isAlive);
      return { profile, owners: withoutBoard(ticketsFor(store, profile), boards) };
    });
    return ok(lines.filter(({ owners }) => owners.length > 0));
  });

/** Gives a ticket back; nothing happens where there is none. */
export const giveBack = (store: BoardRegistry, owner: string): Result<void> =>
  inTransaction(store, () => {
    store.db.prepare('DELETE FROM ticket WHERE owner = ?').run(owner);
    return ok(undefined);
  });

function dropTheDead(store: BoardRegistry, profile: string, isAlive: IsAlive): void {
  for (const { owner, pid, start_time, boot_id } of ticketsFor(store, profile))
    if (!isAlive({ pid, startTime: start_time, bootId: boot_id }))
      store.db.prepare('DELETE FROM ticket WHERE owner = ?').run(owner);
}
