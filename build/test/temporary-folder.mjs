import { mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** In memory on most Linux systems (tmpfs). Journals wait for the disk at each commit: on a disk that is two thirds of a test's time. */
const IN_MEMORY = '/dev/shm';
const NEEDED_BYTES = 4 * 2 ** 30;

/**
 * Whether programs can be built and started there, with room for all tests.
 *
 * @param {string} mounts as /proc/mounts lists them (proc(5)): device, folder, type, options
 * @param {string} folder
 * @param {number} freeBytes
 */
export function serves(mounts, folder, freeBytes) {
  const fields = mounts.split('\n').map((line) => line.split(' '));
  const [, , type, options = ''] = fields.find(([, where]) => where === folder) ?? [];
  return type === 'tmpfs' && !options.split(',').includes('noexec') && freeBytes >= NEEDED_BYTES;
}

function isInMemory() {
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    return serves(readFileSync('/proc/mounts', 'utf8'), IN_MEMORY, bavail * bsize);
  } catch {
    return false;
  }
}

/**
 * A new folder for what tests write.
 *
 * @returns {{ dir: string, remove: () => void }} `remove` takes what tests left in it with it
 */
export function temporaryFolder() {
  const dir = mkdtempSync(path.join(isInMemory() ? IN_MEMORY : tmpdir(), 'benchloop-'));
  return { dir, remove: () => rmSync(dir, { recursive: true, force: true }) };
}
