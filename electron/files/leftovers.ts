import { lstatSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A database in the making, named after its maker's process (`lab/shared-database.ts`). */
const DRAFT = /\.(\d+)\.new(?:-(?:wal|shm|journal))?$/;
/** Folders for one command: mirrors of a repository, copies of a journal, replays. */
const TEMPORARY = /^benchloop-(?:mirror|journal|replay)-/;
/** No command of ours keeps such a folder for longer, ms. */
const OLD_MS = 24 * 60 * 60 * 1000;

/** Removes what processes that were killed left in the data folder and among the temporary files. What cannot be removed stays. */
export function removeLeftovers(home: string, now: number, temporary = tmpdir()): void {
  for (const name of namesIn(home)) {
    const pid = DRAFT.exec(name)?.[1];
    if (pid !== undefined && !isRunning(Number(pid))) remove(path.join(home, name));
  }
  for (const name of namesIn(temporary)) {
    const folder = path.join(temporary, name);
    if (TEMPORARY.test(name) && isOurs(folder) && isOld(folder, now)) remove(folder);
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // it runs, as somebody else
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Other users have temporary files of ours by name. */
const isOurs = (folder: string): boolean =>
  process.getuid === undefined || lstatSync(folder, { throwIfNoEntry: false })?.uid === process.getuid();

const isOld = (folder: string, now: number): boolean =>
  now - (lstatSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? now) > OLD_MS;

function remove(what: string): void {
  try {
    rmSync(what, { recursive: true, force: true });
  } catch {
    // the next command tries again
  }
}
