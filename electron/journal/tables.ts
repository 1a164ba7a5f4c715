import { fail, ok, type Problem, type Result } from '../../shared/problem.js';
import { CHECKSUM, type Writer, whyNotWhole, writerOn } from './checksum.js';
import { type Db, databaseProblem, storeError, withoutSync } from './database.js';
import type { FaultPoint } from './records.js';
import { type RecordKind, unreadable } from './rows.js';
import { safeRows } from './safe-rows.js';

/** Reading and writing one database's rows: everything read is parsed, every write can be crashed at. */
export interface Tables extends Writer {
  /** The first row, or null where there is none; `rest` is what follows the table in the query: conditions, order. */
  find<T>(kind: RecordKind<T>, rest?: string, ...args: unknown[]): Result<T | null>;
  /** The first row; that it is missing is damage. */
  need<T>(kind: RecordKind<T>, rest?: string, ...args: unknown[]): Result<T>;
  list<T>(kind: RecordKind<T>, rest?: string, ...args: unknown[]): Result<T[]>;
  /** One write transaction, on the disk when it returns. @throws Error of SQLite, for `databaseProblem`. */
  write<T>(name: string, change: () => T): T;
  /** The same for what only this uptime of the computer needs, or a `write` follows: see `withoutSync`. */
  note<T>(name: string, change: () => T): T;
}

interface Options {
  /** Called before and after each write: a crash there must be harmless. */
  fault?: FaultPoint;
  /** Whether each row has a checksum, as those of journals do. */
  isSealed?: boolean;
  /** Why nothing may be written. */
  refused?: Problem | null;
}

/** The rows of the database in `file`. */
export function tablesOf(
  db: Db,
  file: string,
  { fault = () => {}, isSealed = false, refused = null }: Options = {},
): Tables {
  const parse = <T>(kind: RecordKind<T>, row: Record<string, unknown>): Result<T> => {
    const parsed = kind.parse(row, file);
    const why = parsed.ok && isSealed ? whyNotWhole(kind, row) : null;
    return why === null ? parsed : fail(unreadable(file, why));
  };
  const list = <T>(kind: RecordKind<T>, rest = '', ...args: unknown[]): Result<T[]> => {
    try {
      const columns = isSealed ? [...kind.columns, CHECKSUM] : kind.columns;
      const rows = safeRows(db, { table: kind.table, columns, rest }, args);
      const parsed = rows.map((row) => parse(kind, row));
      const bad = parsed.find((r) => !r.ok);
      return bad && !bad.ok ? bad : ok(parsed.flatMap((r) => (r.ok ? [r.value] : [])));
    } catch (error) {
      return fail(databaseProblem(error, file));
    }
  };
  const find = <T>(kind: RecordKind<T>, rest?: string, ...args: unknown[]): Result<T | null> => {
    const found = list(kind, rest, ...args);
    return found.ok ? ok(found.value[0] ?? null) : found;
  };
  const write = <T>(name: string, change: () => T): T => {
    if (refused !== null) throw storeError(refused);
    fault(`before ${name}`);
    const changed = db.transaction(change).immediate();
    fault(`after ${name}`);
    return changed;
  };
  return {
    ...writerOn(db, file, isSealed),
    list,
    find,
    need: (kind, rest, ...args) => {
      const found = find(kind, rest, ...args);
      if (!found.ok) return found;
      return found.value === null ? fail(unreadable(file, `${kind.name}: is missing`)) : ok(found.value);
    },
    write,
    note: (name, change) => withoutSync(db, () => write(name, change)),
  };
}

/** The value, where a damaged record can only be thrown. @throws Error that carries the problem. */
export function orThrow<T>(result: Result<T>): T {
  if (!result.ok) throw storeError(result.error);
  return result.value;
}
