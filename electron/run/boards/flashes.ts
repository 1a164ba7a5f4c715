import * as z from 'zod';
import { fail, ok, type Problem, type Result } from '../../../shared/problem.js';
import { type BoardStore, inTransaction, openBoardStore } from './store.js';

/** A write to a board that is about to begin. */
export interface FlashCount {
  board: string;
  /** A run's id, or who flashes by hand. */
  owner: string;
  /** So often the owner may write to this board; null: as often as they like. */
  limit: number | null;
}

/** Counts a write before it begins: one that a crash cuts off has worn the flash too. Errors: FLASH_BUDGET_SPENT. */
export function noteFlash(store: BoardStore, { board, owner, limit }: FlashCount, now: number): Result<void> {
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

const CountRow = z.object({ board: z.string(), count: z.number().int() });

/** How often an owner began to write to each board. */
export const flashesOf = (store: BoardStore, owner: string): z.infer<typeof CountRow>[] =>
  store.db
    .prepare('SELECT board, COUNT(*) AS count FROM flash WHERE owner = ? GROUP BY board ORDER BY MIN(at)')
    .all(owner)
    .map((row: unknown) => CountRow.parse(row));

/** `flashesOf` in the registry of a data folder. Errors: those of opening it. */
export const flashesBy = (home: string, owner: string): Result<z.infer<typeof CountRow>[]> =>
  inRegistry(home, (store) => ok(flashesOf(store, owner)));

function inRegistry<T>(home: string, use: (store: BoardStore) => Result<T>): Result<T> {
  const store = openBoardStore(home);
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
