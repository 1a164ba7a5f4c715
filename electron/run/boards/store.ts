import { mkdirSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { type Board, type BoardKey, BoardKeySchema, type Lease, LeaseSchema } from '../../../shared/board.js';
import { fail, ok, type Result } from '../../../shared/problem.js';
import { type Db, databaseProblem, openDatabase } from '../../journal/database.js';

/** All boards of this computer and who holds them. One database for all processes; times are epoch milliseconds. */
const SCHEMA = `
CREATE TABLE IF NOT EXISTS board (
  id TEXT PRIMARY KEY, profile TEXT NOT NULL, key TEXT NOT NULL, chip TEXT,
  failures INTEGER NOT NULL DEFAULT 0, quarantined TEXT, seen_at INTEGER NOT NULL
);
CREATE TABLE IF NOT EXISTS lease (
  board TEXT PRIMARY KEY REFERENCES board (id), owner TEXT NOT NULL, pid INTEGER NOT NULL,
  start_time TEXT NOT NULL, boot_id TEXT NOT NULL, since INTEGER NOT NULL, expires_at INTEGER
);
CREATE TABLE IF NOT EXISTS waiting (
  place INTEGER PRIMARY KEY AUTOINCREMENT, board TEXT NOT NULL, owner TEXT NOT NULL,
  pid INTEGER NOT NULL, start_time TEXT NOT NULL, boot_id TEXT NOT NULL, UNIQUE (board, owner)
);
CREATE TABLE IF NOT EXISTS flash (board TEXT NOT NULL, owner TEXT NOT NULL, at INTEGER NOT NULL);
CREATE INDEX IF NOT EXISTS flashes_of ON flash (owner, board);
`;

export interface BoardStore {
  db: Db;
  file: string;
}

/** Opens the registry below the data folder. Errors: DISK_FULL, HOME_UNWRITABLE, JOURNAL_CORRUPT. */
export function openBoardStore(home: string): Result<BoardStore> {
  const file = path.join(home, 'boards.db');
  try {
    mkdirSync(home, { recursive: true });
  } catch (error) {
    return fail(databaseProblem(error, file));
  }
  const db = openDatabase(file, SCHEMA);
  return db.ok ? ok({ db: db.value, file }) : db;
}

/** Does some work with the registry open. Errors: those of the work and of opening it. */
export async function withBoardStore<T>(
  home: string,
  work: (store: BoardStore) => Result<T> | Promise<Result<T>>,
): Promise<Result<T>> {
  const store = openBoardStore(home);
  if (!store.ok) return store;
  try {
    return await work(store.value);
  } finally {
    store.value.db.close();
  }
}

/** One write transaction: of two processes that want the same board only one gets it. */
export function inTransaction<T>(store: BoardStore, work: () => Result<T>): Result<T> {
  try {
    return store.db.transaction(work).immediate();
  } catch (error) {
    return fail(databaseProblem(error, store.file));
  }
}

const BoardRow = z.object({
  id: z.string(),
  profile: z.string(),
  key: z.string().transform((text) => BoardKeySchema.parse(JSON.parse(text))),
  chip: z.string().nullable(),
  failures: z.number().int(),
  quarantined: z.string().nullable(),
  seen_at: z.number(),
});

const WaitingRow = LeaseSchema.pick({ owner: true, pid: true, start_time: true, boot_id: true });
export type Waiting = z.infer<typeof WaitingRow>;

export function leaseOf(store: BoardStore, board: string): Lease | null {
  const row: unknown = store.db.prepare('SELECT * FROM lease WHERE board = ?').get(board);
  return row === undefined || row === null ? null : LeaseSchema.parse(row);
}

export const queueOf = (store: BoardStore, board: string): Waiting[] =>
  store.db
    .prepare('SELECT * FROM waiting WHERE board = ? ORDER BY place')
    .all(board)
    .map((row: unknown) => WaitingRow.parse(row));

/** Every board that was ever seen, by id. */
export function listBoards(store: BoardStore): Result<Board[]> {
  return inTransaction(store, () => {
    const rows: unknown[] = store.db.prepare('SELECT * FROM board ORDER BY id').all();
    return ok(
      rows.map((raw) => {
        const row = BoardRow.parse(raw);
        return {
          ...row,
          lease: leaseOf(store, row.id),
          queue: queueOf(store, row.id).map(({ owner }) => owner),
        };
      }),
    );
  });
}

/** Errors: BOARD_NOT_FOUND with the ids there are. */
export function findBoard(store: BoardStore, id: string): Result<Board> {
  const all = listBoards(store);
  if (!all.ok) return all;
  const board = all.value.find((one) => one.id === id);
  if (board) return ok(board);
  return fail({
    code: 'BOARD_NOT_FOUND',
    message: `there is no board ${id}`,
    next:
      all.value.length === 0
        ? 'plug it in and flash it once, or import a hardware map with `benchloop boards import`'
        : `use one of: ${all.value.map((one) => one.id).join(', ')}`,
  });
}

/** Adds a board, or notes that it was seen again under another port. */
export function noteBoard(
  store: BoardStore,
  board: { id: string; profile: string; key: BoardKey; chip?: string | null },
  now: number,
): Result<void> {
  return inTransaction(store, () => {
    store.db
      .prepare(
        `INSERT INTO board (id, profile, key, chip, seen_at) VALUES (?, ?, ?, ?, ?)
         ON CONFLICT (id) DO UPDATE SET profile = excluded.profile, key = excluded.key,
           chip = COALESCE(excluded.chip, chip), seen_at = excluded.seen_at`,
      )
      .run(board.id, board.profile, JSON.stringify(board.key), board.chip ?? null, now);
    return ok(undefined);
  });
}
