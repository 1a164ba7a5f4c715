import * as z from 'zod';
import { fail, ok, type Problem, type Result } from '../../../shared/problem.js';
import { recordKind } from '../../journal/rows.js';
import { orThrow } from '../../journal/tables.js';
import { type BoardRegistry, inTransaction, openBoardRegistry } from './registry.js';

/** A write to a board that is about to begin. */
export interface FlashCount {
  board: string;
  /** A run's id, or who flashes by hand. */
  owner: string;
  /** So often the owner may write to this board; null: as often as they like. */
  limit: number | null;
}

/** Counts a write before it begins: one that a crash cuts off has worn the flash too. Errors: FLASH_BUDGET_SPENT. */
export function noteFlash(
  store: BoardRegistry,
  { board, owner, limit }: FlashCount,
  now: number,
): Result<void> {
  return inTransaction(store, () => {
    const before = flashesOf(store, owner).find((one) => one.board === board)?.count ?? 0;
    if (limit !== null && before >= limit) return fail(spent(board, limit));
    store.db.prepare('INSERT INTO flash VALUES (?, ?, ?)').run(board, owner, now);
    return ok(undefined);
  });
}

/** `noteFlash` in the registry of a data folder, now. Errors: also those of opening it. */
export function countFlash(home: string, count: FlashCount): Result<void> {
  return inRegistry(home, (store) => noteFlash(store, count, Date.now()));
}

const FLASH = recordKind('flash', 'flash', z.object({ board: z.string() }), ({ board }) => board);

/**
 * How often an owner began to write to each board.
 *
 * @throws Error that carries the problem: within `inTransaction`
 */
export function flashesOf({ tables }: BoardRegistry, owner: string): { board: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const board of orThrow(tables.list(FLASH, 'WHERE owner = ? ORDER BY at', owner)))
    counts.set(board, (counts.get(board) ?? 0) + 1);
  return [...counts].map(([board, count]) => ({ board, count }));
}

/** `flashesOf` in the registry of a data folder. Errors: those of opening it. */
export const flashesBy = (home: string, owner: string): Result<ReturnType<typeof flashesOf>> =>
  inRegistry(home, (store) => inTransaction(store, () => ok(flashesOf(store, owner))));

function inRegistry<T>(home: string, use: (store: BoardRegistry) => Result<T>): Result<T> {
  const store = openBoardRegistry(home);
  if (!store.ok) return store;
  try {
    return use(store.value);
  } finally {
    store.value.db.close();
  }
}

const spent = (board: string, limit: number): Problem => ({
  code: 'FLASH_BUDGET_SPENT',
  where: board,
  message: `this run has written to the board ${limit} times, which is all that its profile allows; nothing more was written`,
  next: 'start another run, or raise `flashesPerRun` in the profile: flash wears out',
});
