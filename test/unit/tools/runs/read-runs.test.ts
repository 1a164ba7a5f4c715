import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { listRuns, showRun } from '../../../../electron/tools/runs/read-runs.js';
import { RUN_LOOP } from '../../../../electron/tools/runs/run-loop.js';
import { ok } from '../../../../shared/problem.js';
import { text } from '../../../../shared/texts/words.js';
import { value } from '../../../fixtures/firmware-run.js';
import { visiting } from '../../../fixtures/visiting.js';

const RUN = {
  run: 'r1',
  state: 'FAILURE',
  report: {
    reason: text`${1} of ${2} cases pass`,
    held_out: ['hidden'],
    tests: {
      passed: 1,
      failed: 1,
      cases: [
        { name: 'shown', status: 'pass' },
        { name: 'hidden', status: 'fail' },
      ],
    },
    baseline: { passed: 0, failed: 2, cases: [{ name: 'hidden', status: 'fail' }] },
    candidates: [{ class: 1, failed: ['hidden', 'shown'] }],
  },
};

/** What the tools give where the runs are these. */
function reading(run: unknown, all: unknown = []) {
  const work = { runs: { list: () => all, show: () => ok(run), withheld: () => () => false } };
  const { io } = visiting().visit;
  return {
    show: async () => value(await io.call(showRun, { run: 'r1' }, work)),
    list: async () => value(await io.call(listRuns, {}, work)),
  };
}

describe('a run that is shown to an agent', () => {
  it('tells nothing of its held-out cases: no name, no verdict, no count', async () => {
    const { run, isCut } = await reading(RUN).show();
    expect(JSON.stringify(run)).not.toContain('hidden');
    expect(run).toMatchObject({
      report: { reason: '1 of 2 cases pass', candidates: [{ failed: ['shown'] }] },
    });
    expect(run).toMatchObject({ report: { tests: { cases: [{ name: 'shown' }] } } });
    expect(JSON.stringify(run)).not.toMatch(/"(passed|failed)":\d/);
    expect(isCut).toBe(false);
  });

  it('keeps its counts where no case is held out, or it has no report yet', async () => {
    const report = { ...RUN.report, held_out: [] };
    expect((await reading({ ...RUN, report }).show()).run).toMatchObject({
      report: { tests: { passed: 1 } },
    });
    expect((await reading({ ...RUN, report: null }).show()).run).toMatchObject({ report: null });
  });

  it('fits into one reply: long texts lose their ends, long lists their beginnings', async () => {
    const trace = Array.from({ length: 5000 }, (_, seq) => ({ seq, reason: 'x'.repeat(300) }));
    const { run, isCut } = await reading({ run: 'r1', report: null, trace }).show();
    expect(isCut).toBe(true);
    expect(JSON.stringify(run).length).toBeLessThanOrEqual(60_000);
    expect(JSON.stringify(run)).toContain('"seq":4999');
  });
});

describe('the list of runs', () => {
  it('is as it is read, with nothing that acts on a terminal', async () => {
    expect(await reading(null, { runs: [{ run: 'r1', goal: 'a\u202eb' }] }).list()).toEqual({
      runs: { runs: [{ run: 'r1', goal: 'a<U+202E>b' }] },
      isCut: false,
    });
  });
});

describe('run_loop', () => {
  it('takes a goal or nothing, and can be described to a model', () => {
    expect(RUN_LOOP.arguments.safeParse({}).success).toBe(true);
    expect(RUN_LOOP.arguments.safeParse({ task: 'x' }).success).toBe(false);
    expect(z.toJSONSchema(RUN_LOOP.arguments, { io: 'input' })).toMatchObject({
      additionalProperties: false,
    });
    const end = { run: 'r2', final_status: 'SUCCESS', verdict: null, reason: 'it passes', patch: 'diff' };
    expect(RUN_LOOP.result.parse(end)).toEqual(end);
  });
});
