import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { makeFolder } from '../../files/make-folder.js';

/** A folder of a capture that this process alone writes to. */
export interface OwnFolder {
  folder: string;
  /** Its owner before did not release it: that process was killed. */
  wasLeft: boolean;
  release(): void;
}

/**
 * Takes a folder, which is made where it is not there, or one beside it while another process has that: a port that is
 * away may come back to who waits for it just when it is opened under another name. @throws what the file system says
 */
export function ownFolder(wanted: string): OwnFolder {
  for (let count = 1; ; count += 1) {
    const folder = count === 1 ? wanted : `${wanted}-${count}`;
    makeFolder(folder, 0o700);
    const file = path.join(folder, 'owner');
    const taken = take(file);
    if (taken !== null) return { folder, ...taken, release: () => rmSync(file, { force: true }) };
  }
}

/** Null where another process has it. */
function take(file: string): Pick<OwnFolder, 'wasLeft'> | null {
  for (let wasLeft = false; ; wasLeft = true) {
    try {
      writeFileSync(file, String(process.pid), { flag: 'wx' });
      return { wasLeft };
    } catch (error) {
      if (!hasCode(error, 'EEXIST')) throw error;
    }
    if (isOwned(file)) return null;
    rmSync(file, { force: true });
  }
}

/** Between making the file and writing into it nobody needs so long, ms. */
const TAKING_MS = 1000;

/** Not by a process that was killed, nor by one that has just given it back. */
function isOwned(file: string): boolean {
  try {
    const owner = readFileSync(file, 'utf8');
    return owner === '' ? Date.now() - statSync(file).mtimeMs < TAKING_MS : process.kill(Number(owner), 0);
  } catch (error) {
    return hasCode(error, 'EPERM');
  }
}

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;
