import { describe, expect, it } from 'vitest';
import { inEnglish } from '../../../shared/texts/words.js';
import { outcome } from '../../fixtures/firmware-effects.js';
import { scriptedRun, value } from '../../fixtures/firmware-run.js';
import { buildOf, decisionOf, patchOf, testOf } from '../../fixtures/firmware-values.js';

const decide = (...args: Parameters<typeof decisionOf>) =>
  outcome('decision_produced', { decision: decisionOf(...args) });
const resultOf = (...args: Parameters<typeof testOf>) =>
  outcome('result_normalized', { result: testOf(...args) });

describe('a run that converges', () => {
  it('sees the failure first, then one patch turns it green, and the report is written', async () => {
    const run = scriptedRun();
    expect(await run.go()).toEqual({ kind: 'finished' });
    expect(run.context()).toMatchObject({
      outcome: { status: 'SUCCESS', verdict: 'PLAUSIBLE' },
      iteration_index: 1,
      finished: true,
      branch: 'benchloop/run-1',
    });
    expect(run.edges()).toEqual([
      'IDLE task_request INIT',
      'INIT context_ready CODE_ANALYSIS',
      'CODE_ANALYSIS analysis_failed ERROR_RECOVERY',
      'ERROR_RECOVERY recovered_to_build BUILD_RUN',
      'BUILD_RUN build_ok TEST_SETUP',
      'TEST_SETUP env_ready TEST_RUN',
      'TEST_RUN test_finished RESULT_COLLECTION',
      'RESULT_COLLECTION result_normalized RESULT_ANALYSIS',
      'RESULT_ANALYSIS decision_produced CONVERGENCE_CHECK',
      'CONVERGENCE_CHECK checked CODE_ANALYSIS',
      'CODE_ANALYSIS patch_plan_ok PATCH_GENERATION',
      'PATCH_GENERATION patch_valid PATCH_APPLY',
      'PATCH_APPLY workspace_updated BUILD_SETUP',
      'BUILD_SETUP build_env_ready BUILD_RUN',
      'BUILD_RUN build_ok TEST_SETUP',
      'TEST_SETUP env_ready TEST_RUN',
      'TEST_RUN test_finished RESULT_COLLECTION',
      'RESULT_COLLECTION result_normalized RESULT_ANALYSIS',
      'RESULT_ANALYSIS decision_produced CONVERGENCE_CHECK',
      'CONVERGENCE_CHECK checked SUCCESS',
      'SUCCESS reported IDLE',
    ]);
  });

  it('goes on with the next iteration while something fails, and counts it', async () => {
    let patched = 0;
    const cases = (commit: string) => ({
      a: 'pass' as const,
      b: commit === 'base' ? ('fail' as const) : patched++ > 0 ? ('pass' as const) : ('fail' as const),
    });
    const run = scriptedRun({ cases });
    await run.go();
    expect(run.context().iteration_index).toBe(2);
    expect(run.context().outcome?.status).toBe('SUCCESS');
  });

  it('says NOTHING_TO_FIX only after three runs in which everything passed', async () => {
    const run = scriptedRun({ cases: () => ({ a: 'pass' }) });
    await run.go();
    expect(run.context().outcome).toMatchObject({ status: 'SUCCESS', verdict: 'NOTHING_TO_FIX' });
    expect(run.path().filter((s) => s === 'TEST_RUN')).toHaveLength(3);
    expect(run.context().iteration_index).toBe(1);
  });

  it('does not believe a provider that calls one passing run nothing to fix', async () => {
    const run = scriptedRun({
      cases: () => ({ a: 'pass' }),
      script: { RESULT_ANALYSIS: [decide('PASS', 'CONTINUE')] },
    });
    await run.go();
    expect(run.path().filter((s) => s === 'TEST_RUN')).toHaveLength(3);
  });

  it('does not believe a provider that calls a failing run a pass', async () => {
    const script = { RESULT_ANALYSIS: Array.from({ length: 9 }, () => decide('PASS', 'CONTINUE', 1)) };
    const run = scriptedRun({ cases: () => ({ a: 'fail' }), policy: { maxIterations: 2 }, script });
    await run.go();
    expect(run.context().outcome).toMatchObject({ status: 'FAILURE', verdict: 'NOT_FIXED' });
    const heldOut = scriptedRun({
      ...{ task: { cases: ['a'], heldOut: ['b'] }, policy: { maxIterations: 2 }, script },
      cases: (commit) => ({ a: commit === 'base' ? 'fail' : 'pass', b: 'fail' }),
    });
    await heldOut.go();
    expect(heldOut.context().outcome?.status).toBe('FAILURE');
  });

  it('calls a patch that was not searched plausible at most, whatever held-out cases say', async () => {
    const run = scriptedRun({ task: { cases: ['a'], heldOut: ['b'] } });
    await run.go();
    expect(run.context().outcome?.verdict).toBe('PLAUSIBLE');
  });

  it('takes a held-out failure as CONTINUE, and tells the agent nothing but that', async () => {
    const run = scriptedRun({
      task: { cases: ['a'], heldOut: ['secret_*'] },
      policy: { noProgressIterations: 9, maxIterations: 2 },
      cases: (commit) => ({
        a: commit === 'base' ? 'fail' : 'pass',
        secret_1: commit === 'base' ? 'pass' : 'fail',
      }),
    });
    await run.go();
    expect(run.context().outcome?.status).toBe('FAILURE');
    expect(run.context().iteration_index).toBe(2);
    expect(run.edges()).toContain('CONVERGENCE_CHECK checked CODE_ANALYSIS');
    expect(run.context().decision).toMatchObject({ next_action: 'CONTINUE', reasoning: 'held-out failed' });
    expect(JSON.stringify(run.context().attempts)).not.toContain('secret');
  });
});

describe('what is not a pass', () => {
  const first = (result: ReturnType<typeof testOf>) => ({
    policy: { maxIterations: 1 },
    script: {
      RESULT_COLLECTION: ['default' as const, outcome('result_normalized', { result })],
    },
  });

  it('refuses a run in which a case known from the baseline is missing', async () => {
    const run = scriptedRun(first(testOf('c', { a: 'pass' })));
    await run.go();
    expect(value(run.journal.trace()).map((t) => inEnglish(t.reason))).toContain(
      'passed before the patch: b',
    );
    expect(run.context().convergence.rollbacks).toBe(1);
  });

  it('refuses a run in which a case that the task names is missing', async () => {
    const run = scriptedRun({
      ...first(testOf('c', { a: 'pass', b: 'pass' })),
      task: { cases: ['*', 'never_ran'] },
    });
    await run.go();
    expect(run.context().decision?.reasoning).toBe('not passing: never_ran');
  });

  it('refuses a pattern that no case matches, and names it', async () => {
    const run = scriptedRun({
      ...first(testOf('c', { a: 'pass', b: 'pass' })),
      task: { cases: ['*', 'rnig_*'] },
    });
    await run.go();
    expect(run.context().decision?.reasoning).toBe('no case was reported for rnig_*');
  });

  it('refuses a case reported twice', async () => {
    const run = scriptedRun(first(testOf('c', { a: 'pass', b: 'pass' }, { doubled: ['a'] })));
    await run.go();
    expect(run.context().outcome?.reason).toContain(
      'reported more than once: a (does the code under test print verdicts?)',
    );
  });

  it('refuses a run that broke off, though every case it reported passed', async () => {
    const run = scriptedRun(
      first(testOf('c', { a: 'pass', b: 'pass' }, { incomplete: 'the firmware hung' })),
    );
    await run.go();
    expect(run.context().outcome?.reason).toContain('the firmware hung');
  });

  it('takes back a patch after which the program hangs, whatever else passes with it', async () => {
    const hung = testOf(
      'c',
      { a: 'pass', b: 'pass', c: 'fail' },
      { ended_by: 'timeout', incomplete: 'the test did not end in time' },
    );
    const run = scriptedRun({
      ...first(hung),
      cases: () => ({ a: 'fail', b: 'pass', c: 'fail' }),
    });
    await run.go();
    expect(value(run.journal.trace()).map((t) => inEnglish(t.reason))).toContain(
      'worse than before the patch: the test did not end in time; not passing: c',
    );
    expect(run.context().convergence).toMatchObject({ rollbacks: 1, improved: false });
  });

  it('calls a case that changes between runs of one image FLAKY, not fixed', async () => {
    const run = scriptedRun({ cases: (_, n) => ({ a: n % 2 === 0 ? 'pass' : 'fail' }) });
    await run.go();
    expect(run.context().outcome).toMatchObject({ status: 'FAILURE', verdict: 'FLAKY' });
    expect(run.context().attempts).toEqual([]);
  });

  it('refuses metrics beyond the limit, and metrics nobody measured', async () => {
    const big = first(testOf('c', { a: 'pass', b: 'pass' }, { metrics: { image_text_bytes: 101 } }));
    const run = scriptedRun({ ...big, task: { maxTextBytes: 100 } });
    await run.go();
    expect(run.context().outcome?.reason).toContain('image text bytes 101 > 100');
    const unknown = scriptedRun({
      ...first(testOf('c', { a: 'pass', b: 'pass' })),
      task: { maxTextBytes: 100 },
    });
    await unknown.go();
    expect(unknown.context().outcome?.reason).toContain('image text bytes not measured');
  });

  it('runs again while the confidence is below 0.8, and gives up after three repeats', async () => {
    const unsure = Array.from({ length: 9 }, () => decide('PASS', 'CONTINUE', 0.79));
    const run = scriptedRun({ script: { RESULT_ANALYSIS: ['default', ...unsure] } });
    await run.go();
    expect(run.context().outcome).toMatchObject({ status: 'FAILURE' });
    expect(run.path().filter((s) => s === 'TEST_RUN')).toHaveLength(1 + 4);
    const sure = scriptedRun({ script: { RESULT_ANALYSIS: ['default', decide('PASS', 'CONTINUE', 0.8)] } });
    await sure.go();
    expect(sure.context().outcome?.status).toBe('SUCCESS');
  });

  it('ends after ten iterations, in words', async () => {
    const run = scriptedRun({ cases: () => ({ a: 'fail' }), policy: { noProgressIterations: 99 } });
    await run.go();
    expect(run.context()).toMatchObject({
      iteration_index: 10,
      outcome: { status: 'FAILURE', verdict: 'NOT_FIXED' },
    });
    expect(run.context().outcome?.reason).toContain('the limit of 10 iterations is reached');
  });

  it('ends when the decision is ABORT', async () => {
    const run = scriptedRun({ script: { RESULT_ANALYSIS: [decide('FAIL', 'ABORT')] } });
    await run.go();
    expect(run.context()).toMatchObject({ outcome: { status: 'ABORTED' }, abort_reason: 'FAIL says ABORT' });
  });
});

describe('the control', () => {
  const logs = {
    INIT: [
      outcome('context_ready', {
        base_commit: 'base',
        logs: [{ kind: 'log', path: 'ci.log', sha256: 'x', bytes: 1 }],
      }),
    ],
  };

  it('is demanded when the failure was not seen without the patch, and then the run converges', async () => {
    const run = scriptedRun({ script: logs });
    await run.go();
    expect(run.edges()).toContain('CONVERGENCE_CHECK checked ERROR_RECOVERY');
    expect(run.context().baseline?.result?.image).toBe('base');
    expect(run.context().outcome?.status).toBe('SUCCESS');
  });

  it('ends FLAKY when the failure does not show without the patch either', async () => {
    const run = scriptedRun({ script: logs, cases: () => ({ a: 'pass' }) });
    await run.go();
    expect(run.context().outcome).toMatchObject({ status: 'FAILURE', verdict: 'FLAKY' });
  });

  it('is skipped where the task says so', async () => {
    const run = scriptedRun({ script: logs, task: { controlRun: false }, cases: () => ({ a: 'pass' }) });
    await run.go();
    expect(run.path()).not.toContain('ERROR_RECOVERY');
    expect(run.context().outcome?.status).toBe('SUCCESS');
  });
});

describe('a patch that brought nothing', () => {
  it('is taken back before the next iteration, outside the rollback breaker', async () => {
    const run = scriptedRun({ cases: () => ({ a: 'fail' }), policy: { maxIterations: 2 } });
    await run.go();
    expect(run.context().repo_snapshot?.current_commit).toBe('base');
    expect(run.context().convergence.rollbacks).toBe(0);
    expect(run.context().attempts).toHaveLength(2);
  });

  it('stays as a step forward where it improved something', async () => {
    const cases = (commit: string) => ({
      a: commit === 'base' ? ('fail' as const) : ('pass' as const),
      b: 'fail' as const,
    });
    const run = scriptedRun({ cases, policy: { maxIterations: 2 } });
    await run.go();
    expect(run.context().repo_snapshot?.current_commit).not.toBe('base');
    expect(run.context().last_test_result?.cases).toContainEqual({ name: 'a', status: 'pass' });
  });

  it('asks the operator when the same edit fails the same way twice, and stops if told to', async () => {
    const same = outcome('patch_valid', { patch: patchOf('same edit') });
    const stop = outcome('checked', { dropped_to: 'base', operator: 'stop' });
    const asked: boolean[] = [];
    const run = scriptedRun({
      cases: () => ({ a: 'fail' }),
      script: {
        PATCH_GENERATION: [same, same],
        CONVERGENCE_CHECK: [
          'default',
          'default',
          async (ctx) => {
            const { mustAskOperator } = await import('../../../electron/machine/firmware-loop/patches.js');
            asked.push(mustAskOperator(ctx));
            return stop;
          },
        ],
      },
    });
    await run.go();
    expect(asked).toEqual([true]);
    expect(run.context().outcome?.reason).toContain('stopped by the operator');
    expect(run.context().repo_snapshot?.current_commit).toBe('base');
  });

  it('restores what was known of the tree below', async () => {
    const run = scriptedRun({
      policy: { maxIterations: 1 },
      script: { RESULT_COLLECTION: ['default', resultOf('c', { a: 'fail', b: 'pass' })] },
    });
    await run.go();
    expect(run.context().last_test_result?.image).toBe('base');
    expect(run.context().last_build_result).toEqual(buildOf('base'));
    expect(value(run.journal.trace()).at(-1)?.to).toBe('IDLE');
  });
});
