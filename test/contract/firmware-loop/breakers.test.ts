import { describe, expect, it } from 'vitest';
import { outcome, problem } from '../../fixtures/firmware-effects.js';
import { scriptedRun } from '../../fixtures/firmware-run.js';
import { decisionOf, patchOf } from '../../fixtures/firmware-values.js';

describe('breakers', () => {
  it('three iterations without improvement', async () => {
    const run = scriptedRun({ cases: () => ({ a: 'fail' }) });
    await run.go();
    expect(run.context()).toMatchObject({
      iteration_index: 3,
      outcome: { status: 'FAILURE', reason: '3 iterations without improvement' },
    });
  });

  it('counts iterations in a row: one that improved starts anew', async () => {
    const tree = new Map([['base', 0]]);
    const scores = [0, 0, 1, 1, 1, 1];
    const cases = (commit: string) => {
      if (!tree.has(commit)) tree.set(commit, scores[tree.size - 1] ?? 0);
      return { a: (tree.get(commit) ?? 0) > 0 ? ('pass' as const) : ('fail' as const), b: 'fail' as const };
    };
    const run = scriptedRun({ cases });
    await run.go();
    expect(run.context()).toMatchObject({ iteration_index: 6, outcome: { status: 'FAILURE' } });
  });

  it('counts an iteration once, however often its image ran', async () => {
    const retry = outcome('decision_produced', { decision: decisionOf('INCONCLUSIVE', 'RETRY') });
    const run = scriptedRun({
      cases: () => ({ a: 'fail' }),
      policy: { noProgressIterations: 2 },
      script: { RESULT_ANALYSIS: ['default', retry, 'default', retry, 'default'] },
    });
    await run.go();
    expect(run.context()).toMatchObject({
      iteration_index: 2,
      outcome: { reason: '2 iterations without improvement' },
    });
  });

  it('cumulative risk above 2.0', async () => {
    const risky = (n: number) => outcome('patch_valid', { patch: patchOf(`edit ${n}`, 0.7) });
    const run = scriptedRun({
      cases: () => ({ a: 'fail' }),
      policy: { noProgressIterations: 99 },
      script: { PATCH_GENERATION: [risky(1), risky(2), risky(3), risky(4)] },
    });
    await run.go();
    expect(run.context()).toMatchObject({
      iteration_index: 3,
      outcome: { status: 'FAILURE', reason: 'cumulative risk 2.10 > 2' },
    });
  });

  it('three rollbacks, of whatever kind', async () => {
    const rollback = outcome('decision_produced', { decision: decisionOf('FAIL', 'ROLLBACK') });
    const run = scriptedRun({
      cases: () => ({ a: 'fail' }),
      script: { RESULT_ANALYSIS: ['default', rollback, rollback, rollback] },
    });
    await run.go();
    expect(run.context()).toMatchObject({
      convergence: { rollbacks: 3 },
      outcome: { status: 'FAILURE', reason: '3 rollbacks' },
    });
  });

  it('an environment that was unavailable for 600 s, and not one second less', async () => {
    for (const [seconds, ended] of [
      [600, true],
      [590, false],
    ] as const) {
      let at = 0;
      const down = problem('env_failed', 'TEST_ENV_FAILURE');
      const late = () => {
        at += seconds * 1000;
        return down;
      };
      const run = scriptedRun({
        script: { TEST_SETUP: [down, late] },
        deps: { now: () => (at += 1) },
      });
      await run.go();
      expect(run.context().outcome?.status).toBe(ended ? 'FAILURE' : 'SUCCESS');
      if (ended)
        expect(run.context().outcome).toMatchObject({
          verdict: 'ENV_ERROR',
          reason: expect.stringContaining('600 s'),
        });
    }
  });

  it('forgets the outage once the environment is up again', async () => {
    let at = 0;
    const down = () => {
      at += 400_000;
      return problem('env_failed', 'TEST_ENV_FAILURE');
    };
    const run = scriptedRun({
      script: { TEST_SETUP: [down, 'default', down, 'default'] },
      deps: { now: () => (at += 1) },
    });
    await run.go();
    expect(run.context().outcome?.status).toBe('SUCCESS');
  });
});
