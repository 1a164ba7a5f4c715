import { accessSync, constants, copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Where a journal is read: in its own folder, or in a copy. */
export interface Place {
  dir: string;
  /** It is a copy: nothing that is written into it would stay. */
  isCopy: boolean;
  /** Takes the copy away. */
  leave(): void;
}

/**
 * SQLite needs to write beside a database in WAL mode, also to read it (sqlite.org/wal.html, "Read-Only Databases"). A folder that
 * nobody here may write to, a backup or a read-only medium, is read from a copy.
 *
 * @param files names of the database and of what belongs to it, as far as they are there
 */
export function placeToRead(
  dir: string,
  files: readonly string[],
  isWritable: (dir: string) => boolean,
): Place {
  if (isWritable(dir)) return { dir, isCopy: false, leave: () => undefined };
  const copy = mkdtempSync(path.join(tmpdir(), 'benchloop-journal-'));
  for (const name of files)
    if (existsSync(path.join(dir, name))) copyFileSync(path.join(dir, name), path.join(copy, name));
  return { dir: copy, isCopy: true, leave: () => rmSync(copy, { recursive: true, force: true }) };
}

/** Whether this process may write into a folder. */
export function mayWrite(dir: string): boolean {
  try {
    accessSync(dir, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
