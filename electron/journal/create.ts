import { mkdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fail, type Result } from '../../shared/problem.js';
import { type Db, databaseProblem, openDatabase } from './database.js';
import type { FaultPoint, RunHeader, StoredSnapshot } from './records.js';
import { JOURNAL_FILE, openRunJournal, type RunJournal } from './run-journal.js';
import { SCHEMA } from './schema.js';

/**
 * Makes the journal of a new run in `dir`, complete or not at all: it is written beside its place and
 * renamed. Errors: DISK_FULL, HOME_UNWRITABLE.
 */
export function createRunJournal(
  dir: string,
  header: RunHeader,
  first: StoredSnapshot,
  fault: FaultPoint = () => {},
): Result<RunJournal> {
  const draft = `${dir}.new`;
  fault('before create');
  const written = writeDraft(draft, header, first);
  if (!written.ok) return written;
  fault('before rename');
  try {
    renameSync(draft, dir);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    return fail(databaseProblem(error, dir));
  }
  fault('after create');
  return openRunJournal(dir, fault);
}

function writeDraft(draft: string, header: RunHeader, first: StoredSnapshot): Result<void> {
  try {
    rmSync(draft, { recursive: true, force: true });
    mkdirSync(draft, { recursive: true });
  } catch (error) {
    return fail(databaseProblem(error, draft));
  }
  const file = path.join(draft, JOURNAL_FILE);
  const opened = openDatabase(file, SCHEMA);
  if (!opened.ok) return opened;
  try {
    writeHeader(opened.value, header, first);
    return { ok: true, value: undefined };
  } catch (error) {
    return fail(databaseProblem(error, file));
  } finally {
    opened.value.close();
  }
}

function writeHeader(db: Db, h: RunHeader, first: StoredSnapshot): void {
  const [header, initial, context] = [h.header, h.initialContext, first.context].map((x) =>
    JSON.stringify(x),
  );
  db.transaction(() => {
    db.prepare('INSERT INTO run VALUES (?,?,?,?,?,?,?)').run(
      h.id,
      h.machine,
      h.machineVersion,
      h.goal,
      h.createdAt,
      header,
      initial,
    );
    db.prepare('INSERT INTO snapshot VALUES (?,?,?,?)').run(h.machine, first.seq, first.state, context);
  })();
}
