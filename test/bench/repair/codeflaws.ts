import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { execa } from 'execa';
import type { Exec } from '../../../shared/process.js';
import type { BenchCase, Verdicts } from './case.js';
import type { Example, Flaw } from './data-set.js';
import { PROGRAM, SOURCE, writeProject, writeTask } from './project.js';
import type { Judged } from './record.js';

/** After so many examples that ran into their time limit, those left are not run: the patch is wrong anyway. */
const MOST_HUNG = 3;

/** A flaw of Codeflaws as a case: every patch is judged by every held-out example. */
export const codeflawsCase = (flaw: Flaw, exec: Exec): BenchCase => ({
  set: 'codeflaws',
  name: flaw.name,
  project: flaw.problem,
  write: (dir, searchSec) => writeTask(dir, flaw, searchSec),
  judge: (dir, patches) => judgeFlaw(dir, flaw, patches, exec),
});

async function judgeFlaw(dir: string, flaw: Flaw, patches: readonly string[], exec: Exec): Promise<Verdicts> {
  const folder = path.join(dir, 'held-out');
  await writeProject(folder, flaw.source, flaw.heldOut);
  const examples = heldOutRunner(folder, flaw.heldOut, exec);
  const unpatched = (await examples()) ?? '?'.repeat(flaw.heldOut.length);
  const judged: Judged[] = [];
  for (const patch of patches) {
    const source = await patchedSource(path.join(dir, 'project'), patch);
    if (source !== null) await writeFile(path.join(folder, SOURCE), source);
    judged.push(verdictOn(source === null ? null : await examples()));
  }
  return { judged, heldOut: flaw.heldOut.map(({ name }) => name), unpatched };
}

function verdictOn(heldOut: string | null): Judged {
  if (heldOut === null)
    return { built: false, truth: 'wrong', heldOut: '', why: 'does not apply or does not build' };
  return { built: true, truth: /^1+$/.test(heldOut) ? 'right' : 'wrong', heldOut, why: '' };
}

/** Bytes of the source with the patch, or null where it does not apply. The repository is left as it was. */
async function patchedSource(repo: string, patch: string): Promise<Buffer | null> {
  await execa('git', ['checkout', '-q', '--', '.'], { cwd: repo });
  const applied = await execa('git', ['apply', '-'], { cwd: repo, input: patch, reject: false });
  const source = await readFile(path.join(repo, SOURCE));
  await execa('git', ['checkout', '-q', '--', '.'], { cwd: repo });
  return applied.exitCode === 0 ? source : null;
}

/** Builds what lies in `folder`, and says of each example whether it passes. Equal programs run once. Null: it does not build. */
function heldOutRunner(
  folder: string,
  examples: readonly Example[],
  exec: Exec,
): () => Promise<string | null> {
  const known = new Map<string, string>();
  const run = (...argv: string[]) =>
    exec({ argv, cwd: folder, timeoutMs: 600_000, operation: 'held-out', confine: { writable: [folder] } });
  return async () => {
    if ((await run('make', '-s', '-B')).exitCode !== 0) return null;
    const program = await readFile(path.join(folder, PROGRAM));
    const hash = createHash('sha256').update(program).digest('hex');
    const before = known.get(hash);
    if (before !== undefined) return before;
    const { stdout } = await run('./runner', `--most-hung=${MOST_HUNG}`);
    const bits = bitsOf(Buffer.from(stdout).toString(), examples);
    known.set(hash, bits);
    return bits;
  };
}

/** TAP as `runner.c` prints it, as one character for each example: `1` passed, `0` failed, `?` not run. */
export function bitsOf(tap: string, examples: readonly Pick<Example, 'name'>[]): string {
  const said = new Map<string, string>();
  for (const line of tap.split('\n')) {
    const [, not, name] = /^(not )?ok \d+ - (\S+)$/.exec(line) ?? [];
    if (name !== undefined) said.set(name, not === undefined ? '1' : '0');
  }
  return examples.map(({ name }) => said.get(name) ?? '?').join('');
}
