import { existsSync, mkdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Environment } from '../../../../electron/bench/environment.js';
import { withResultFiles } from '../../../../electron/tools/results/result-files.js';
import { ok } from '../../../../shared/problem.js';
import { temporary } from '../../workspace/repositories.js';

/** A target whose test does what is given. */
const target = (test: () => void): Environment => ({
  start: async () => ok(undefined),
  reset: async () => ok(undefined),
  stop: async () => {},
  run: async () => {
    test();
    const end = {
      ended_by: 'exit',
      exit_code: 0,
      signal: null,
      consoleFile: '',
      stuckPcs: [],
      stderr: '',
    } as const;
    return ok({ ...end, stuckPcs: [], duration_ms: 1 });
  },
});

function place() {
  const workTree = temporary('tree');
  const sessionDir = temporary('session');
  return { workTree, sessionDir, files: ['out/r.xml'], file: path.join(workTree, 'out/r.xml') };
}

const run = async (where: ReturnType<typeof place>, test: () => void) => {
  const ended = await withResultFiles(target(test), where).run(new AbortController().signal, () => {});
  return ended.ok ? (ended.value.resultFiles?.[0] ?? null) : ended.error;
};

describe('a result file', () => {
  it('is removed before a run, so that what an earlier one left does not count', async () => {
    const where = place();
    mkdirSync(path.dirname(where.file));
    writeFileSync(where.file, '<testsuite/>');
    expect(await run(where, () => expect(existsSync(where.file)).toBe(false))).toEqual({
      path: 'out/r.xml',
      kept: null,
      problem: 'was not written by this run',
    });
  });

  it('counts where the run wrote it, and is kept beside the console', async () => {
    const where = place();
    mkdirSync(path.dirname(where.file));
    const kept = await run(where, () => writeFileSync(where.file, 'new'));
    expect(kept).toMatchObject({ problem: null, kept: path.join(where.sessionDir, 'results-1-1.xml') });
  });

  it('does not count where it is older than the run, or no ordinary file', async () => {
    const where = place();
    mkdirSync(path.dirname(where.file));
    const old = () => {
      writeFileSync(where.file, 'old');
      utimesSync(where.file, 1, 1);
    };
    expect(await run(where, old)).toMatchObject({ kept: null, problem: 'is older than this run' });
    const secret = path.join(temporary('elsewhere'), 'secret');
    writeFileSync(secret, 'secret');
    expect(await run(where, () => symlinkSync(secret, where.file))).toMatchObject({
      kept: null,
      problem: 'is no ordinary file',
    });
  });

  it('is not removed through a folder that leads out of the tree', async () => {
    const where = place();
    const outside = temporary('outside');
    writeFileSync(path.join(outside, 'r.xml'), 'mine');
    symlinkSync(outside, path.join(where.workTree, 'out'));
    expect(await run(where, () => {})).toMatchObject({ code: 'TEST_ENV_FAILURE' });
    expect(existsSync(path.join(outside, 'r.xml'))).toBe(true);
  });
});
