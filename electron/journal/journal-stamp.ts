import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { JOURNAL_FILE } from './run-journal.js';

/**
 * Tells whether a run's journal was written to since: equal stamps, equal content. Null where there is no journal.
 *
 * A commit lands in the write-ahead log, and from there in the database (sqlite.org/wal.html): both files count. The
 * index beside them (`-shm`) changes with readers too, which also make an empty log. An empty database is a damaged one.
 *
 * @param dir the run's folder
 */
export function journalStamp(dir: string): string | null {
  const file = path.join(dir, JOURNAL_FILE);
  const database = sizeAndTime(file);
  const log = sizeAndTime(`${file}-wal`);
  if (database === null) return null;
  return `${database.stamp} ${log && log.bytes > 0n ? log.stamp : null}`;
}

/** Size in bytes, and with the time of the last change in ns; null where there is no file. */
function sizeAndTime(file: string): { bytes: bigint; stamp: string } | null {
  // Below a plain file nothing is, which `throwIfNoEntry` does not cover (ENOTDIR).
  const found = existsSync(file) ? statSync(file, { bigint: true, throwIfNoEntry: false }) : undefined;
  return found ? { bytes: found.size, stamp: `${found.size}@${found.mtimeNs}` } : null;
}
