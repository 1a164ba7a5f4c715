import { createRequire } from 'node:module';
import path from 'node:path';
import type Database from 'libsql';
import { fail, ok, type Problem, ProblemSchema, type Result } from '../../shared/problem.js';
import { inEnglish } from '../../shared/texts/words.js';
import { obstacleTo } from '../files/obstacle.js';

export type Db = Database.Database;

/** A native library, loaded with the first database: commands that open none start sooner. */
const library = (): typeof Database => createRequire(import.meta.url)('libsql');

/** An open SQLite database as it is. @throws Error of the store, for `databaseProblem` */
export function connect(file: string): Db {
  try {
    return new (library())(file);
  } catch (error) {
    // the library throws no error of SQLite here, and names no code
    throw storeError(databaseProblem(error, file));
  }
}

/**
 * Opens a SQLite database for durable writes: WAL, and a commit is on the disk when it returns
 * (`synchronous=FULL`). `schema` is for a new one; an existing one is opened as it is. Errors: DISK_FULL, HOME_UNWRITABLE, JOURNAL_CORRUPT.
 */
export function openDatabase(file: string, schema = ''): Result<Db> {
  let db: Db | null = null;
  try {
    db = connect(file);
    db.pragma('busy_timeout = 5000');
    db.pragma('journal_mode = WAL');
    db.pragma('synchronous = FULL');
    if (schema !== '') db.exec(schema);
    return ok(db);
  } catch (error) {
    db?.close();
    return fail(databaseProblem(error, file));
  }
}

/**
 * Does the writes of `work` without waiting for the disk: `kill -9` cannot undo them, a power cut can, until the next durable write,
 * which takes all earlier ones with it (sqlite.org/pragma.html#pragma_synchronous, NORMAL in WAL mode).
 */
export function withoutSync<T>(db: Db, work: () => T): T {
  db.pragma('synchronous = NORMAL');
  try {
    return work();
  } finally {
    db.pragma('synchronous = FULL');
  }
}

/**
 * Moves the write-ahead log into the database file (sqlite.org/pragma.html#pragma_wal_checkpoint). SQLite does so when the last
 * connection ends, but a closed connection ends only once its statements are collected as garbage, and a process may exit before.
 */
export function foldLog(db: Db): void {
  try {
    db.pragma(`busy_timeout = ${FOLD_MS}`);
    db.pragma('wal_checkpoint(TRUNCATE)');
  } catch {
    // The log stays beside the file, and SQLite reads it at the next start: nothing is lost.
  }
}

/** So long the end of a run waits for readers. */
const FOLD_MS = 200;

const statements = new WeakMap<Db, Map<string, Database.Statement>>();

/** A statement of constant text, compiled once for each database. @throws Error of SQLite */
export function prepared(db: Db, sql: string): Database.Statement {
  const known = statements.get(db) ?? new Map<string, Database.Statement>();
  statements.set(db, known);
  const statement = known.get(sql) ?? db.prepare(sql);
  known.set(sql, statement);
  return statement;
}

/** What to do about a journal that is damaged; nothing is repaired, and nothing removed. */
export const FROM_BACKUP =
  'put the run’s folder back from a backup, or remove it; other runs are not affected';

/** What a failure of the data folder is thrown as where no `Result` can carry it; `databaseProblem` gives the problem back. */
export const storeError = (problem: Problem): Error =>
  Object.assign(new Error(inEnglish(problem.message), { cause: problem }), { code: 'SQLITE_CORRUPT' });

/** A write that failed because there is no room left. */
export const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');

/** The data folder does not take what must be kept: no transition of a machine mends that, the run waits as it is. */
export const mustWait = (error: unknown): boolean => isDiskFull(error) || problemIn(error) !== null;

const problemIn = (error: unknown): Problem | null =>
  ProblemSchema.safeParse(error instanceof Error ? error.cause : undefined).data ?? null;

const isStoreError = (error: unknown): boolean =>
  isDiskFull(error) ||
  (error instanceof Error &&
    (error.name === 'SqliteError' || ('code' in error && String(error.code).startsWith('SQLITE'))));

/** What the store threw as a problem. @throws whatever else was thrown: it is a bug and goes on. */
export function storeProblem(error: unknown, file: string): Problem {
  if (!isStoreError(error)) throw error;
  return databaseProblem(error, file);
}

/** Says what a SQLite or file system error means to a person. */
export function databaseProblem(error: unknown, file: string): Problem {
  const known = problemIn(error);
  if (known) return known;
  const message = error instanceof Error ? error.message : String(error);
  // SQLite rolls back by itself on a full disk, and the library's own ROLLBACK then hides that error behind its own.
  if (/database or disk is full|ENOSPC|EDQUOT|disk I\/O error|cannot rollback/i.test(message)) {
    return {
      code: 'DISK_FULL',
      message: /cannot rollback/i.test(message) ? 'the disk is full' : `the disk is full: ${message}`,
      where: file,
      next: 'free disk space, then resume the run, or give the command again',
    };
  }
  if (/malformed|not a database|corrupt|no such (table|column)|has no column/i.test(message)) {
    return {
      code: 'JOURNAL_CORRUPT',
      message: `the journal cannot be read: ${message}`,
      where: file,
      next: FROM_BACKUP,
    };
  }
  return {
    code: 'HOME_UNWRITABLE',
    message: `${path.basename(file)} cannot be opened: ${obstacleTo(path.dirname(file)) ?? message}`,
    where: file,
    next: 'check that the data folder exists and is writable, or set BENCHLOOP_HOME',
  };
}
