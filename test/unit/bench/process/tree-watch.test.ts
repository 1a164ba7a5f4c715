import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createExec } from '../../../../electron/bench/process/exec.js';
import type { TreeLimits } from '../../../../electron/bench/process/tree-watch.js';

let cwd: string;
beforeEach(() => {
  cwd = mkdtempSync(path.join(tmpdir(), 'bl-tree-'));
});
afterEach(() => rmSync(cwd, { recursive: true, force: true }));

const MIB = 1024 ** 2;
const PLENTY: TreeLimits = { processes: 1000, memoryBytes: 8192 * MIB };

/** Runs a program confined; whatever it does, it ends within a minute. */
async function confined(argv: string[], limits: Partial<TreeLimits>) {
  const exec = createExec({
    children: { started: () => undefined, ended: () => undefined },
    confinement: 'bubblewrap',
    limits: { ...PLENTY, ...limits },
  });
  const request = { argv, cwd, timeoutMs: 60_000, operation: 'tree', mergeOutput: true };
  const { ended, signal, stdout, beyond } = await exec({ ...request, confine: { writable: [cwd] } });
  return { ended, signal, beyond, said: Buffer.from(stdout).toString() };
}

const WAITING = 'fork or last for 1..40; sleep 50';

describe.runIf(process.platform === 'linux')('a confined program', () => {
  it('is ended with all that it started where these are too many, and told why', async () => {
    expect(await confined(['perl', '-e', WAITING], { processes: 20 })).toEqual({
      ...{ ended: 'signal', signal: 'SIGKILL' },
      beyond: { of: 'processes', most: 20 },
      said: 'benchloop: the program was ended: it had more than 20 processes\n',
    });
  });

  it('is ended where it uses too much memory, its children counted', async () => {
    const eats = '$n = 30 * 1024 * 1024; fork; fork; $x = "a" x $n; sleep 50';
    expect(await confined(['perl', '-e', eats], { memoryBytes: 64 * MIB })).toMatchObject({
      ...{ ended: 'signal', signal: 'SIGKILL' },
      beyond: { of: 'memory', most: 64 * MIB },
      said: expect.stringContaining('it used more than 67108864 bytes of memory'),
    });
  });

  it('may have so many, and reserve whatever it does not use', async () => {
    const waits =
      'for (1..15) { $p = fork // die; if (!$p) { sleep 1; exit } } 1 while wait > 0; print "done"';
    expect(await confined(['perl', '-e', waits], { processes: 20 })).toMatchObject({ said: 'done' });
  });
});
