import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Problem } from '../../shared/problem.js';
import { connect, type Db, storeError } from './database.js';
import type { OwnerRecord } from './records.js';
import { OWNER } from './rows.js';
import { orThrow, type Tables } from './tables.js';

const LOCK_FILE = 'owner.lock';

/** A reader holds the lock for no longer than it takes to ask. */
const READERS_MS = 500;

/** Who drives a run. Of all processes that see its folder at most one does. Everything throws errors of the store, for `storeProblem`. */
export interface Ownership {
  /** Takes the run for this process, described by `me`; false where another has it. */
  take(me: OwnerRecord): boolean;
  /** Gives the run back, if this journal has it. */
  release(): void;
  /** Whether a live process has the run, this one too. */
  isTaken(): boolean;
  /** Whether this journal has it. */
  isOurs(): boolean;
  /** Who took the run last, as it described itself. */
  holder(): OwnerRecord | null;
}

/**
 * The run belongs to whoever has the lock on a file beside the journal. The kernel takes it away with the process, however
 * that ends, and it holds between containers too, where one's process ids say nothing in the other (sqlite.org/lockingv3.html).
 *
 * @param refused why nobody may take it
 */
export function ownershipOf(tables: Tables, dir: string, refused: Problem | null = null): Ownership {
  let lock: Db | null = null;
  const release = (): void => {
    if (lock !== null) unlock(lock);
    lock = null;
  };
  return {
    take: (me) => {
      if (refused !== null) throw storeError(refused);
      lock ??= lockIn(dir);
      if (lock === null) return false;
      const { pid, startTime: start_time, bootId: boot_id } = me;
      tables.replace(OWNER, { one: 1, pid, start_time, boot_id });
      return true;
    },
    release,
    isTaken: () => lock !== null || isLockedIn(dir),
    isOurs: () => lock !== null,
    holder: () => orThrow(tables.find(OWNER)),
  };
}

/** The open connection that holds the lock in that folder, until `unlock`; null where another has it. */
export function lockIn(dir: string): Db | null {
  const db = connect(path.join(dir, LOCK_FILE));
  try {
    // the first page of an empty database would be journalled, in a file that outlives the process
    db.pragma('journal_mode = MEMORY');
    db.pragma(`busy_timeout = ${READERS_MS}`);
    db.exec('BEGIN EXCLUSIVE');
    return db;
  } catch (error) {
    db.close();
    if (isBusy(error)) return null;
    throw error;
  }
}

export function unlock(lock: Db): void {
  // a connection that is closed keeps its lock until its statements are collected
  lock.exec('ROLLBACK');
  lock.close();
}

/** Whether a live process has the lock in that folder. */
export function isLockedIn(dir: string): boolean {
  const file = path.join(dir, LOCK_FILE);
  if (!existsSync(file)) return false;
  const db = connect(file);
  try {
    db.exec('SELECT count(*) FROM sqlite_schema');
    return false;
  } catch (error) {
    if (isBusy(error)) return true;
    throw error;
  } finally {
    db.close();
  }
}

const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'SQLITE_BUSY';
