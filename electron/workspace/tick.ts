import { rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gitDirOf } from './git.js';

/**
 * `make` compares modification times: a source that is written in the same clock tick as an older build's
 * object looks up to date. Coarse kernel clocks tick every 1 to 10 ms; copies keep whole milliseconds.
 */
const STEP_MS = 2;

/**
 * Waits until a file written now is newer than everything written before: usually 2 to 8 ms, up to
 * 2 s on a file system with 2 s steps (FAT). Call it before writing sources. Returns the file system's own time then,
 * ms since 1970.
 */
export async function freshTick(dir: string): Promise<number> {
  const probe = join(gitDirOf(dir), 'benchloop-tick');
  const stamp = () => {
    writeFileSync(probe, '');
    return statSync(probe).mtimeMs;
  };
  const before = stamp();
  let now = before;
  for (; now < before + STEP_MS; now = stamp()) await sleep(1);
  rmSync(probe);
  return now;
}
