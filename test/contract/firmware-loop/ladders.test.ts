import { statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { inEnglish } from '../../../shared/texts/words.js';
import { outcome, problem } from '../../fixtures/firmware-effects.js';
import {
  type FirmwareOutcome,
  type RunOptions,
  type Script,
  scriptedRun,
  value,
} from '../../fixtures/firmware-run.js';
import { analysisOf, buildOf, decisionOf, patchOf, testOf } from '../../fixtures/firmware-values.js';

const Recovered = z.looseObject({ action: z.string() });

/** `action TARGET` of every recovery, in order, and how the run ended. */
async function recoveries(options: RunOptions) {
  const run = scriptedRun(options);
  await run.go();
  const rows = value(run.journal.trace()).filter((t) => t.from === 'ERROR_RECOVERY');
  const taken = rows.map((t) => `${Recovered.parse(t.event).action} ${t.to}`);
  return { run, taken: taken.filter((t) => t !== 'none BUILD_RUN'), end: run.context().outcome };
}

const times = (n: number, script: Script): Script[] => Array.from({ length: n }, () => script);
const buildFailed = (errors: number, in_patched_lines: boolean): FirmwareOutcome =>
  outcome('build_failed', {
    build: buildOf('x', errors),
    in_patched_lines,
    problem: { code: 'BUILD_FAILURE', message: `${errors} errors` },
  });
const decide = (...args: Parameters<typeof decisionOf>) =>
  outcome('decision_produced', { decision: decisionOf(...args) });

describe('BUILD_FAILURE', () => {
  it('without a patch is evidence, and uses up no try', async () => {
    const { run, taken, end } = await recoveries({
      script: { BUILD_RUN: [buildFailed(2, false)] },
    });
    expect(taken).toEqual(['none CODE_ANALYSIS']);
    const row = value(run.journal.trace()).find((t) => t.retry_reason === 'BUILD_FAILURE');
    expect(row?.retry_count).toBe(0);
    expect(end).toMatchObject({ status: 'SUCCESS' });
  });

  it('that tells of no code ends the run in its own words, at the build or when it was looked at', async () => {
    const said = { code: 'BUILD_FAILURE' as const, message: 'no makefile found', next: 'add one' };
    const failedBuild = (build: ReturnType<typeof buildOf>) =>
      outcome('build_failed', { build, in_patched_lines: false, problem: said });
    const made = { ...buildOf('x', 1), diagnostics: [] };
    const cutOff = { ...buildOf('x', 1), exit_code: null, timed_out: true };
    for (const build of [made, cutOff]) {
      const { taken, end } = await recoveries({ script: { BUILD_RUN: [failedBuild(build)] } });
      expect(taken).toEqual(['give_up FAILURE']);
      expect(end).toMatchObject({ status: 'FAILURE', reason: 'no makefile found — add one' });
    }
    const { taken, end } = await recoveries({
      modes: ['rules'],
      script: {
        BUILD_RUN: [failedBuild(buildOf('x', 1))],
        CODE_ANALYSIS: ['default', outcome('analysis_failed', { problem: said })],
      },
    });
    expect(taken).toEqual(['none CODE_ANALYSIS', 'give_up FAILURE']);
    expect(end?.reason).toBe('no makefile found — add one');
  });

  it('in lines of the patch: rolls back three times, then the rollback breaker ends the run', async () => {
    const { run, taken, end } = await recoveries({
      script: { BUILD_RUN: ['default', ...times(4, buildFailed(1, true))] },
    });
    expect(taken).toEqual([...Array(3).fill('rollback CODE_ANALYSIS'), 'give_up FAILURE']);
    expect(end?.reason).toBe('3 rollbacks');
    expect(run.context().repo_snapshot?.current_commit).toBe('base');
  });

  it('elsewhere: cleans, builds the next configuration, analyses, and the fourth ends the run', async () => {
    const { run, taken, end } = await recoveries({
      task: { configurations: 1 },
      script: { BUILD_RUN: ['default', ...times(4, buildFailed(1, false))] },
    });
    expect(taken).toEqual([
      'clean_cache BUILD_RUN',
      'next_configuration BUILD_RUN',
      'none CODE_ANALYSIS',
      'give_up FAILURE',
    ]);
    expect(end?.reason).toMatch(/ \(BUILD_FAILURE again after 3 recoveries\)$/);
    expect(run.context().convergence.rollbacks).toBe(0);
    expect(run.context().repo_snapshot?.current_commit).toBe('base');
  });

  it('ended by a signal: builds anew each time, and takes nothing for evidence', async () => {
    const killed = { signal: 'SIGKILL', program: 'cc1' };
    const failed = outcome('build_failed', {
      build: { ...buildOf('x', 1), killed },
      in_patched_lines: false,
      problem: { code: 'BUILD_FAILURE', message: 'cc1 was ended by SIGKILL', next: 'free memory' },
    });
    const once = await recoveries({ script: { BUILD_RUN: [failed] } });
    expect(once.taken).toEqual(['clean_cache BUILD_RUN']);
    expect(once.run.context().baseline).toMatchObject({ built: true });
    expect(once.end).toMatchObject({ status: 'SUCCESS' });
    const always = await recoveries({ script: { BUILD_RUN: times(4, failed) } });
    expect(always.taken).toEqual([...Array(3).fill('clean_cache BUILD_RUN'), 'give_up FAILURE']);
    expect(always.end?.reason).toContain('cc1 was ended by SIGKILL');
    expect(always.run.context()).toMatchObject({ baseline: null, last_error: { next: 'free memory' } });
  });

  it('ended because of what it wrote: is not tried again, and says nothing of the code', async () => {
    const problem = { code: 'DISK_FULL', message: 'it wrote too much', next: 'raise the limit' } as const;
    const build = { ...buildOf('x', 1), overrun: problem };
    const failed = outcome('build_failed', { build, in_patched_lines: false, problem });
    const { taken, end, run } = await recoveries({ script: { BUILD_RUN: [failed] } });
    expect(taken).toEqual(['give_up FAILURE']);
    expect(end).toMatchObject({ verdict: 'ENV_ERROR', reason: 'it wrote too much — raise the limit' });
    expect(run.context()).toMatchObject({ baseline: null });
  });

  it('keeps a patch that left fewer errors than ever before, and gives the tries back', async () => {
    const fails = [5, 3, 3, 1, 1].map((n) => buildFailed(n, false));
    const { run, end } = await recoveries({ script: { BUILD_RUN: fails } });
    expect(end).toMatchObject({ status: 'SUCCESS' });
    expect(run.context().attempts).toHaveLength(2);
  });

  it('does not give tries back for errors that come and go', async () => {
    const { end } = await recoveries({
      script: { BUILD_RUN: Array.from({ length: 40 }, (_, i) => buildFailed(i % 2 === 0 ? 5 : 3, false)) },
    });
    expect(end).toMatchObject({ status: 'FAILURE' });
  });
});

describe('what nothing here can heal', () => {
  const next = 'apt-get install gcc-arm-none-eabi';

  it('TOOLCHAIN_MISSING ends the run with the exact install command', async () => {
    for (const state of ['BUILD_SETUP', 'BUILD_RUN'] as const) {
      const missing = problem('toolchain_missing', 'TOOLCHAIN_MISSING', { next });
      const { run, taken, end } = await recoveries({ script: { [state]: [missing] } });
      expect(taken.at(-1)).toBe('give_up FAILURE');
      expect(end).toMatchObject({ status: 'FAILURE', verdict: 'ENV_ERROR' });
      expect(end?.reason).toContain(next);
      expect(run.context().error_state?.last_failed_state).toBe(state);
    }
  });

  it('an error in INIT ends the run: there is nothing to go back to', async () => {
    for (const code of ['INIT_FAILURE', 'TASK_MALFORMED', 'TEST_ENV_FAILURE', 'REPO_NOT_FOUND'] as const) {
      const { taken } = await recoveries({ script: { INIT: [problem('init_failed', code)] } });
      expect(taken).toEqual(['give_up FAILURE']);
    }
  });

  it('EVIDENCE_MISSING after the baseline pass ends the run', async () => {
    const missing = problem('analysis_failed', 'EVIDENCE_MISSING');
    const { taken } = await recoveries({ script: { CODE_ANALYSIS: [missing, missing] } });
    expect(taken).toEqual(['give_up FAILURE']);
  });
});

const ENVIRONMENT = [
  'reconnect TEST_SETUP',
  'restart TEST_SETUP',
  'flash_last_good TEST_SETUP',
  'give_up FAILURE',
];
const AGAIN = ['repeat_run TEST_SETUP', 'control_run TEST_SETUP', 'repeat_run TEST_SETUP', 'give_up FAILURE'];
const risky = outcome('patch_valid', { patch: patchOf('risky', 0.71) });
const refused = outcome('patch_invalid', {
  patch: 'touches boot/',
  problem: { code: 'POLICY_VIOLATION', message: 'boot/ is forbidden' },
});
const FALLBACK = ['fallback_mode CODE_ANALYSIS', 'fallback_mode CODE_ANALYSIS', 'give_up FAILURE'];
const POLICY = [
  'tighten CODE_ANALYSIS',
  'ask_operator CODE_ANALYSIS',
  'ask_operator CODE_ANALYSIS',
  'give_up FAILURE',
];
const ROLLBACK = [...Array(3).fill('rollback CODE_ANALYSIS'), 'give_up FAILURE'];
const five = (script: Script): Script[] => ['default', ...times(5, script)];

function tooLong(): unknown {
  try {
    return statSync('/d'.repeat(3000));
  } catch (error) {
    return error;
  }
}

// biome-ignore format: one ladder a line
const LADDERS: [string, RunOptions['script'], string[], string][] = [
  ['TEST_ENV_FAILURE', { TEST_SETUP: five(problem('env_failed', 'TEST_ENV_FAILURE')) }, ENVIRONMENT, 'ENV_ERROR'],
  ['ENV_ERROR (crash)', { TEST_RUN: five(problem('runner_crashed', 'ENV_ERROR')) }, ENVIRONMENT, 'ENV_ERROR'],
  ['ENV_ERROR (decision)', { RESULT_ANALYSIS: five(decide('ENV_ERROR', 'RETRY')) }, ENVIRONMENT, 'ENV_ERROR'],
  ['ENV_ERROR (whatever comes next)', { RESULT_ANALYSIS: five(decide('ENV_ERROR', 'CONTINUE')) }, ENVIRONMENT, 'ENV_ERROR'],
  ['ARTIFACT_MISSING', { RESULT_COLLECTION: five(problem('artifacts_missing', 'ARTIFACT_MISSING')) }, [...Array(3).fill('recollect RESULT_COLLECTION'), 'give_up FAILURE'], 'NOT_FIXED'],
  ['ANALYSIS_FAILURE', { CODE_ANALYSIS: five(problem('analysis_failed', 'ANALYSIS_FAILURE')) }, FALLBACK, 'NOT_FIXED'],
  ['ANALYSIS_FAILURE (confidence 0.49)', { CODE_ANALYSIS: five(outcome('patch_plan_ok', { analysis: analysisOf(0.49) })) }, FALLBACK, 'NOT_FIXED'],
  ['ANALYSIS_FAILURE (no plan)', { CODE_ANALYSIS: five(outcome('patch_plan_ok', { analysis: { ...analysisOf(), patch_plan: null } })) }, FALLBACK, 'NOT_FIXED'],
  ['MODEL_FAILURE', { RESULT_ANALYSIS: five(problem('decision_failed', 'MODEL_FAILURE')) }, ['none CODE_ANALYSIS', ...FALLBACK], 'NOT_FIXED'],
  ['PROVIDER_TIMEOUT', { CODE_ANALYSIS: five(problem('analysis_failed', 'PROVIDER_TIMEOUT')) }, FALLBACK, 'NOT_FIXED'],
  ['POLICY_VIOLATION (risk 0.71)', { PATCH_GENERATION: times(5, risky) }, POLICY, 'NOT_FIXED'],
  ['POLICY_VIOLATION (refused)', { PATCH_GENERATION: times(5, refused) }, POLICY, 'NOT_FIXED'],
  ['PATCH_APPLY_FAILURE', { PATCH_APPLY: times(5, problem('apply_failed', 'PATCH_APPLY_FAILURE')) }, ROLLBACK, 'NOT_FIXED'],
  ['REGRESSION', { RESULT_ANALYSIS: five(decide('FAIL', 'ROLLBACK')) }, ROLLBACK, 'NOT_FIXED'],
  ['UNHANDLED_EXCEPTION', { PATCH_GENERATION: times(5, () => { throw new Error('bug'); }) }, ROLLBACK, 'NOT_FIXED'],
  ['a path that is too long', { PATCH_GENERATION: [() => { throw tooLong(); }] }, ['give_up FAILURE'], 'NOT_FIXED'],
  ['FLAKY_TEST', { RESULT_ANALYSIS: five(decide('FLAKY', 'RETRY')) }, AGAIN, 'FLAKY'],
  ['INCONCLUSIVE', { RESULT_ANALYSIS: five(decide('INCONCLUSIVE', 'RETRY')) }, AGAIN, 'FLAKY'],
];

describe('escalation, 1st to 4th time', () => {
  it.each(LADDERS)('%s', async (_, script, ladder, verdict) => {
    const { taken, end } = await recoveries({ script });
    expect(taken).toEqual(ladder);
    expect(end).toMatchObject({ status: 'FAILURE', verdict });
  });

  it('has no mode to fall back to where rules are all there is', async () => {
    const script = { CODE_ANALYSIS: five(problem('analysis_failed', 'ANALYSIS_FAILURE')) };
    const { taken } = await recoveries({ modes: ['rules'], script });
    expect(taken).toEqual(['give_up FAILURE']);
  });

  it('asks the model again with the next patch, after its replies could not be used for one', async () => {
    const unusable = problem('analysis_failed', 'MODEL_FAILURE');
    const script = { CODE_ANALYSIS: ['default', unusable, unusable] as Script[] };
    const { run } = await recoveries({ script });
    expect(run.context()).toMatchObject({ analysis_mode: 0, mode_after: null });
  });

  it('stays with the next mode once a model has failed as often as may be', async () => {
    const gone = problem('analysis_failed', 'PROVIDER_NETWORK_ERROR');
    const script = { CODE_ANALYSIS: ['default', gone] as Script[] };
    const { run } = await recoveries({ policy: { retriesPerErrorType: 1 }, script });
    expect(run.context()).toMatchObject({ analysis_mode: 1, mode_after: null });
  });

  it('takes another free board where there is no last known good image', async () => {
    const { taken } = await recoveries({
      task: { boards: 2 },
      script: {
        BUILD_RUN: [outcome('build_ok', { build: { ...buildOf('base'), artifacts: [] } })],
        TEST_SETUP: times(3, problem('env_failed', 'TEST_ENV_FAILURE')),
      },
    });
    expect(taken).toEqual(['reconnect TEST_SETUP', 'restart TEST_SETUP', 'other_board TEST_SETUP']);
  });

  it('takes another free board once the tries on this one are used up, and begins anew there', async () => {
    const rungs = ['reconnect', 'restart', 'flash_last_good'].map((action) => `${action} TEST_SETUP`);
    const script = {
      TEST_SETUP: ['default', ...times(12, problem('env_failed', 'TEST_ENV_FAILURE'))] as Script[],
    };
    const { run, taken, end } = await recoveries({ task: { boards: 3 }, script });
    const other = 'other_board TEST_SETUP';
    expect(taken).toEqual([...rungs, other, ...rungs, other, ...rungs, 'give_up FAILURE']);
    expect(end).toMatchObject({ status: 'FAILURE', verdict: 'ENV_ERROR' });
    expect(run.context().boards_given_up).toBe(2);
  });

  it('leaves a board at once where the policy allows no try on it', async () => {
    const script = { TEST_SETUP: times(2, problem('env_failed', 'TEST_ENV_FAILURE')) };
    const { taken } = await recoveries({ task: { boards: 2 }, policy: { retriesPerErrorType: 0 }, script });
    expect(taken).toEqual(['other_board TEST_SETUP', 'give_up FAILURE']);
  });

  it('takes no other board once the environment was away for the time of the breaker', async () => {
    const script = {
      TEST_SETUP: ['default', ...times(12, problem('env_failed', 'TEST_ENV_FAILURE'))] as Script[],
    };
    const policy = { environmentUnavailableSec: 5 };
    const { end } = await recoveries({ task: { boards: 9 }, policy, script });
    expect(end?.reason).toBe('the environment has been unavailable for 5 s');
  });

  it('blames the environment where the control run of an image that reported before tells nothing', async () => {
    const silent = outcome('result_normalized', { result: testOf('base', { a: 'missing', b: 'missing' }) });
    const script: RunOptions['script'] = {
      RESULT_ANALYSIS: ['default', ...times(2, decide('INCONCLUSIVE', 'RETRY'))],
      RESULT_COLLECTION: ['default', 'default', 'default', silent],
    };
    const { run, taken, end } = await recoveries({ script });
    expect(taken).toEqual(['repeat_run TEST_SETUP', 'control_run TEST_SETUP', 'reconnect TEST_SETUP']);
    const row = value(run.journal.trace()).find((t) => t.retry_reason === 'ENV_ERROR');
    expect(inEnglish(row?.reason ?? '')).toContain('the untouched image reported cases before');
    expect(run.context().baseline?.result?.cases[0]?.status).toBe('fail');
    expect(end?.status).toBe('SUCCESS');
  });

  it('does not blame the environment where the silent image faulted: the code did that', async () => {
    const fault = { kind: 'HardFault', causes: [] };
    const result = testOf('base', { a: 'missing', b: 'missing' }, { fault });
    const script: RunOptions['script'] = {
      RESULT_ANALYSIS: ['default', ...times(2, decide('INCONCLUSIVE', 'RETRY'))],
      RESULT_COLLECTION: ['default', 'default', 'default', outcome('result_normalized', { result })],
    };
    expect((await recoveries({ script })).taken).not.toContain('reconnect TEST_SETUP');
  });

  it('tightens the constraints step by step, and remembers what was refused', async () => {
    const { run } = await recoveries({ script: { PATCH_GENERATION: [refused, 'default'] } });
    expect(run.context().tightened).toEqual(['smallest change']);
    expect(run.context().attempts[0]?.patch).toBe('touches boot/');
  });

  it('accepts a risk of exactly 0.7 and a confidence of exactly 0.5', async () => {
    const { taken } = await recoveries({
      script: {
        CODE_ANALYSIS: ['default', outcome('patch_plan_ok', { analysis: analysisOf(0.5) })],
        PATCH_GENERATION: [outcome('patch_valid', { patch: patchOf('edge', 0.7) })],
      },
    });
    expect(taken).toEqual([]);
  });

  it('counts each error type for itself', async () => {
    const script: RunOptions['script'] = {
      TEST_SETUP: ['default', ...times(3, problem('env_failed', 'TEST_ENV_FAILURE'))],
      TEST_RUN: ['default', ...times(3, problem('runner_crashed', 'ENV_ERROR'))],
      RESULT_COLLECTION: ['default', ...times(3, problem('artifacts_missing', 'ARTIFACT_MISSING'))],
    };
    const { end } = await recoveries({ script });
    expect(end?.status).toBe('SUCCESS');
  });

  it('gives the tries back after an iteration that made progress, and only then', async () => {
    const fails = times(2, problem('env_failed', 'TEST_ENV_FAILURE'));
    const script = { TEST_SETUP: ['default', ...fails, 'default', ...fails, 'default'] as Script[] };
    const better = (commit: string) => (commit === 'base' ? 0 : commit === 'c12' ? 1 : 2);
    const cases = (commit: string) => ({
      a: better(commit) > 0 ? ('pass' as const) : ('fail' as const),
      b: better(commit) > 1 ? ('pass' as const) : ('fail' as const),
    });
    expect((await recoveries({ script, cases })).end?.status).toBe('SUCCESS');
    const never = (commit: string) => ({
      a: commit.startsWith('c') && better(commit) > 1 ? ('pass' as const) : ('fail' as const),
    });
    expect((await recoveries({ script, cases: never })).end?.verdict).toBe('ENV_ERROR');
  });
});
