import { mkdirSync, readFileSync, symlinkSync, watch, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectDir } from '../../../../build/project.mjs';
import { processesWith } from '../../../../build/test/end-processes.mjs';
import { runTests } from '../../../../build/test/vitest-run.mjs';
import { temporary } from '../../workspace/repositories.js';

/** Never ends, and starts one that never ends in a session of its own. */
const HANGS = `
  import { spawn } from 'node:child_process';
  import { writeFileSync } from 'node:fs';
  import { it } from 'vitest';
  it('hangs', { timeout: 600_000 }, async () => {
    spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { detached: true, stdio: 'ignore' });
    writeFileSync('hangs', '');
    await new Promise(() => {});
  });
`;
/** Vitest begins with the largest file. */
const ENDS = `
  import { expect, it } from 'vitest';
  it('passes', () => {});
  it('fails', () => expect(1).toBe(2));
  // ${'large '.repeat(200)}
`;

/** A checkout with a test file that ends, and one that does not. */
function checkout(): string {
  const dir = temporary('checkout');
  mkdirSync(path.join(dir, 'test'));
  symlinkSync(path.join(projectDir, 'node_modules'), path.join(dir, 'node_modules'));
  writeFileSync(path.join(dir, 'test', 'a.test.ts'), ENDS);
  writeFileSync(path.join(dir, 'test', 'b.test.ts'), HANGS);
  return dir;
}

/** Aborts when the second file hangs. */
function whenItHangs(dir: string): AbortSignal {
  const stop = new AbortController();
  const watcher = watch(dir, (_, name) => {
    if (name !== 'hangs') return;
    watcher.close();
    stop.abort();
  });
  return stop.signal;
}

describe('a run of tests that is stopped', () => {
  it('leaves no process, and keeps the results of the files that ended', async () => {
    const dir = checkout();
    const args = ['--maxWorkers=1', 'test/'];
    const run = await runTests('full', [], args, { BENCHLOOP_STOPPED: dir }, { dir, stop: whenItHangs(dir) });
    expect(run).toMatchObject({
      passed: 1,
      failed: 1,
      files: [{ file: 'test/a.test.ts', passed: 1, failed: 1 }],
    });
    expect(readFileSync(path.join(dir, 'hangs'), 'utf8')).toBe('');
    expect(processesWith(`BENCHLOOP_STOPPED=${dir}`)).toEqual([]);
  });

  it('does not begin once it is stopped', async () => {
    const run = await runTests('full', [], [], {}, { stop: AbortSignal.abort() });
    expect(run).toEqual({ passed: 0, failed: 0, seconds: 0, usage: [], files: [] });
  });
});
