import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listDemos, prepareDemo } from '../../../electron/core/demo.js';

const demoDir = join(import.meta.dirname, '../../../native-config/demo');
let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'benchloop-demo-'));
});
afterEach(() => rm(dir, { recursive: true }));

const git = async (cwd: string, ...args: string[]) => (await execa('git', args, { cwd })).stdout;

describe('listDemos', () => {
  it('names every demo with a title, a story and the end it must come to', async () => {
    const demos = await listDemos(demoDir);
    expect(demos.length).toBeGreaterThanOrEqual(10);
    expect(demos.map((demo) => demo.name)).toEqual((await readdir(join(demoDir, 'tasks'))).sort());
    expect(demos.find((demo) => demo.name === 'flaky-back-off')?.expect).toEqual({
      final_status: 'FAILURE',
      verdict: 'FLAKY',
    });
  });
});

describe('prepareDemo', () => {
  it('makes the task file and beside it a clean repository with one commit', async () => {
    const prepared = await prepareDemo({ demoDir, into: dir, task: 'ring-off-by-one' });
    expect(prepared).toEqual({ ok: true, value: { taskFile: join(dir, 'task.yaml') } });
    const repo = join(dir, 'firmware');
    expect((await readdir(dir)).sort()).toEqual(['firmware', 'task.yaml']);
    expect(await git(repo, 'status', '--porcelain')).toBe('');
    expect(await git(repo, 'log', '--format=%an %s', '--all')).toBe('Sensor Node Team Add the sensor node');
    expect(await git(repo, 'symbolic-ref', 'HEAD')).toBe('refs/heads/main');
    expect(await git(repo, 'fsck', '--strict')).toBe('');
  });

  it('holds the bug and leaves the shipped firmware alone', async () => {
    const before = await readFile(join(demoDir, 'firmware/src/ring.c'), 'utf8');
    await prepareDemo({ demoDir, into: dir, task: 'ring-off-by-one' });
    expect(await readFile(join(dir, 'firmware/src/ring.c'), 'utf8')).not.toBe(before);
    expect(await readFile(join(demoDir, 'firmware/src/ring.c'), 'utf8')).toBe(before);
  });

  it('makes the same commit every time', async () => {
    await prepareDemo({ demoDir, into: join(dir, 'a'), task: 'two-bugs' });
    await prepareDemo({ demoDir, into: join(dir, 'b'), task: 'two-bugs' });
    const first = await git(join(dir, 'a/firmware'), 'rev-parse', 'HEAD');
    expect(await git(join(dir, 'b/firmware'), 'rev-parse', 'HEAD')).toBe(first);
  });

  it('refuses a demo that does not exist, also one named by a path, and says which do', async () => {
    for (const task of ['nothing', '../tasks/two-bugs', '..', '']) {
      const prepared = await prepareDemo({ demoDir, into: dir, task });
      expect(prepared).toMatchObject({ ok: false, error: { code: 'TASK_NOT_FOUND' } });
      expect(prepared.ok ? '' : prepared.error.next).toContain('ring-off-by-one');
    }
    expect(await readdir(dir)).toEqual([]);
  });

  it("gives git's words and leaves nothing half made where the bug does not fit the firmware", async () => {
    const damaged = join(dir, 'damaged');
    await cp(demoDir, damaged, { recursive: true });
    await writeFile(join(damaged, 'firmware/src/ring.c'), 'int nothing;\n');
    const prepared = await prepareDemo({
      demoDir: damaged,
      into: join(dir, 'into'),
      task: 'ring-off-by-one',
    });
    expect(prepared).toMatchObject({ ok: false, error: { code: 'INIT_FAILURE' } });
    expect(prepared.ok ? '' : prepared.error.message).toContain('patch does not apply');
    expect(await readdir(join(dir, 'into'))).toEqual([]);
  });

  it('refuses a folder that is not empty and leaves it as it was', async () => {
    await writeFile(join(dir, 'mine.txt'), 'mine');
    const prepared = await prepareDemo({ demoDir, into: dir, task: 'two-bugs' });
    expect(prepared).toMatchObject({ ok: false, error: { code: 'USAGE', where: dir } });
    expect(await readdir(dir)).toEqual(['mine.txt']);
  });
});
