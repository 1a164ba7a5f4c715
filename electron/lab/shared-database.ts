import { existsSync, linkSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { fail, ok, type Problem, type Result } from '../../shared/problem.js';
import type { Words } from '../../shared/texts/words.js';
import { homeProblem } from '../files/home.js';
import { makeFolder } from '../files/make-folder.js';
import { type Db, databaseProblem, openDatabase } from '../journal/database.js';
import { examine } from '../journal/examine.js';
import { type Tables, tablesOf } from '../journal/tables.js';

/** A database below the data folder that all processes share. */
export interface SharedDatabase {
  db: Db;
  tables: Tables;
  file: string;
}

/** What is kept in one, and what a person hears when it is damaged. */
export interface SharedStore {
  name: string;
  schema: string;
  /** A file without content: what it held is lost, unless its making was cut off. */
  empty: Words;
  /** What a person does about a damaged one. */
  renew: Words;
}

/** Opens it, makes it where it is not there yet. Errors: DISK_FULL, HOME_UNWRITABLE, JOURNAL_CORRUPT. */
export function openShared(home: string, store: SharedStore): Result<SharedDatabase> {
  const file = path.join(home, store.name);
  try {
    makeFolder(home);
    const there = statSync(file, { throwIfNoEntry: false });
    // SQLite would take it for a new one
    if (there?.size === 0)
      return renewable(store, fail({ code: 'JOURNAL_CORRUPT', message: store.empty, where: file }));
    if (there === undefined) publishEmpty(file, store.schema);
  } catch (error) {
    return fail(homeProblem(error, home));
  }
  const db = openDatabase(file, store.schema);
  if (!db.ok) return renewable(store, db);
  const whole = examine(db.value, file);
  if (whole.ok) return ok({ db: db.value, tables: tablesOf(db.value, file), file });
  db.value.close();
  return renewable(store, whole);
}

/**
 * Makes a database without records, whole or not at all: one that a crash left empty could not be told from one that lost its records.
 * Where another process was quicker, or the file system has no links, or the log of a database that was moved away is still there,
 * which SQLite removes where it makes the file itself, nothing is made here. @throws Error of the file system
 */
function publishEmpty(file: string, schema: string): void {
  if (existsSync(`${file}-wal`)) return;
  const draft = `${file}.${process.pid}.new`;
  rmSync(draft, { force: true });
  const db = openDatabase(draft, schema);
  if (!db.ok) return;
  try {
    // what is in its log goes into it
    db.value.pragma('journal_mode = DELETE');
    linkSync(draft, file);
  } catch {
    // who opens it now says why it cannot be made
  } finally {
    db.value.close();
    rmSync(draft, { force: true });
  }
}

/** Unlike a run's journal, it can be made again where it is damaged. */
export const renewable = <T>({ renew }: Pick<SharedStore, 'renew'>, result: Result<T>): Result<T> =>
  result.ok || result.error.code !== 'JOURNAL_CORRUPT' ? result : fail({ ...result.error, next: renew });

/** One write transaction: of two processes that want the same thing only one gets it. */
export function inSharedTransaction<T>(
  store: Pick<SharedStore, 'renew'>,
  { db, file }: Pick<SharedDatabase, 'db' | 'file'>,
  work: () => Result<T>,
): Result<T> {
  try {
    return renewable(store, db.transaction(work).immediate());
  } catch (error) {
    const problem: Problem = databaseProblem(error, file);
    return renewable(store, fail(problem));
  }
}

/** Opens it for one write transaction, and closes it. Errors: those of `openShared` and of the work. */
export function inShared<T>(
  home: string,
  store: SharedStore,
  work: (opened: SharedDatabase) => Result<T>,
): Result<T> {
  const opened = openShared(home, store);
  if (!opened.ok) return opened;
  try {
    return inSharedTransaction(store, opened.value, () => work(opened.value));
  } finally {
    opened.value.db.close();
  }
}
