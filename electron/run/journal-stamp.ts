import { statSync } from 'node:fs';
import path from 'node:path';
import { JOURNAL_FILE } from '../journal/run-journal.js';

/**
 * Tells whether a run's journal was written to since: equal stamps, equal content. Null where there is no journal.
 *
 * A commit lands in the write-ahead log, and from there in the database (sqlite.org/wal.html): both files count. The
 * index beside them (`-shm`) changes with readers too.
 *
 * @param dir the run's folder
 */
export function journalStamp(dir: string): string | null {
  const file = path.join(dir, JOURNAL_FILE);
  const database = fileStamp(file);
  return database === null ? null : `${database} ${fileStamp(`${file}-wal`)}`;
}

/** Size in bytes and time of the last change in ns; null where there is nothing: a reader too makes an empty log. */
function fileStamp(file: string): string | null {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false });
  return found && found.size > 0n ? `${found.size}@${found.mtimeNs}` : null;
}
