import { chmodSync, type Dirent, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { byteWise, onDisk } from './byte-path.js';

/** Read in some milliseconds. */
const FOLDERS_A_TURN = 100;
/** What we need of a folder, and of a file, to read it and to put it back. */
const [FOLDER_MODE, FILE_MODE] = [0o700, 0o600];

/**
 * Every file and symbolic link below `dir` but those in a folder `.git`, as byte-wise paths below it. What a command locked
 * against its owner is opened again: nobody could take it back otherwise.
 */
export async function lyingFiles(dir: string): Promise<string[]> {
  const top = byteWise(dir);
  const found: string[] = [];
  const folders = [''];
  for (let read = 1; folders.length > 0; read++) {
    const below = folders.pop() ?? '';
    for (const entry of entriesOf(join(top, below))) {
      const path = `${below}${entry.name}`;
      if (entry.name.toLowerCase() === '.git') continue;
      if (entry.isDirectory()) folders.push(`${path}/`);
      // a pipe or a socket is no content
      if (entry.isFile()) open(join(top, path), FILE_MODE);
      if (entry.isFile() || entry.isSymbolicLink()) found.push(path);
    }
    if (read % FOLDERS_A_TURN === 0) await turn();
  }
  return found;
}

function entriesOf(folder: string): Dirent[] {
  open(folder, FOLDER_MODE);
  return readdirSync(onDisk(folder), { withFileTypes: true, encoding: 'latin1' });
}

function open(path: string, wanted: number): void {
  const { mode } = lstatSync(onDisk(path));
  if ((mode & wanted) !== wanted) chmodSync(onDisk(path), (mode & 0o777) | wanted);
}
