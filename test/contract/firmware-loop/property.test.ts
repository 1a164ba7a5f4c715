import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { differsFromBase } from '../../../electron/machine/firmware-loop/assess.js';
import { ERROR_TYPES, type FirmwareContext } from '../../../electron/machine/firmware-loop/context.js';
import { isDiagnosing } from '../../../electron/machine/firmware-loop/diagnosis.js';
import type { FirmwareEvent } from '../../../electron/machine/firmware-loop/events.js';
import type { FirmwareState } from '../../../electron/machine/firmware-loop/states.js';
import { type Snapshot, step } from '../../../electron/machine/step.js';
import type { ProblemCode } from '../../../shared/problem.js';
import { happyEffects, outcome } from '../../fixtures/firmware-effects.js';
import {
  contextOf,
  type FirmwareOutcome,
  machine,
  type Script,
  scriptedRun,
  value,
} from '../../fixtures/firmware-run.js';
import { analysisOf, buildOf, decisionOf, patchOf, testOf } from '../../fixtures/firmware-values.js';

/** A small deterministic source of choices, so that one number describes one run. */
function choices(seed: number) {
  let x = seed >>> 0 || 1;
  const next = (): number => {
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    return (x >>> 0) / 2 ** 32;
  };
  return {
    chance: (p: number) => next() < p,
    of: <T>(all: readonly T[]): T => all[Math.floor(next() * all.length)] as T,
  };
}

type Choice = ReturnType<typeof choices>;
type Walked = Snapshot<FirmwareContext, FirmwareState>;
const CODES: readonly ProblemCode[] = [...ERROR_TYPES, 'REPO_NOT_FOUND'];
const STATUSES = ['pass', 'fail', 'skip'] as const;
/** A silent hang, such as asks for a diagnostic patch. */
const SILENT = testOf(
  'base',
  { a: 'missing', b: 'missing', c: 'missing' },
  { ended_by: 'timeout', artifacts: [{ kind: 'console', path: 'e', sha256: 'e', bytes: 0 }] },
);
const hurt = (c: Choice) => ({ problem: { code: c.of(CODES), message: 'random' } });

/** Any event of the state with any payload, unlike what sound effects would do. */
// biome-ignore format: one state a line
const RANDOM: Record<Exclude<FirmwareState, 'IDLE'>, (c: Choice, ctx: FirmwareContext) => FirmwareOutcome> = {
  INIT: (c) => c.chance(0.9) ? outcome('context_ready', { base_commit: 'base', logs: c.chance(0.5) ? [{ kind: 'log', path: 'l', sha256: 'l', bytes: 1 }] : [] }) : outcome('init_failed', hurt(c)),
  CODE_ANALYSIS: (c) => c.chance(0.7) ? outcome('patch_plan_ok', { analysis: analysisOf(c.of([0.4, 0.5, 0.9])) }) : outcome('analysis_failed', hurt(c)),
  PATCH_GENERATION: (c) => c.chance(0.8) ? outcome('patch_valid', { patch: patchOf(c.of(['p1', 'p2', '']), c.of([0, 0.1, 0.7, 0.8])) }) : outcome('patch_invalid', { ...hurt(c), patch: c.of([null, 'p3']) }),
  PATCH_APPLY: (c) => c.chance(0.9) ? outcome('workspace_updated', { commit: c.of(['base', 'c1', 'c2']), tree: 't' }) : outcome('apply_failed', hurt(c)),
  BUILD_SETUP: (c) => c.chance(0.95) ? outcome('build_env_ready', {}) : outcome('toolchain_missing', hurt(c)),
  BUILD_RUN: (c) => c.chance(0.6) ? outcome('build_ok', { build: buildOf(c.of(['base', 'c1'])) }) : c.chance(0.9) ? outcome('build_failed', { build: buildOf('x', c.of([1, 2, 3])), in_patched_lines: c.chance(0.3), ...hurt(c) }) : outcome('toolchain_missing', hurt(c)),
  TEST_SETUP: (c) => c.chance(0.8) ? outcome('env_ready', { session: 's' }) : outcome('env_failed', hurt(c)),
  TEST_RUN: (c) => c.chance(0.9) ? outcome('test_finished', { session: 's' }) : outcome('runner_crashed', hurt(c)),
  RESULT_COLLECTION: (c) => c.chance(0.2) ? outcome('result_normalized', { result: SILENT }) : c.chance(0.8) ? outcome('result_normalized', { result: testOf(c.of(['base', 'c1', 'c2', 'c3']), { a: c.of(STATUSES), b: c.of(STATUSES), c: 'pass' }) }) : outcome('artifacts_missing', hurt(c)),
  RESULT_ANALYSIS: (c) => c.chance(0.9) ? outcome('decision_produced', { decision: decisionOf(c.of(['PASS', 'FAIL', 'FLAKY', 'ENV_ERROR', 'INCONCLUSIVE']), c.of(['CONTINUE', 'CONTINUE', 'RETRY', 'ROLLBACK', 'ABORT']), c.of([0.5, 0.8, 1])) }) : outcome('decision_failed', hurt(c)),
  CONVERGENCE_CHECK: (c) => outcome('checked', { dropped_to: c.of([null, 'base', 'c1']), operator: c.of([null, null, null, 'continue', 'stop']) }),
  ERROR_RECOVERY: (c) => outcome(c.of(['recovered_to_analysis', 'recovered_to_build', 'recovered_to_test_setup', 'recovered_to_collection', 'unrecoverable']), { action: c.of(['none', 'rollback', 'tighten', 'fallback_mode', 'control_run', 'repeat_run', 'next_configuration'] as const), rolled_back_to: c.of([null, 'base', 'c1']) }),
  SUCCESS: () => outcome('reported', { branch: null }),
  FAILURE: () => outcome('reported', { branch: null }),
  ABORTED: () => outcome('reported', { branch: null }),
};

/** Longest run the ladders allow, with room: 10 iterations, each with every ladder used up. */
const BOUND = 2000;

const stops = (c: Choice, state: string): FirmwareOutcome | null => {
  if (c.chance(0.01)) return { type: 'abort', reason: 'random', evidence: [] };
  if (c.chance(0.02))
    return { type: 'TIMEOUT', reason: 'random', evidence: [], state: state as FirmwareState };
  return null;
};

/** A diagnostic patch ends no run well, is no attempt, adds no risk, is no rollback, and no iteration. */
function countsNothing(at: Walked, next: Walked, event: FirmwareEvent): void {
  if (!isDiagnosing(at.context)) return;
  if (at.state === 'CONVERGENCE_CHECK' && event.type === 'checked')
    expect(['CODE_ANALYSIS', 'ABORTED', 'FAILURE']).toContain(next.state);
  const counts = ({ attempts, iteration_index, convergence, analysis_mode }: FirmwareContext) => {
    const { best, improved, cumulative_risk, rollbacks, no_progress } = convergence;
    return [
      attempts,
      iteration_index,
      best,
      improved,
      cumulative_risk,
      rollbacks,
      no_progress,
      analysis_mode,
    ];
  };
  if (event.type !== 'recovered_to_analysis' || next.context.diagnosis?.done)
    expect(counts(next.context), `${at.state} ${event.type}`).toEqual(counts(at.context));
}

/** Steps only, thousands of times faster than with a journal: the same table, the same events. */
function walk(seed: number, from: Walked): { path: string[]; end: Walked; diagnosed: boolean } {
  const c = choices(seed);
  const sound = c.chance(0.5);
  let at = from;
  let diagnosed = false;
  const path: string[] = [];
  for (let i = 1; at.state !== 'IDLE' && i < BOUND; i += 1) {
    const state = at.state;
    const honest = sound && state === 'ERROR_RECOVERY';
    const chosen = stops(c, state) ?? (honest ? recovered(at.context) : RANDOM[state](c, at.context));
    const bug = {
      type: 'exception',
      reason: 'bug',
      evidence: [],
      state,
      problem: { code: 'UNHANDLED_EXCEPTION', message: 'bug' },
    };
    const event = { ...(c.chance(0.02) ? bug : chosen), at: i * 1000 } as unknown as FirmwareEvent;
    const moved = step(machine, at, event);
    const taken = moved.moved
      ? moved
      : step(machine, at, { ...bug, at: i * 1000 } as unknown as FirmwareEvent);
    if (taken.moved) path.push(`${state} ${taken.snapshot.state}`);
    countsNothing(at, taken.snapshot, event);
    diagnosed ||= isDiagnosing(at.context) && taken.snapshot.context.diagnosis?.done === true;
    at = taken.snapshot;
  }
  return { path, end: at, diagnosed };
}

const TO = {
  CODE_ANALYSIS: 'recovered_to_analysis',
  BUILD_RUN: 'recovered_to_build',
  TEST_SETUP: 'recovered_to_test_setup',
  RESULT_COLLECTION: 'recovered_to_collection',
  FAILURE: 'unrecoverable',
} as const;
const recovered = (ctx: FirmwareContext): FirmwareOutcome => {
  const { to, action } = ctx.recovery ?? { to: 'FAILURE', action: 'give_up' };
  const back = action === 'rollback' && differsFromBase(ctx) ? 'base' : null;
  return outcome(TO[to], { action, rolled_back_to: back });
};

const start = contextOf({ task: { configurations: 2, boards: 2, heldOut: ['c'] } });

describe('any run whatsoever', () => {
  it('ends in IDLE with a final status, over listed edges only', () => {
    const listed = new Set(machine.rows.map((row) => `${row.from} ${row.to}`));
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 ** 31 }), (seed) => {
        const { path, end } = walk(seed, { state: 'INIT', context: { ...start, started_at: 0 } });
        expect(end.state, path.slice(-20).join('\n')).toBe('IDLE');
        expect(end.context.outcome?.status).toMatch(/SUCCESS|FAILURE|ABORTED/);
        expect(path.filter((edge) => !listed.has(edge))).toEqual([]);
      }),
      { numRuns: 3000, seed: 20 },
    );
  });

  it('that begins with a silent hang: the prints count for nothing, and end no run', () => {
    const context: FirmwareContext = {
      ...start,
      started_at: 0,
      repo_snapshot: { base_commit: 'base', current_commit: 'base' },
      last_build_result: buildOf('base'),
      last_test_result: SILENT,
      baseline: { built: true, result: SILENT, image: null },
      diagnosis: { done: false, console: null },
    };
    let diagnosed = 0;
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 ** 31 }), (seed) => {
        const run = walk(seed, { state: 'CODE_ANALYSIS', context });
        expect(run.end.state, run.path.slice(-20).join('\n')).toBe('IDLE');
        if (run.diagnosed) diagnosed += 1;
      }),
      { numRuns: 2000, seed: 21 },
    );
    expect(diagnosed).toBeGreaterThan(100);
  });

  it('through the runner: complete trace, and the recorded events replay to the same transitions', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 2 ** 31 }), async (seed) => {
        const c = choices(seed);
        const control = { reason: () => (c.chance(0.004) ? 'random' : null), forced: () => true };
        const act: Script = (ctx, io) => {
          if (c.chance(0.02)) throw new Error('random bug');
          return RANDOM[io.state as Exclude<FirmwareState, 'IDLE'>](c, ctx);
        };
        const states = Object.keys(happyEffects) as (keyof typeof happyEffects)[];
        const script = Object.fromEntries(states.map((s) => [s, Array.from({ length: 200 }, () => act)]));
        const run = scriptedRun({ script, deps: { control } });
        await run.go();
        const trace = value(run.journal.trace());
        expect(trace.map((t) => t.seq)).toEqual(trace.map((_, i) => i + 1));
        expect(run.context()).toMatchObject({ finished: true });
        let at = { state: 'IDLE', context: value(run.journal.header()).initialContext } as Snapshot<
          FirmwareContext,
          FirmwareState
        >;
        for (const row of trace) {
          const moved = step(machine, at, row.event as unknown as FirmwareEvent);
          expect(`${at.state} ${moved.snapshot.state}`).toBe(`${row.from} ${row.to}`);
          at = moved.snapshot;
        }
        expect(JSON.parse(JSON.stringify(at.context))).toEqual(value(run.journal.snapshot()).context);
        run.journal.close();
        run.reopen();
      }),
      { numRuns: 25, seed: 7 },
    );
  });
});
