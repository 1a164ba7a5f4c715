import { describe, expect, it } from 'vitest';
import type { FirmwareState } from '../../../electron/machine/firmware-loop/states.js';
import { FIRMWARE_STATES } from '../../../electron/machine/firmware-loop/states.js';
import { inEnglish } from '../../../shared/texts/words.js';
import { english } from '../../fixtures/english.js';
import { happyEffects, outcome, problem } from '../../fixtures/firmware-effects.js';
import { type RunOptions, type Script, scriptedRun, value } from '../../fixtures/firmware-run.js';
import { decisionOf } from '../../fixtures/firmware-values.js';
import { cancelled } from '../../fixtures/journal.js';
import { toolOf } from '../../fixtures/tools.js';

type Working = Exclude<FirmwareState, 'IDLE'>;
const STATES = Object.keys(happyEffects) as Working[];
const WORKING = STATES.filter((s) => FIRMWARE_STATES[s] === 'working');

/** Waits for the signal, then ends as if nothing had been done. */
const hang: Script = (_, io) =>
  new Promise((resolve) => {
    const end = () => resolve(outcome('abort', {}));
    if (io.signal.aborted) end();
    io.signal.addEventListener('abort', end);
  });

/** Scripts the visit that is worth stopping: with a patch in the tree where the state comes that late. */
function at(state: Working, what: Script): RunOptions['script'] {
  const first: Working[] = [
    'INIT',
    'PATCH_GENERATION',
    'PATCH_APPLY',
    'BUILD_SETUP',
    'ERROR_RECOVERY',
    'SUCCESS',
  ];
  if (state === 'FAILURE') return { INIT: [problem('init_failed', 'INIT_FAILURE')], FAILURE: [what] };
  if (state === 'ABORTED') {
    const abort = outcome('decision_produced', { decision: decisionOf('FAIL', 'ABORT') });
    return { RESULT_ANALYSIS: [abort], ABORTED: [what] };
  }
  return { [state]: first.includes(state) ? [what] : ['default', what] };
}

const TIMEOUT_LEADS_TO: Record<Working, FirmwareState[]> = {
  INIT: ['ERROR_RECOVERY', 'FAILURE'],
  CODE_ANALYSIS: ['ERROR_RECOVERY', 'CODE_ANALYSIS'],
  PATCH_GENERATION: ['ERROR_RECOVERY', 'CODE_ANALYSIS'],
  PATCH_APPLY: ['ERROR_RECOVERY', 'CODE_ANALYSIS'],
  BUILD_SETUP: ['ERROR_RECOVERY', 'BUILD_RUN'],
  BUILD_RUN: ['ERROR_RECOVERY', 'BUILD_RUN'],
  TEST_SETUP: ['ERROR_RECOVERY', 'TEST_SETUP'],
  TEST_RUN: ['ERROR_RECOVERY', 'TEST_SETUP'],
  RESULT_COLLECTION: ['ERROR_RECOVERY', 'RESULT_COLLECTION'],
  RESULT_ANALYSIS: ['ERROR_RECOVERY', 'CODE_ANALYSIS'],
  CONVERGENCE_CHECK: ['ERROR_RECOVERY', 'CODE_ANALYSIS'],
  ERROR_RECOVERY: ['FAILURE', 'IDLE'],
  SUCCESS: ['IDLE'],
  FAILURE: ['IDLE'],
  ABORTED: ['IDLE'],
};

describe('TIMEOUT', () => {
  it.each(STATES)('in %s leads where its row says', async (state) => {
    const run = scriptedRun({
      script: at(state, hang),
      deps: { timeoutMs: (s) => (s === state ? 1 : 60_000) },
    });
    await run.go();
    const trace = value(run.journal.trace());
    const index = trace.findIndex((t) => t.event.type === 'TIMEOUT');
    expect(english(trace[index])).toMatchObject({
      from: state,
      reason: expect.stringContaining('took longer than 0.001 s'),
    });
    const expected = TIMEOUT_LEADS_TO[state];
    expect(trace.slice(index, index + expected.length).map((t) => t.to)).toEqual(expected);
    expect(run.context()).toMatchObject({ finished: true, outcome: { status: expect.any(String) } });
    expect(run.journal.pending()).toEqual([]);
  });

  it.each([
    'CODE_ANALYSIS',
    'PATCH_GENERATION',
    'PATCH_APPLY',
    'RESULT_ANALYSIS',
    'CONVERGENCE_CHECK',
  ] as const)('in %s goes on in fallback mode, with no unproven patch in the tree', async (state) => {
    const script = { ...at(state, hang), PATCH_GENERATION: state === 'PATCH_GENERATION' ? [hang] : [] };
    const run = scriptedRun({
      script: { ...script, ...(state === 'CODE_ANALYSIS' ? {} : { SUCCESS: ['default'] }) },
      deps: { timeoutMs: (s) => (s === state ? 1 : 60_000) },
    });
    await run.go();
    expect(run.context().analysis_mode).toBe(1);
    expect(run.context().convergence.rollbacks).toBe(0);
  });

  it('is the error type TIMEOUT with the state it happened in, and ends the run the fourth time', async () => {
    const run = scriptedRun({
      script: { BUILD_RUN: [hang, hang, hang, hang] },
      deps: { timeoutMs: (s) => (s === 'BUILD_RUN' ? 1 : 60_000) },
    });
    await run.go();
    expect(run.context().error_state).toMatchObject({
      type: 'TIMEOUT',
      timeout_state: 'BUILD_RUN',
      retry_count: 4,
    });
    expect(run.context().outcome?.status).toBe('FAILURE');
  });

  it('of a test alone is a result: TEST_RUN goes to RESULT_COLLECTION', async () => {
    const run = scriptedRun();
    await run.go();
    expect(run.edges()).toContain('TEST_RUN test_finished RESULT_COLLECTION');
  });

  it('abandons an effect that ignores its signal, and hears no more of it', async () => {
    let perform: (() => Promise<unknown>) | null = null;
    const deaf: Script = (_, io) => {
      perform = () =>
        io.call(
          toolOf('late', async () => 1),
          {},
          null,
        );
      return new Promise(() => {});
    };
    const run = scriptedRun({
      script: { BUILD_RUN: [deaf] },
      deps: { timeoutMs: (s) => (s === 'BUILD_RUN' ? 1 : 60_000), teardownMs: 1 },
    });
    await run.go();
    expect(run.context().outcome?.status).toBe('SUCCESS');
    const late = perform as (() => Promise<unknown>) | null;
    await expect(late?.()).rejects.toThrow('is being left');
  });
});

describe('abort', () => {
  const stoppable = () => {
    const said = { reason: null as string | null, forced: false };
    return { said, control: { reason: () => said.reason, forced: () => said.forced } };
  };

  it.each(WORKING)('in %s commits the request, tears the effect down and reports ABORTED', async (state) => {
    const { said, control } = stoppable();
    const stop: Script = (ctx, io) => {
      said.reason = 'enough';
      return (hang as Exclude<Script, string | { type: string }>)(ctx, io);
    };
    const run = scriptedRun({ script: at(state, stop), deps: { control } });
    await run.go();
    expect(run.edges().slice(-2)).toEqual([`${state} abort ABORTED`, 'ABORTED reported IDLE']);
    expect(run.context()).toMatchObject({
      abort_reason: 'enough',
      outcome: { status: 'ABORTED', reason: 'enough' },
    });
    expect(run.journal.pending()).toEqual([]);
  });

  it('forced by a second one does not wait for an effect that does not end', async () => {
    const { said, control } = stoppable();
    const deaf: Script = () => {
      said.reason = 'enough';
      said.forced = true;
      return new Promise(() => {});
    };
    const run = scriptedRun({ script: { TEST_RUN: [deaf] }, deps: { control, teardownMs: 1e9 } });
    await run.go();
    expect(run.context().outcome?.status).toBe('ABORTED');
  });

  it('marks the operation CANCELLED and keeps what the effect still produced as evidence', async () => {
    const { said, control } = stoppable();
    const half = { ...outcome('build_env_ready', {}), evidence: ['half.log'] };
    const build = toolOf('build', (_, { signal }) => {
      said.reason = 'enough';
      return new Promise<typeof half>((resolve) => signal.addEventListener('abort', () => resolve(half)));
    });
    const deaf: Script = async (_, io) => {
      void io.call(
        toolOf('flash', () => new Promise(() => {})),
        {},
        null,
      );
      return value(await io.call(build, {}, null));
    };
    const run = scriptedRun({ script: { BUILD_SETUP: [deaf] }, deps: { control } });
    await run.go();
    const abort = value(run.journal.trace()).at(-2);
    expect(abort).toMatchObject({ to: 'ABORTED', evidence: ['half.log'] });
    const seq = (abort?.seq ?? 0) - 1;
    expect(value(run.journal.operation(`main.${seq}.flash`))?.status).toBe('CANCELLED');
    expect(value(run.journal.operation(`main.${seq}.build`))?.status).toBe('OBSERVED');
  });

  it('asked for while nobody drove the run starts no effect on resume', async () => {
    const ran: string[] = [];
    const gate: Script = async (_, io) => {
      ran.push(io.state);
      await io.ask({ kind: 'patch', question: '?', subject: 's', binding: 'b' });
      return outcome('apply_failed', { problem: { code: 'PATCH_APPLY_FAILURE', message: 'no' } });
    };
    const run = scriptedRun({ script: { PATCH_APPLY: [gate, gate] }, deps: { approves: () => false } });
    expect(await run.go()).toMatchObject({ kind: 'waiting' });
    run.journal.tell(cancelled('from elsewhere'));
    expect(await run.go()).toEqual({ kind: 'finished' });
    expect(ran).toEqual(['PATCH_APPLY']);
    expect(run.context()).toMatchObject({ abort_reason: 'from elsewhere', outcome: { status: 'ABORTED' } });
  });

  it('does not touch a run that is only writing its report', async () => {
    const { said, control } = stoppable();
    const late: Script = () => {
      said.reason = 'too late';
      return outcome('reported', { branch: null });
    };
    const run = scriptedRun({ script: { SUCCESS: [late] }, deps: { control } });
    await run.go();
    expect(run.context().outcome?.status).toBe('SUCCESS');
  });
});

describe('an exception', () => {
  it.each(STATES)('in %s is an event that the table judges', async (state) => {
    const run = scriptedRun({
      script: at(state, () => {
        throw new Error(`bug in ${state}`);
      }),
    });
    await run.go();
    const row = value(run.journal.trace()).find((t) => t.event.type === 'exception');
    const terminal = FIRMWARE_STATES[state] === 'terminal';
    expect(row).toMatchObject({
      from: state,
      to: terminal ? 'IDLE' : state === 'ERROR_RECOVERY' ? 'FAILURE' : 'ERROR_RECOVERY',
    });
    expect(inEnglish(row?.reason ?? '')).toContain(`bug in ${state}`);
    expect(run.context().finished).toBe(true);
  });

  it('stands in for an event that the state does not take', async () => {
    const run = scriptedRun({ script: { BUILD_SETUP: [outcome('test_finished', { session: 's' })] } });
    await run.go();
    const row = value(run.journal.trace()).find((t) => t.event.type === 'exception');
    expect(inEnglish(row?.reason ?? '')).toContain('BUILD_SETUP does not take test_finished');
  });
});
