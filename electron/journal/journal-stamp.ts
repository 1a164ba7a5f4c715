import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { JOURNAL_FILE } from './run-journal.js';

/** A file system's clock goes in steps: 1 to 10 ms on Linux (CONFIG_HZ), 100 ns on NTFS. */
export const SETTLED_MS = 50;

export interface Stamp {
  text: string;
  /** Any later commit gives the journal another stamp. One in the same step of the file system's clock might not. */
  isSettled: boolean;
}

/**
 * Tells whether a run's journal was written to since: equal stamps, equal content. Null where there is no journal.
 *
 * A commit lands in the write-ahead log, and from there in the database (sqlite.org/wal.html): both files count. The
 * index beside them (`-shm`) changes with readers too, which also make an empty log. An empty database is a damaged one.
 *
 * @param dir the run's folder
 */
export function stampOf(dir: string): Stamp | null {
  const asked = Date.now();
  const file = path.join(dir, JOURNAL_FILE);
  const database = sizeAndTime(file);
  const log = sizeAndTime(`${file}-wal`);
  if (database === null) return null;
  const changed = Math.max(database.changed, log?.changed ?? 0);
  return {
    text: `${database.stamp} ${log && log.bytes > 0n ? log.stamp : null}`,
    isSettled: changed + SETTLED_MS <= asked,
  };
}

/** The text of `stampOf`. */
export const journalStamp = (dir: string): string | null => stampOf(dir)?.text ?? null;

/** Size in bytes, and with the time of the last change in ns; that time in ms. Null where there is no file. */
function sizeAndTime(file: string): { bytes: bigint; stamp: string; changed: number } | null {
  // Below a plain file nothing is, which `throwIfNoEntry` does not cover (ENOTDIR).
  const found = existsSync(file) ? statSync(file, { bigint: true, throwIfNoEntry: false }) : undefined;
  if (!found) return null;
  return { bytes: found.size, stamp: `${found.size}@${found.mtimeNs}`, changed: Number(found.mtimeMs) };
}
