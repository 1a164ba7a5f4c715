import { randomUUID } from 'node:crypto';
import { chmodSync, existsSync, readdirSync, rmSync, type Stats, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fail, ok, type Problem, type Result } from '../../shared/problem.js';
import { text } from '../../shared/texts/words.js';
import { runsFolder } from './home-folder.js';
import { makeFolder } from './make-folder.js';
import { obstacleTo } from './obstacle.js';

/** A run needs this much room to begin with: a clone's metadata, a journal, a first log. */
const PROBE_BYTES = 256 * 1024;

/** Tries a real write before a run begins, and sees to it that nobody else has access. Errors: DISK_FULL, HOME_UNWRITABLE. */
export function checkHome(home: string): Result<void> {
  const length = Buffer.byteLength(home);
  if (length > LONGEST_HOME) return fail(tooLong(home, length));
  try {
    makeFolder(home);
    const open = openToOthers(home);
    if (open !== null) return fail(open);
    makeFolder(runsFolder(home));
    if (isOurs(statSync(runsFolder(home)))) chmodSync(runsFolder(home), 0o700);
    writeProbe(path.join(home, `.probe-${randomUUID()}`));
    return ok(undefined);
  } catch (error) {
    return fail(homeProblem(error, home, runsFolder(home)));
  }
}

/** SQLite takes paths of 512 bytes (SQLITE_MAX_PATHNAME, os.h); a journal lies below. */
const LONGEST_HOME = 400;

const tooLong = (home: string, length: number): Problem => ({
  code: 'HOME_UNWRITABLE',
  message: text`the data folder cannot be used: its path has ${length} bytes, and may have ${LONGEST_HOME}`,
  where: home,
  next: text`set BENCHLOOP_HOME to a folder with a shorter path`,
});

/** Bits of the group and of others, and those of them that write (inode(7)). */
const OTHERS = 0o077;
const OTHERS_WRITE = 0o022;
const STICKY = 0o1000;

/** We own it, and may change its mode. A sticky folder is shared by everybody. */
const isOurs = (is: Stats): boolean => is.uid === process.getuid?.() && (is.mode & STICKY) === 0;

/**
 * Journals, and what builds have made, are for the person alone. A data folder that others may enter is shut to them; one that is not
 * ours to shut must not let them write: whoever can puts a policy there.
 */
function openToOthers(home: string): Problem | null {
  const is = statSync(home);
  if (process.platform === 'win32' || (is.mode & OTHERS) === 0) return null;
  const isDataFolder = existsSync(runsFolder(home)) || readdirSync(home).length === 0;
  if (isOurs(is) && isDataFolder) {
    chmodSync(home, is.mode & 0o700);
    return null;
  }
  if ((is.mode & OTHERS_WRITE) === 0) return null;
  return {
    code: 'HOME_UNWRITABLE',
    message: text`the data folder cannot be used: others can write there, a policy for example`,
    where: home,
    next: text`chmod go-w ${JSON.stringify(home)}, or set BENCHLOOP_HOME to a folder of your own`,
  };
}

/** Why nothing can be read or written in `below`, a folder of the data folder, from what the file system threw. */
export function homeProblem(error: unknown, home: string, below = home): Problem {
  const message = error instanceof Error ? error.message : String(error);
  if (/ENOSPC|EDQUOT/.test(message)) {
    const next = 'free some space and start again';
    return { code: 'DISK_FULL', message: 'the disk is full', where: home, next };
  }
  return {
    code: 'HOME_UNWRITABLE',
    message: `the data folder cannot be used: ${obstacleTo(below) ?? message}`,
    where: home,
    next: 'make it a writable folder, or set BENCHLOOP_HOME to another one',
  };
}

function writeProbe(probe: string): void {
  try {
    writeFileSync(probe, new Uint8Array(PROBE_BYTES));
  } finally {
    rmSync(probe, { force: true });
  }
}
