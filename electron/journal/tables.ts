import { fail, ok, type Result } from '../../shared/problem.js';
import { bringUpToNow, seeAsNow, seeAsTheyAre, versionOf } from './before-nodes.js';
import { CHECKSUM, type Writer, whyNotWhole, writerOn } from './checksum.js';
import { type Db, databaseProblem, storeError, withoutSync } from './database.js';
import type { FaultPoint } from './records.js';
import { type RecordKind, unreadable } from './rows.js';
import { safeRows } from './safe-rows.js';

/** Reading and writing one journal's rows: everything read is parsed, every write can be crashed at. */
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
  /** Version of the tables (`SCHEMA_VERSION`); without one the rows have no checksums. */
  version?: number;
  /** Asked before the tables of an older version are replaced. @throws Error that carries the problem where they may not be */
  mayReplace?: () => void;
}

/** The first version whose rows have checksums, and the first one with nodes. */
const SEALED = 1;
const NODES = 2;

/** The rows of the database in `file`. */
export function tablesOf(db: Db, file: string, options: Options = {}): Tables {
  const { fault = () => {}, mayReplace = () => {} } = options;
  let version = options.version ?? NODES;
  const isSealed = (): boolean => options.version !== undefined && version >= SEALED;
  const isOld = (): boolean => version < NODES;
  if (isOld()) seeAsNow(db);
  /** Another process has replaced the old tables since this one opened them. */
  const wasReplaced = (): boolean => {
    if (!isOld() || versionOf(db) < NODES) return false;
    seeAsTheyAre(db);
    version = NODES;
    return true;
  };
  const raw = (kind: RecordKind<unknown>, rest: string, args: unknown[]): Record<string, unknown>[] => {
    const columns = isSealed() ? [...kind.columns, CHECKSUM] : kind.columns;
    return safeRows(db, { table: kind.table, columns, rest }, args);
  };
  const parse = <T>(kind: RecordKind<T>, row: Record<string, unknown>): Result<T> => {
    const parsed = kind.parse(row, file);
    const why = parsed.ok && isSealed() ? whyNotWhole(isOld() ? asWritten(kind) : kind, row) : null;
    return why === null ? parsed : fail(unreadable(file, why));
  };
  const list = <T>(kind: RecordKind<T>, rest = '', ...args: unknown[]): Result<T[]> => {
    try {
      const parsed = raw(kind, rest, args).map((row) => parse(kind, row));
      const bad = parsed.find((r) => !r.ok);
      if (bad && wasReplaced()) return list(kind, rest, ...args);
      return bad && !bad.ok ? bad : ok(parsed.flatMap((r) => (r.ok ? [r.value] : [])));
    } catch (error) {
      if (wasReplaced()) return list(kind, rest, ...args);
      return fail(databaseProblem(error, file));
    }
  };
  const find = <T>(kind: RecordKind<T>, rest?: string, ...args: unknown[]): Result<T | null> => {
    const found = list(kind, rest, ...args);
    return found.ok ? ok(found.value[0] ?? null) : found;
  };
  const writer = writerOn(db, file, isSealed);
  const replaceOld = (): void => {
    if (wasReplaced()) return;
    const checked = (kind: RecordKind<unknown>) => {
      const rows = raw(kind, '', []);
      for (const row of rows) orThrow(parse(kind, row));
      return rows;
    };
    bringUpToNow(
      db,
      checked,
      writerOn(db, file, () => true),
    );
  };
  const write = <T>(name: string, change: () => T): T => {
    fault(`before ${name}`);
    if (isOld()) {
      mayReplace();
      db.transaction(replaceOld).immediate();
      version = NODES;
    }
    const changed = db.transaction(change).immediate();
    fault(`after ${name}`);
    return changed;
  };
  return {
    ...writer,
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

/** The kind as a table of before nodes has it. */
const asWritten = ({ columns, added, ...kind }: RecordKind<unknown>): RecordKind<unknown> => ({
  ...kind,
  added,
  columns: columns.filter((name) => !added.includes(name)),
});

/** The value, where a damaged record can only be thrown. @throws Error that carries the problem. */
export function orThrow<T>(result: Result<T>): T {
  if (!result.ok) throw storeError(result.error);
  return result.value;
}
