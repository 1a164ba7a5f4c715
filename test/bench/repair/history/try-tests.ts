import { createHash } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Exec } from '../../../../shared/process.js';
import { MAKEFILE, type Tests } from './bench-folder.js';

const BUILD_MS = 240_000;
const TEST_MS = 30_000;

/** Every case of a tree and whether it passes; null where none of its programs can be built. Of several, those that do not build are left out. */
export async function casesOf(tree: string, tests: Tests, exec: Exec): Promise<Map<string, boolean> | null> {
  await make(tree, exec, tests, []);
  const cases = new Map<string, boolean>();
  let ran = false;
  for (const program of tests.programs) {
    const result = await run(tree, exec, [program], TEST_MS);
    if (result.ended === 'not-found') continue;
    ran = true;
    const of = path.basename(program, '.run');
    for (const [name, passed] of casesIn(Buffer.from(result.stdout).toString('latin1')))
      cases.set(`${of}/${name}`, passed);
  }
  return ran ? cases : null;
}

/** Hash of the programs without names of lines and files: two patches with one hash are one program. */
export async function programHash(tree: string, tests: Tests, exec: Exec): Promise<string | null> {
  await make(tree, exec, tests, ['CFLAGS=-O2']);
  const hash = createHash('sha256');
  for (const program of tests.programs) {
    const bytes = await readFile(path.join(tree, program)).catch(() => null);
    if (bytes === null) return null;
    hash.update(bytes);
  }
  return hash.digest('hex');
}

/** Nothing of an earlier build is left where this one fails. */
async function make(tree: string, exec: Exec, { programs }: Tests, args: readonly string[]): Promise<void> {
  for (const program of programs) await rm(path.join(tree, program), { force: true });
  await run(tree, exec, ['make', '-s', '-k', '-B', '-f', MAKEFILE, ...args], BUILD_MS);
}

const run = (tree: string, exec: Exec, argv: readonly string[], timeoutMs: number) =>
  exec({ argv, cwd: tree, timeoutMs, operation: 'history', confine: { writable: [tree] } });

/** TAP, or Unity's `file:line:name:PASS`. A case that is told twice passes only if both did. */
export function casesIn(output: string): Map<string, boolean> {
  const cases = new Map<string, boolean>();
  for (const line of output.split(/\r?\n/)) {
    const [, not, tap] = /^(not )?ok \d+ - (\S+)/.exec(line) ?? [];
    const [, unity, verdict] = /:\d+:(\w+):(PASS|FAIL)\b/.exec(line) ?? [];
    const name = tap ?? unity;
    if (name === undefined) continue;
    const passed = tap === undefined ? verdict === 'PASS' : not === undefined;
    cases.set(name, passed && (cases.get(name) ?? true));
  }
  return cases;
}
