import type { Board, Lease } from '../../../shared/board.js';
import { fail, ok, type Problem, type Result } from '../../../shared/problem.js';
import { inEnglish } from '../../../shared/texts/words.js';
import { mayBeOne } from '../../bench/ports/same-board.js';
import type { OwnerRecord } from '../../journal/records.js';
import { type BoardRegistry, boardsIn, findBoard, inTransaction, leaseOf, queueOf } from './registry.js';

/** So many failed health checks in a row take a board out of use. */
export const QUARANTINE_AFTER = 3;

/** A lease that is not renewed for so long is over, ms; its holder renews it every third of that. */
export const LEASE_MS = 60_000;

export interface Claim {
  board: string;
  /** A run's id, or who takes it by hand. */
  owner: string;
  process: OwnerRecord;
  /** Null: held until it is given back, whether or not the process lives (a lease by hand). */
  ttlMs: number | null;
}

/** Whether that very process still runs. */
export type IsAlive = (process: OwnerRecord) => boolean;

/**
 * Takes the board, or a place in its queue. First come, first served: a free board goes to the head of the queue only.
 * A lease whose owner died or did not renew it counts as none. What another profile calls another board counts too, where
 * that may be this one. Errors: BOARD_LEASED with the holder and the place in the queue, BOARD_QUARANTINED with the reason,
 * BOARD_NOT_FOUND.
 */
export function takeLease(store: BoardRegistry, claim: Claim, isAlive: IsAlive, now: number): Result<Lease> {
  const known = findBoard(store, claim.board);
  if (!known.ok) return known;
  return inTransaction(store, () => {
    const alike = boardsIn(store).filter(
      ({ id, key }) => id !== claim.board && mayBeOne(key, known.value.key),
    );
    const refused = [known.value, ...alike].flatMap(quarantine)[0];
    if (refused) return fail(refused);
    dropTheDead(store, claim.board, isAlive, now);
    const holder = leaseOf(store, claim.board);
    if (holder && holder.owner !== claim.owner) return fail(wait(store, claim, holder));
    const [head] = queueOf(store, claim.board);
    if (!holder && head && head.owner !== claim.owner) return fail(wait(store, claim, null));
    const other = heldAsAnother(store, alike, isAlive, now);
    if (other && other.owner !== claim.owner) return fail(wait(store, claim, other));
    return ok(grant(store, claim, holder, now));
  });
}

/** The lease of one of them. */
function heldAsAnother(
  store: BoardRegistry,
  others: readonly Board[],
  isAlive: IsAlive,
  now: number,
): Lease | null {
  for (const { id } of others) dropTheDead(store, id, isAlive, now);
  return others.map(({ id }) => leaseOf(store, id)).find((lease) => lease !== null) ?? null;
}

/**
 * The boards that could be leased now: nobody has them or waits for them, and none is out of use. What the dead left is dropped first, so
 * that no board stays idle for the rest of their leases. @throws Error as all that reads rows: within `inTransaction`
 */
export function freeIn(store: BoardRegistry, isAlive: IsAlive, now: number): string[] {
  const boards = boardsIn(store);
  for (const { id } of boards) dropTheDead(store, id, isAlive, now);
  const isTaken = ({ id }: Board): boolean => leaseOf(store, id) !== null;
  const isOut = (board: Board): boolean => board.quarantined !== null || isTaken(board);
  return boards
    .filter(({ id }) => queueOf(store, id).length === 0)
    .filter((board) => !boards.some((one) => isOut(one) && (one === board || mayBeOne(one.key, board.key))))
    .map(({ id }) => id);
}

/** The same for whoever is about to choose one. */
export const freeBoards = (store: BoardRegistry, isAlive: IsAlive, now: number): Result<string[]> =>
  inTransaction(store, () => ok(freeIn(store, isAlive, now)));

/** Prolongs the lease. Errors: BOARD_LEASED where another got it meanwhile, LEASE_LOST where nobody has it any more. */
export function renewLease(store: BoardRegistry, claim: Claim, now: number): Result<void> {
  return inTransaction(store, () => {
    const { changes } = store.db
      .prepare('UPDATE lease SET expires_at = ? WHERE board = ? AND owner = ?')
      .run(claim.ttlMs === null ? null : now + claim.ttlMs, claim.board, claim.owner);
    return changes === 1 ? ok(undefined) : fail(lost(store, claim.board));
  });
}

/** Gives the board back, and the place in its queue; nothing happens where the owner has neither. */
export function releaseLease(store: BoardRegistry, board: string, owner: string): Result<void> {
  return inTransaction(store, () => {
    store.db.prepare('DELETE FROM lease WHERE board = ? AND owner = ?').run(board, owner);
    store.db.prepare('DELETE FROM waiting WHERE board = ? AND owner = ?').run(board, owner);
    return ok(undefined);
  });
}

/** What a health check said. The third failure in a row takes the board out of use until a person releases it. */
export function noteHealth(store: BoardRegistry, board: string, problem: Problem | null): Result<void> {
  return inTransaction(store, () => {
    if (problem === null) {
      store.db.prepare('UPDATE board SET failures = 0 WHERE id = ?').run(board);
      return ok(undefined);
    }
    store.db
      .prepare(
        `UPDATE board SET failures = failures + 1,
           quarantined = CASE WHEN failures + 1 >= ? THEN COALESCE(quarantined, ?) ELSE quarantined END WHERE id = ?`,
      )
      .run(
        QUARANTINE_AFTER,
        `${QUARANTINE_AFTER} failed health checks, last: ${inEnglish(problem.message)}`,
        board,
      );
    return ok(undefined);
  });
}

/** A person's word that the board is good again, and free. */
export function releaseBoard(store: BoardRegistry, board: string): Result<void> {
  return inTransaction(store, () => {
    store.db.prepare('UPDATE board SET failures = 0, quarantined = NULL WHERE id = ?').run(board);
    store.db.prepare('DELETE FROM lease WHERE board = ?').run(board);
    return ok(undefined);
  });
}

function grant(store: BoardRegistry, claim: Claim, holder: Lease | null, now: number): Lease {
  const { pid, startTime: start_time, bootId: boot_id } = claim.process;
  const expires_at = claim.ttlMs === null ? null : now + claim.ttlMs;
  const since = holder?.since ?? now;
  const lease: Lease = {
    board: claim.board,
    owner: claim.owner,
    pid,
    start_time,
    boot_id,
    since,
    expires_at,
  };
  store.db
    .prepare('INSERT OR REPLACE INTO lease VALUES (?, ?, ?, ?, ?, ?, ?)')
    .run(lease.board, lease.owner, pid, start_time, boot_id, since, expires_at);
  store.db.prepare('DELETE FROM waiting WHERE board = ? AND owner = ?').run(claim.board, claim.owner);
  return lease;
}

function dropTheDead(store: BoardRegistry, board: string, isAlive: IsAlive, now: number): void {
  const dead = (one: { pid: number; start_time: string; boot_id: string }): boolean =>
    !isAlive({ pid: one.pid, startTime: one.start_time, bootId: one.boot_id });
  const lease = leaseOf(store, board);
  // a lease by hand outlives the command that took it
  if (lease && lease.expires_at !== null && (lease.expires_at <= now || dead(lease)))
    store.db.prepare('DELETE FROM lease WHERE board = ?').run(board);
  for (const one of queueOf(store, board))
    if (dead(one))
      store.db.prepare('DELETE FROM waiting WHERE board = ? AND owner = ?').run(board, one.owner);
}

function wait(store: BoardRegistry, claim: Claim, holder: Lease | null): Problem {
  const { pid, startTime, bootId } = claim.process;
  store.db
    .prepare('INSERT OR IGNORE INTO waiting (board, owner, pid, start_time, boot_id) VALUES (?, ?, ?, ?, ?)')
    .run(claim.board, claim.owner, pid, startTime, bootId);
  const place = queueOf(store, claim.board).findIndex((one) => one.owner === claim.owner) + 1;
  const who = holder ? holding(holder) : `others wait for board ${claim.board}`;
  return {
    code: 'BOARD_LEASED',
    message: `${who}; this is number ${place} in its queue`,
    where: claim.board,
    next: 'wait, or see `benchloop boards list`',
  };
}

/** What has no end of its own ends when a person says so. */
function holding({ owner, board, expires_at }: Lease): string {
  const until = expires_at === null ? ` by hand, until \`benchloop boards release ${board}\`` : '';
  return `${owner} holds board ${board}${until}`;
}

const quarantine = ({ id, quarantined }: Board): Problem[] =>
  quarantined === null
    ? []
    : [
        {
          code: 'BOARD_QUARANTINED',
          message: `board ${id} takes no runs: ${quarantined}`,
          where: id,
          next: `mend it, then release it with \`benchloop boards release ${id}\``,
        },
      ];

const lost = (store: BoardRegistry, board: string): Problem =>
  lostTo(board, leaseOf(store, board)?.owner ?? queueOf(store, board)[0]?.owner);

/** That a lease is its owner's no more; `other` has the board, or is the next to have it. */
export function lostTo(board: string, other: string | undefined): Problem {
  return other === undefined
    ? {
        code: 'LEASE_LOST',
        message: `the lease of board ${board} was lost, and nobody holds it now`,
        where: board,
        next: 'somebody released it, or this computer slept; start again',
      }
    : {
        code: 'BOARD_LEASED',
        message: `the lease of board ${board} was lost to ${other}`,
        where: board,
        next: 'wait, or see `benchloop boards list`',
      };
}
