import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { runProgram } from '../child.mjs';
import { secondsOfChildren } from './processor-time.mjs';

/** Of a busy computer the kinds of work suffer differently: computing least, starting processes most. */
const LOOP =
  'let x = 1; for (let i = 0; i < 1e7; i++) x = (x * 1103515245 + 12345) % 2147483648; process.exitCode = x < 0 ? 1 : 0';
const C_FILE = Array.from(
  { length: 400 },
  (_, i) => `int f${i}(int a) { return a * ${i} + (a >> ${i % 7}); }`,
).join('\n');

/**
 * Does the fixed work once: a loop, and starts of Node, git and the compiler.
 *
 * @param {string} dir an empty folder
 */
async function work(dir) {
  const file = path.join(dir, 'fixed.c');
  await writeFile(file, C_FILE);
  await runProgram(process.execPath, ['-e', LOOP]);
  for (let i = 0; i < 5; i++) await runProgram(process.execPath, ['-e', '0']);
  for (let i = 0; i < 20; i++) await runProgram('git', ['--version']);
  for (let i = 0; i < 3; i++) await runProgram('cc', ['-O2', '-c', file, '-o', path.join(dir, `${i}.o`)]);
}

/**
 * How much processor time the fixed work takes now. Tests are compared in this unit, because the same test takes up to twice as
 * long on another computer, and on this one at another hour.
 *
 * @param {number} lanes how often at the same time, as many as tests run side by side
 * @returns {Promise<number>} seconds of processor time for the work once
 */
export async function calibrate(lanes) {
  const before = secondsOfChildren();
  const dirs = await Promise.all(
    Array.from({ length: lanes }, () => mkdtemp(path.join(tmpdir(), 'benchloop-calibration-'))),
  );
  await Promise.all(dirs.map(work));
  await Promise.all(dirs.map((dir) => rm(dir, { recursive: true, force: true })));
  return (secondsOfChildren() - before) / lanes;
}

/**
 * The same in a process of its own, while other children of this one may end.
 *
 * @param {number} lanes
 * @returns {Promise<number>}
 */
export async function calibrateApart(lanes) {
  const { stdout } = await runProgram(process.execPath, [import.meta.filename, String(lanes)]);
  return Number(stdout);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  console.log(await calibrate(Number(process.argv[2] ?? 1)));
