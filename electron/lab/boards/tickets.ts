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

/**
 * Takes a ticket, or keeps the one that is held, and says whether a board is there for it: more are free than others came before for. A
 * ticket counts until its owner's run has a board, its owner gives it back, waits for a person, or its process dies. Errors: JOURNAL_CORRUPT.
 */
export const isTurn = (store: BoardRegistry, ticket: Ticket, line: Line): Result<boolean> =>
  inTransaction(store, () => {
    const { profile, owner, process } = ticket;
    dropTheDead(store, profile, line.isAlive);
    store.db
      .prepare(
        `INSERT INTO ticket (profile, owner, pid, start_time, boot_id) VALUES (?, ?, ?, ?, ?)
         ON CONFLICT (owner) DO UPDATE SET pid = excluded.pid, start_time = excluded.start_time, boot_id = excluded.boot_id`,
      )
      .run(profile, owner, process.pid, process.startTime, process.bootId);
    const free = freeIn(store, line.isAlive, line.now).filter((id) => line.boards.includes(id));
    const tickets = ticketsFor(store, profile);
    const before = tickets.slice(
      0,
      tickets.findIndex((one) => one.owner === owner),
    );
    const holders = boardsIn(store).flatMap(({ lease }) => lease?.owner ?? []);
    const hasBoard = (one: Waiting): boolean => holders.some((holder) => holder.startsWith(`${one.owner}-`));
    const ahead = before.filter((one) => !hasBoard(one) && line.isWorking(one.owner));
    return ok(ahead.length < free.length);
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
