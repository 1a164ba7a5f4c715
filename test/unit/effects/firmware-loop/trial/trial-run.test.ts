import { chmodSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { passing, runPatiently } from '../../../../../electron/effects/firmware-loop/trial/trial-run.js';
import type { CaseStatus } from '../../../../../shared/results.js';
import { testOf } from '../../../../fixtures/firmware-values.js';
import { temporary, value } from '../../../workspace/repositories.js';
import { hostBench } from './trial-bench.js';

interface Candidate {
  /** Body of the test program; `$runs` is how often it ran before. */
  script: string;
  /** The tree as it comes: its cases, and how long they took, ms. */
  before: Record<string, CaseStatus>;
  took: number;
  heldOut?: string[];
  select?: string[];
  signal?: AbortSignal;
}

async function tryOnce({ script, before, took, heldOut = [], select, signal }: Candidate) {
  const counted = `#!/bin/sh\nruns=$(cat runs 2>/dev/null | wc -l)\necho "$*" >> runs\n${script}`;
  const files = { 'test.sh': counted, 'a.c': 'int a;\n', Makefile: 'all:\n' };
  const test = { command: ['./test.sh'], parser: 'tap', timeoutSec: 30, select: true, cases: ['*'], heldOut };
  const { bench, ctx } = await hostBench(files, test);
  const tree = bench.paths.clone;
  chmodSync(path.join(tree, 'test.sh'), 0o755);
  const last_test_result = testOf('x', before, { metrics: { test_duration_ms: took } });
  const subject = { image: 'x', imagePath: null, tree, unbuilt: false };
  const ran = await runPatiently({ ...ctx, last_test_result }, bench, {
    ...{ subject, operation: 'r.1.trial.1', dir: temporary('trial'), select },
    signal: signal ?? new AbortController().signal,
  });
  const runs = () => readFileSync(path.join(tree, 'runs'), 'utf8').split('\n').slice(0, -1);
  return { ran, runs };
}

const PASS = 'echo "ok 1 - a"; echo "ok 2 - b"; echo "1..2"\n';

describe("a trial's test", () => {
  it('that ends runs once', async () => {
    const { ran, runs } = await tryOnce({ script: PASS, before: { a: 'fail', b: 'fail' }, took: 1000 });
    expect(passing(value(ran).result)).toBe(2);
    expect(runs()).toEqual(['']);
  });

  it('that is cut off further on than before runs again with all the time of the task', async () => {
    const script = `echo "ok 1 - a"\n[ "$runs" = 0 ] && exec sleep 60\necho "ok 2 - b"; echo "1..2"\n`;
    const { ran, runs } = await tryOnce({ script, before: { a: 'fail', b: 'fail' }, took: 800 });
    expect(value(ran).result).toMatchObject({ ended_by: 'exit' });
    expect(passing(value(ran).result)).toBe(2);
    expect(runs()).toHaveLength(2);
  });

  it('that is cut off no further on than before does not run again', async () => {
    const script = 'echo "ok 1 - a"\nexec sleep 60\n';
    const { ran, runs } = await tryOnce({ script, before: { a: 'pass', b: 'fail' }, took: 400 });
    expect(value(ran).result).toMatchObject({ ended_by: 'timeout' });
    expect(runs()).toHaveLength(1);
  });

  it('runs the chosen cases only, and tells nothing of those held out', async () => {
    const { ran, runs } = await tryOnce({
      ...{ script: PASS, before: { a: 'fail' }, took: 1000 },
      ...{ heldOut: ['b'], select: ['a'] },
    });
    expect(value(ran).result.cases.map((c) => c.name)).toEqual(['a']);
    expect(runs()).toEqual(['a']);
  });

  it('does not begin once it is given up', async () => {
    const signal = AbortSignal.abort();
    const { ran } = await tryOnce({ script: PASS, before: {}, took: 1000, signal });
    expect(ran.ok).toBe(false);
  });
});
