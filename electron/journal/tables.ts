import { fail, ok, type Result } from '../../shared/problem.js';
import { type Db, databaseProblem, storeError } from './database.js';
import type { FaultPoint } from './records.js';
import { type RecordKind, unreadable } from './rows.js';

/** Reading and writing one journal's rows: everything read is parsed, every write can be crashed at. */
export interface Tables {
  /** The row, or null where there is none. */
  find<T>(kind: RecordKind<T>, sql: string, ...args: unknown[]): Result<T | null>;
  /** The row; that it is missing is damage. */
  need<T>(kind: RecordKind<T>, sql: string): Result<T>;
  list<T>(kind: RecordKind<T>, sql: string, ...args: unknown[]): Result<T[]>;
  /** Number of rows changed. @throws Error of SQLite, for `databaseProblem`. */
  write(name: string, change: (db: Db) => { changes: number } | undefined): number;
}

/** `fault` is called before and after each write: a crash there must be harmless. */
export function tablesOf(db: Db, file: string, fault: FaultPoint): Tables {
  const reading = <T>(read: () => Result<T>): Result<T> => {
    try {
      return read();
    } catch (error) {
      return fail(databaseProblem(error, file));
    }
  };
  const find = <T>(kind: RecordKind<T>, sql: string, ...args: unknown[]): Result<T | null> =>
    reading((): Result<T | null> => {
      const row = db.prepare(sql).get(...args);
      return row === undefined || row === null ? ok(null) : kind.parse(row, file);
    });
  return {
    find,
    need: (kind, sql) => {
      const found = find(kind, sql);
      if (!found.ok) return found;
      return found.value === null ? fail(unreadable(file, `${kind.name}: is missing`)) : ok(found.value);
    },
    list: (kind, sql, ...args) =>
      reading(() => {
        const parsed = db
          .prepare(sql)
          .all(...args)
          .map((row: unknown) => kind.parse(row, file));
        const bad = parsed.find((r) => !r.ok);
        return bad && !bad.ok ? bad : ok(parsed.flatMap((r) => (r.ok ? [r.value] : [])));
      }),
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
