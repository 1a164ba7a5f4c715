import { mkdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fail, ok, type Result } from '../../shared/problem.js';
import { type Writer, writerOn } from './checksum.js';
import { type Db, databaseProblem, openDatabase } from './database.js';
import { draftOf } from './drafts.js';
import { lockIn, unlock } from './ownership.js';
import { type FaultPoint, MAIN, type RunHeader, type StoredSnapshot } from './records.js';
import { HEADER, SNAPSHOT } from './rows.js';
import { JOURNAL_FILE, openRunJournal, type RunJournal } from './run-journal.js';
import { SCHEMA } from './schema.js';

export type NewRun = Omit<RunHeader, 'prefix'>;

/**
 * Makes the journal of a new run in `dir`, complete or not at all: it is written beside its place and
 * renamed. Errors: DISK_FULL, HOME_UNWRITABLE.
 */
export function createRunJournal(
  dir: string,
  header: NewRun,
  first: StoredSnapshot,
  fault: FaultPoint = () => {},
): Result<RunJournal> {
  fault('before create');
  const published = publish(dir, header, first, fault);
  if (!published.ok) return published;
  fault('after create');
  return openRunJournal(dir, fault);
}

/** Holds the lock of the run until it is in its place: `removeLeftDrafts` leaves a draft alone that is locked. */
function publish(dir: string, header: NewRun, first: StoredSnapshot, fault: FaultPoint): Result<void> {
  const draft = draftOf(dir);
  let lock: Db | null = null;
  const release = (): void => {
    if (lock !== null) unlock(lock);
    lock = null;
  };
  try {
    rmSync(draft, { recursive: true, force: true });
    mkdirSync(draft, { recursive: true, mode: 0o700 });
    lock = lockIn(draft);
  } catch (error) {
    return fail(databaseProblem(error, draft));
  }
  try {
    const written = writeDraft(draft, header, first);
    if (!written.ok) return written;
    fault('before rename');
    if (process.platform === 'win32') release(); // it renames no folder with an open file
    return moveInto(dir, draft);
  } finally {
    release();
  }
}

function moveInto(dir: string, draft: string): Result<void> {
  try {
    renameSync(draft, dir);
    return ok(undefined);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    return fail(databaseProblem(error, dir));
  }
}

function writeDraft(draft: string, header: NewRun, first: StoredSnapshot): Result<void> {
  const file = path.join(draft, JOURNAL_FILE);
  const opened = openDatabase(file, SCHEMA);
  if (!opened.ok) return opened;
  try {
    const writer = writerOn(opened.value, file, true);
    opened.value.transaction(() => writeHeader(writer, header, first))();
    return ok(undefined);
  } catch (error) {
    return fail(databaseProblem(error, file));
  } finally {
    opened.value.close();
  }
}

function writeHeader({ insert }: Writer, h: NewRun, first: StoredSnapshot): void {
  const { id, machine, machineVersion: machine_version, goal, createdAt: created_at } = h;
  const [header, initial_context] = [JSON.stringify(h.header), JSON.stringify(h.initialContext)];
  const parent = h.parent && JSON.stringify(h.parent);
  const start = { id, machine, machine_version, goal, created_at, header, initial_context };
  insert(HEADER, { ...start, prefix: MAIN, parent });
  insert(SNAPSHOT, { node: MAIN, machine, ...first, context: JSON.stringify(first.context) });
}
