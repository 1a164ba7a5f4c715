import { mkdirSync, statSync } from 'node:fs';
import path from 'node:path';

/**
 * Makes a folder and those above it, one by one: `recursive` of Node 20 never returns where a file system says ENOENT
 * to `mkdir` in a folder that is there, as /proc does, and says ENOENT itself of one that is read-only.
 *
 * @param mode of each that is made, less the umask; for ourselves alone where it is not given: it is our own data
 * @throws what the file system says
 */
export function makeFolder(dir: string, mode = 0o700): void {
  const isThere = () => statSync(dir, { throwIfNoEntry: false })?.isDirectory() === true;
  if (isThere()) return;
  makeFolder(path.dirname(dir), mode);
  try {
    mkdirSync(dir, { mode });
  } catch (error) {
    if (!isThere()) throw error; // otherwise another process was quicker
  }
}
