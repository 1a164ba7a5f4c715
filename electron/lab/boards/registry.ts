import { existsSync } from 'node:fs';
import path from 'node:path';
import type * as z from 'zod';
import { type Board, BoardKeySchema, BoardSchema, type Lease, LeaseSchema } from '../../../shared/board.js';
import { fail, ok, type Result } from '../../../shared/problem.js';
import { json, recordKind } from '../../journal/rows.js';
import { orThrow } from '../../journal/tables.js';
import {
  inSharedTransaction,
  openShared,
  type SharedDatabase,
  type SharedStore,
} from '../shared-database.js';

/** All boards of this computer and who holds them. One database for all processes; times are epoch milliseconds. */
const SCHEMA = `
CREATE TABLE IF NOT EXISTS board (
  id TEXT PRIMARY KEY, profile TEXT NOT NULL, key TEXT NOT NULL,
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
CREATE TABLE IF NOT EXISTS ticket (
  place INTEGER PRIMARY KEY AUTOINCREMENT, profile TEXT NOT NULL, owner TEXT NOT NULL UNIQUE,
  pid INTEGER NOT NULL, start_time TEXT NOT NULL, boot_id TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS flash (board TEXT NOT NULL, owner TEXT NOT NULL, at INTEGER NOT NULL);
CREATE INDEX IF NOT EXISTS flashes_of ON flash (owner, board);
CREATE TABLE IF NOT EXISTS envelope_end (board TEXT NOT NULL, owner TEXT NOT NULL, why TEXT NOT NULL, at INTEGER NOT NULL);
`;

export type BoardRegistry = SharedDatabase;

const STORE: SharedStore = {
  name: 'boards.db',
  schema: SCHEMA,
  empty: 'the registry of boards is an empty file: what it held is lost, unless its making was cut off',
  renew: 'move this file away: boards are registered again when they are used',
};

/** Opens the registry below the data folder. Errors: DISK_FULL, HOME_UNWRITABLE, JOURNAL_CORRUPT. */
export const openBoardRegistry = (home: string): Result<BoardRegistry> => openShared(home, STORE);

/** Whether any board was ever registered: opening the registry makes it. */
export const isThereRegistry = (home: string): boolean => existsSync(path.join(home, STORE.name));

/** Does some work with the registry open. Errors: those of the work and of opening it. */
export async function withBoardRegistry<T>(
  home: string,
  work: (store: BoardRegistry) => Result<T> | Promise<Result<T>>,
): Promise<Result<T>> {
  const store = openBoardRegistry(home);
  if (!store.ok) return store;
  try {
    return await work(store.value);
  } finally {
    store.value.db.close();
  }
}

/** One write transaction: of two processes that want the same board only one gets it. */
export const inTransaction = <T>(store: BoardRegistry, work: () => Result<T>): Result<T> =>
  inSharedTransaction(STORE, store, work);

const BoardRow = BoardSchema.omit({ lease: true, queue: true }).extend({
  key: json.pipe(BoardKeySchema),
});
const WaitingRow = LeaseSchema.pick({ owner: true, pid: true, start_time: true, boot_id: true });
export type Waiting = z.infer<typeof WaitingRow>;

const BOARD = recordKind('board', 'board', BoardRow, (row) => row);
const LEASE = recordKind('lease', 'lease', LeaseSchema, (row): Lease => row);
const WAITING = recordKind('place in the queue', 'waiting', WaitingRow, (row): Waiting => row);

const TICKET = recordKind('ticket', 'ticket', WaitingRow, (row): Waiting => row);

/** @throws Error that carries the problem, as all that reads rows here: within `inTransaction`. */
export const leaseOf = ({ tables }: BoardRegistry, board: string): Lease | null =>
  orThrow(tables.find(LEASE, 'WHERE board = ?', board));

/** Who waits for any board of a profile, in the order in which they came. */
export const ticketsFor = ({ tables }: BoardRegistry, profile: string): Waiting[] =>
  orThrow(tables.list(TICKET, 'WHERE profile = ? ORDER BY place', profile));

export const queueOf = ({ tables }: BoardRegistry, board: string): Waiting[] =>
  orThrow(tables.list(WAITING, 'WHERE board = ? ORDER BY place', board));

/** Every board that was ever seen, by id. */
export const listBoards = (store: BoardRegistry): Result<Board[]> =>
  inTransaction(store, () => ok(boardsIn(store)));

/**
 * All boards, by id.
 *
 * @throws Error as `leaseOf`
 */
export const boardsIn = (store: BoardRegistry): Board[] =>
  orThrow(store.tables.list(BOARD, 'ORDER BY id')).map((row) => ({
    ...row,
    lease: leaseOf(store, row.id),
    queue: queueOf(store, row.id).map(({ owner }) => owner),
  }));

/** Errors: BOARD_NOT_FOUND with the ids there are. */
export function findBoard(store: BoardRegistry, id: string): Result<Board> {
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
  store: BoardRegistry,
  board: Pick<Board, 'id' | 'profile' | 'key'>,
  now: number,
): Result<void> {
  return inTransaction(store, () => {
    store.db
      .prepare(
        `INSERT INTO board (id, profile, key, seen_at) VALUES (?, ?, ?, ?)
         ON CONFLICT (id) DO UPDATE SET profile = excluded.profile, key = excluded.key, seen_at = excluded.seen_at`,
      )
      .run(board.id, board.profile, JSON.stringify(board.key), now);
    return ok(undefined);
  });
}

/** Removes a board that nobody has or waits for. */
export const forgetBoard = (store: BoardRegistry, id: string): Result<void> =>
  inTransaction(store, () => {
    store.db
      .prepare(
        `DELETE FROM board WHERE id = ? AND id NOT IN (SELECT board FROM lease) AND id NOT IN (SELECT board FROM waiting)`,
      )
      .run(id);
    return ok(undefined);
  });
