import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { constraintsOf, diagnosisDue } from '../../../electron/machine/firmware-loop/diagnosis.js';
import type { Artifact, TestResult } from '../../../shared/results.js';
import { happyEffects, outcome, problem } from '../../fixtures/firmware-effects.js';
import { type RunOptions, type Script, scriptedRun, value } from '../../fixtures/firmware-run.js';
import { analysisOf, buildOf, decisionOf, patchOf, testOf } from '../../fixtures/firmware-values.js';

const consoleOf = (bytes: number): Artifact => ({
  kind: 'console',
  path: `${bytes}.log`,
  sha256: `${bytes}`,
  bytes,
});
const resultOf = (more: Partial<TestResult> = {}) =>
  testOf('base', { a: 'missing', b: 'missing' }, { ended_by: 'timeout', artifacts: [consoleOf(0)], ...more });
const collected = (result: TestResult): Script => outcome('result_normalized', { result });
const SILENT = collected(resultOf());
const SHOWN = collected(
  testOf('c1', { a: 'missing', b: 'missing' }, { ended_by: 'timeout', artifacts: [consoleOf(15)] }),
);
const decide = (...args: Parameters<typeof decisionOf>): Script =>
  outcome('decision_produced', { decision: decisionOf(...args) });

/** A run whose baseline hangs in silence, and the constraints that each analysis and each patch had. */
async function silentRun(options: RunOptions = {}) {
  const bound: string[] = [];
  const script = { RESULT_COLLECTION: [SILENT, SHOWN], ...options.script };
  const run = scriptedRun({
    ...options,
    script,
    effects: (effects) => ({
      ...effects,
      PATCH_GENERATION: (ctx, bench, io) => {
        bound.push(constraintsOf(ctx).join(', '));
        return effects.PATCH_GENERATION(ctx, bench, io);
      },
    }),
  });
  await run.go();
  return { run, bound, end: run.context() };
}

const times = (n: number, script: Script): Script[] => Array.from({ length: n }, () => script);

describe('a baseline that hangs in silence', () => {
  it('is answered by a diagnostic patch first, which is taken back and counts for nothing', async () => {
    const { run, bound, end } = await silentRun();
    expect(bound).toEqual(['log only', '']);
    expect(end.outcome).toMatchObject({ status: 'SUCCESS', verdict: 'PLAUSIBLE' });
    expect(end).toMatchObject({
      iteration_index: 1,
      attempts: [],
      diagnosis: { done: true, console: { bytes: 15 } },
      convergence: { cumulative_risk: 0.1, rollbacks: 0, no_progress: 0 },
    });
    const checked = value(run.journal.trace()).filter((t) => t.event.type === 'checked');
    expect(
      checked.map((t) => [t.to, z.looseObject({ dropped_to: z.unknown() }).parse(t.event).dropped_to]),
    ).toEqual([
      ['CODE_ANALYSIS', null],
      ['CODE_ANALYSIS', 'base'],
      ['SUCCESS', null],
    ]);
  });

  it('is not repaired by prints, even where every case passes with them', async () => {
    const passing = collected(testOf('c1', { a: 'pass', b: 'pass' }, { artifacts: [consoleOf(15)] }));
    const script = {
      RESULT_COLLECTION: [SILENT, passing],
      RESULT_ANALYSIS: ['default', decide('PASS', 'CONTINUE', 1)],
    };
    const { end, bound } = await silentRun({ script: script as RunOptions['script'] });
    expect(bound).toEqual(['log only', '']);
    expect(end.convergence).toMatchObject({ best: 2 });
    expect(end.outcome?.status).toBe('SUCCESS');
  });

  it('is searched also where one iteration is all there is', async () => {
    const { end } = await silentRun({ policy: { maxIterations: 1 } });
    expect(end.outcome?.status).toBe('SUCCESS');
  });

  it('gets its prints also where nobody is sure of anything', async () => {
    const unsure = outcome('patch_plan_ok', { analysis: analysisOf(0.1) });
    const { bound, end } = await silentRun({
      script: { CODE_ANALYSIS: ['default', unsure], RESULT_COLLECTION: [SILENT, SHOWN] },
    });
    expect(bound).toEqual(['log only', '']);
    expect(end.outcome?.status).toBe('SUCCESS');
  });

  it('is asked about once, also where the decision on the prints is to roll back or to try again', async () => {
    for (const next of ['ROLLBACK', 'RETRY'] as const) {
      const script = {
        RESULT_COLLECTION: [SILENT, SHOWN],
        RESULT_ANALYSIS: ['default', decide('FAIL', next)] as Script[],
      };
      const { bound, end } = await silentRun({ script });
      expect(bound).toEqual(['log only', '']);
      expect(end.convergence.rollbacks).toBe(0);
    }
  });
});

const REPORTED: [string, Partial<TestResult>][] = [
  ['that printed anything', { artifacts: [consoleOf(1)] }],
  ['that left no console', { artifacts: [] }],
  ['whose program counter is known', { stuck_at: { file: 'src/a.c', line: 1 } }],
  ['with a fault', { fault: { kind: 'HardFault', causes: [] } }],
  ['that ended by itself', { ended_by: 'exit' }],
  ['with a case', { cases: [{ name: 'a', status: 'fail' }] }],
];

describe('no diagnosis is made of a baseline', () => {
  it.each(REPORTED)('%s', async (_, more) => {
    const { bound, end } = await silentRun({ script: { RESULT_COLLECTION: [collected(resultOf(more))] } });
    expect(bound).toEqual(['']);
    expect(end.diagnosis).toBeNull();
  });

  it('where the task brought logs', async () => {
    const logs = [{ kind: 'ci.log', path: 'l', sha256: 'l', bytes: 1 }];
    const script = {
      INIT: [outcome('context_ready', { base_commit: 'base', logs })],
      CODE_ANALYSIS: [problem('analysis_failed', 'EVIDENCE_MISSING')],
      RESULT_COLLECTION: [SILENT],
    };
    expect((await silentRun({ script })).bound).toEqual(['']);
  });

  it('that falls silent in a later run only: the patch under test is a repair', async () => {
    const banner = collected(resultOf({ artifacts: [consoleOf(9)] }));
    const flaky = decide('FLAKY', 'RETRY');
    const script = {
      RESULT_COLLECTION: [banner, 'default', 'default', SILENT] as Script[],
      RESULT_ANALYSIS: ['default', flaky, flaky] as Script[],
    };
    const { run, end } = await silentRun({ script });
    expect(run.path().filter((state) => state === 'TEST_RUN').length).toBeGreaterThan(3);
    expect(end.diagnosis).toBeNull();
  });
});

const failing = { problem: { code: 'POLICY_VIOLATION', message: 'no' } } as const;
const built: Script[] = ['default'];
const UNMADE: [string, RunOptions['script']][] = [
  ['analysis', { CODE_ANALYSIS: ['default', problem('analysis_failed', 'ANALYSIS_FAILURE')] }],
  ['model', { CODE_ANALYSIS: ['default', problem('analysis_failed', 'MODEL_FAILURE')] }],
  ['patch', { PATCH_GENERATION: [outcome('patch_invalid', { ...failing, patch: 'p' })] }],
  ['risk', { PATCH_GENERATION: [outcome('patch_valid', { patch: patchOf('p', 0.9) })] }],
  ['application', { PATCH_APPLY: [problem('apply_failed', 'PATCH_APPLY_FAILURE')] }],
  ['consent', { PATCH_APPLY: [problem('apply_failed', 'POLICY_VIOLATION')] }],
  [
    'build',
    {
      BUILD_RUN: [
        ...built,
        outcome('build_failed', {
          build: buildOf('x', 2),
          in_patched_lines: true,
          problem: { code: 'BUILD_FAILURE', message: '2 errors' },
        }),
      ],
    },
  ],
  ['decision', { RESULT_ANALYSIS: ['default', problem('decision_failed', 'MODEL_FAILURE')] }],
];

describe('where the diagnosis fails, the search goes on without, and no try is used up: ', () => {
  it.each(UNMADE)('%s', async (what, script) => {
    const ran = what === 'decision' ? [SILENT, SHOWN] : [SILENT];
    const { run, end } = await silentRun({
      modes: ['rules'],
      policy: { retriesPerErrorType: 0, maxRollbacks: 1 },
      script: { RESULT_COLLECTION: ran, ...script },
    });
    expect(end.outcome, run.edges().join('\n')).toMatchObject({ status: 'SUCCESS' });
    expect(end.diagnosis).toEqual({ done: true, console: what === 'decision' ? consoleOf(15) : null });
    expect(end).toMatchObject({ attempts: [], tightened: [], analysis_mode: 0, iteration_index: 1 });
    expect(end.convergence).toMatchObject({ rollbacks: 0, cumulative_risk: 0.1 });
  });

  it('also after other errors of that type', async () => {
    const failed = problem('decision_failed', 'MODEL_FAILURE');
    const script = {
      RESULT_COLLECTION: [SILENT],
      RESULT_ANALYSIS: [failed],
      CODE_ANALYSIS: ['default', problem('analysis_failed', 'MODEL_FAILURE')] as Script[],
    };
    const { end } = await silentRun({ script });
    expect(end).toMatchObject({
      outcome: { status: 'SUCCESS' },
      analysis_mode: 0,
      retries: { MODEL_FAILURE: 1 },
    });
  });

  it('a timeout', async () => {
    const script = {
      RESULT_COLLECTION: [SILENT],
      PATCH_GENERATION: [outcome('TIMEOUT', { state: 'PATCH_GENERATION' })],
    };
    const { end } = await silentRun({ modes: ['rules'], policy: { retriesPerErrorType: 0 }, script });
    expect(end).toMatchObject({ outcome: { status: 'SUCCESS' }, diagnosis: { done: true, console: null } });
  });
});

it('a run that is stopped while it diagnoses has no attempt to show', async () => {
  const abort = { reason: () => 'enough', forced: () => false };
  let asked = false;
  const run = scriptedRun({
    script: { RESULT_COLLECTION: times(1, SILENT) },
    effects: (effects) => ({
      ...effects,
      BUILD_SETUP: async (ctx, bench, io) => {
        asked = diagnosisDue(ctx);
        return happyEffects.BUILD_SETUP(ctx, bench, io);
      },
    }),
    deps: { control: { ...abort, reason: () => (asked ? 'enough' : null) } },
  });
  await run.go();
  expect(run.context()).toMatchObject({
    outcome: { status: 'ABORTED' },
    attempts: [],
    diagnosis: { done: false },
  });
});
