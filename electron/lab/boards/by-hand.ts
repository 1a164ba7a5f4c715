import type { Board, Lease } from '../../../shared/board.js';
import { fail, ok, type Result } from '../../../shared/problem.js';
import { currentBootId, isAlive } from '../../bench/process/children.js';

import { ownerIsAlive, thisProcess } from '../this-process.js';
import { releaseBoard, releaseLease, takeLease } from './lease.js';
import { type BoardRegistry, findBoard } from './registry.js';

/** Takes a board for a person: no run gets it until it is released. Errors: those of `takeLease`, without a place in the queue. */
export function leaseByHand(store: BoardRegistry, board: string, owner: string, now: number): Result<Lease> {
  const claim = { board, owner, process: thisProcess(), ttlMs: null };
  const lease = takeLease(store, claim, ownerIsAlive(currentBootId()), now);
  if (lease.ok || lease.error.code !== 'BOARD_LEASED') return lease;
  releaseLease(store, board, owner); // this command does not wait
  const holder = findBoard(store, board);
  if (!holder.ok) return holder;
  return fail({
    ...lease.error,
    message: holder.value.lease
      ? `${holder.value.lease.owner} holds board ${board}`
      : `others wait for board ${board}: ${holder.value.queue.join(', ')}`,
  });
}

/**
 * A person's word that the board is free and good again. Errors: BOARD_NOT_FOUND; BOARD_LEASED where a run that lives holds
 * it and `force` is not given.
 *
 * @returns the board as it was before
 */
export function releaseByHand(store: BoardRegistry, id: string, force: boolean): Result<Board> {
  const known = findBoard(store, id);
  if (!known.ok) return known;
  const { lease } = known.value;
  if (lease !== null && !force && isHeldByRun(lease))
    return fail({
      code: 'BOARD_LEASED',
      where: id,
      message: `${lease.owner} (process ${lease.pid}) works on the board`,
      next: `stop it first, or take the board from it with \`benchloop boards release ${id} --force\``,
    });
  const released = releaseBoard(store, id);
  return released.ok ? ok(known.value) : released;
}

/** A lease without end is one by hand: its command has ended long ago. */
export const isHeldByRun = (lease: Lease): boolean =>
  lease.expires_at !== null && lease.boot_id === currentBootId() && isAlive(lease.pid, lease.start_time);
