import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Exec } from '../../../shared/process.js';
import type { BenchCase } from './case.js';
import { codeflawsCase } from './codeflaws.js';
import { isFlaw, readFlaw } from './data-set.js';
import { readBug } from './history/bug.js';
import { historyCase } from './history/case.js';

/** The cases below `dir`, of whichever set, or those that the file `list` names. What lacks a part, or is no valid bug, is left out. */
export async function readCases(dir: string, list: string | undefined, exec: Exec): Promise<BenchCase[]> {
  const wanted = list === undefined ? null : new Set((await readFile(list, 'utf8')).split(/\s+/));
  const cases: BenchCase[] = [];
  for (const name of (await readdir(dir)).sort()) {
    if (wanted !== null && !wanted.has(name)) continue;
    const one = isFlaw(name) ? await flaw(dir, name, exec) : await bug(path.join(dir, name), exec);
    if (one !== null) cases.push(one);
  }
  return cases;
}

async function flaw(dir: string, name: string, exec: Exec): Promise<BenchCase | null> {
  const read = await readFlaw(dir, name);
  return read && codeflawsCase(read, exec);
}

async function bug(folder: string, exec: Exec): Promise<BenchCase | null> {
  const read = await readBug(folder);
  return read === null || read.invalid !== null ? null : historyCase(read, folder, exec);
}
