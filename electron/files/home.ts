import { randomUUID } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fail, ok, type Problem, type Result } from '../../shared/problem.js';
import { runsFolder } from './home-folder.js';
import { makeFolder } from './make-folder.js';
import { obstacleTo } from './obstacle.js';

/** A run needs this much room to begin with: a clone's metadata, a journal, a first log. */
const PROBE_BYTES = 256 * 1024;

/** Tries a real write before a run begins. Errors: DISK_FULL, HOME_UNWRITABLE. */
export function checkHome(home: string): Result<void> {
  try {
    makeFolder(runsFolder(home));
    writeProbe(path.join(home, `.probe-${randomUUID()}`));
    return ok(undefined);
  } catch (error) {
    return fail(homeProblem(error, home, runsFolder(home)));
  }
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
