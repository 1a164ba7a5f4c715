import { fail, ok, type Result } from '../../shared/problem.js';
import { type Db, databaseProblem, storeError } from './database.js';
import type { FaultPoint } from './records.js';
import { type RecordKind, unreadable } from './rows.js';
import { safeRows } from './safe-rows.js';

/** Reading and writing one journal's rows: everything read is parsed, every write can be crashed at. */
export interface Tables {
  /** The first row, or null where there is none; `rest` is what follows the table in the query: conditions, order. */
  find<T>(kind: RecordKind<T>, rest?: string, ...args: unknown[]): Result<T | null>;
  /** The row; that it is missing is damage. */
  need<T>(kind: RecordKind<T>): Result<T>;
  list<T>(kind: RecordKind<T>, rest?: string, ...args: unknown[]): Result<T[]>;
  /** Number of rows changed. @throws Error of SQLite, for `databaseProblem`. */
  write(name: string, change: (db: Db) => { changes: number } | undefined): number;
}

/** `fault` is called before and after each write: a crash there must be harmless. */
export function tablesOf(db: Db, file: string, fault: FaultPoint = () => {}): Tables {
  const list = <T>(kind: RecordKind<T>, rest = '', ...args: unknown[]): Result<T[]> => {
    try {
      const parsed = safeRows(db, { ...kind, rest }, args).map((row) => kind.parse(row, file));
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
  return {
    list,
    find,
    need: (kind) => {
      const found = find(kind);
      if (!found.ok) return found;
      return found.value === null ? fail(unreadable(file, `${kind.name}: is missing`)) : ok(found.value);
    },
    write: (name, change) => {
      fault(`before ${name}`);
      const changes = change(db)?.changes ?? 0;
      fault(`after ${name}`);
      return changes;
    },
  };
}

/** The value, where a damaged record can only be thrown. @throws Error that carries the problem. */
export function orThrow<T>(result: Result<T>): T {
  if (!result.ok) throw storeError(result.error);
  return result.value;
}
