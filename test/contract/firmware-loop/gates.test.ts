import { describe, expect, it } from 'vitest';
import type { EffectIo } from '../../../electron/engine/effect.js';
import type { Asking } from '../../../electron/engine/tool.js';
import { openRunJournal } from '../../../electron/journal/run-journal.js';
import { happyEffects, outcome } from '../../fixtures/firmware-effects.js';
import { type Script, scriptedRun, value } from '../../fixtures/firmware-run.js';
import { toolOf } from '../../fixtures/tools.js';

const question = (more: Partial<Asking> = {}): Asking => ({
  kind: 'patch',
  question: 'Apply this patch?',
  subject: 'the diff',
  binding: 'hash 1',
  ...more,
});

const refused = outcome('apply_failed', { problem: { code: 'PATCH_APPLY_FAILURE', message: 'declined' } });

/** Whether somebody lets the patch be applied. */
const isLet = async (io: EffectIo, q: Asking): Promise<boolean> => {
  const gated = toolOf('patch', async () => null, { scope: 'patch', gate: async () => q });
  return (await io.allow(gated, {}, null)).ok;
};

/** PATCH_APPLY asks before it applies. */
const asking =
  (q: () => Asking): Script =>
  async (ctx, io) =>
    (await isLet(io, q())) ? happyEffects.PATCH_APPLY(ctx, { cases: () => ({}) }, io) : refused;

const nobody = { approves: () => false };

describe('a gate where nobody is there to answer', () => {
  it('suspends the run; the answer given elsewhere lets it go on at the same gate', async () => {
    const run = scriptedRun({ script: { PATCH_APPLY: [asking(question), asking(question)] }, deps: nobody });
    const stopped = await run.go();
    const gate = `main.${run.edges().length}.patch`;
    expect(stopped).toEqual({ kind: 'waiting', gate });
    expect(await run.go()).toEqual({ kind: 'waiting', gate });
    expect(value(run.journal.gates())).toHaveLength(1);

    const elsewhere = value(openRunJournal(run.dir));
    expect(elsewhere.answerGate(gate, 'yes', 'somebody', 'hash 1')).toBe(true);
    expect(elsewhere.answerGate(gate, 'no', 'somebody else', 'hash 1')).toBe(false);
    elsewhere.close();
    expect(await scriptedAgain(run, question)).toEqual({ kind: 'finished' });
    expect(run.context().outcome?.status).toBe('SUCCESS');
    expect(value(run.journal.gates())[0]).toMatchObject({ answer: 'yes', answered_by: 'somebody' });
  });

  it('asks again, unanswered, when what was approved is no longer what would be done', async () => {
    const script: Script[] = [asking(question), asking(() => question({ binding: 'hash 2' }))];
    const run = scriptedRun({ script: { PATCH_APPLY: script }, deps: nobody });
    const stopped = await run.go();
    if (stopped.kind !== 'waiting') throw new Error('the run did not wait');
    run.journal.answerGate(stopped.gate, 'yes', 'somebody', 'hash 1');
    expect(await run.go()).toEqual(stopped);
    expect(value(run.journal.gates())).toMatchObject([
      { gate: stopped.gate, binding: 'hash 2', answer: null },
    ]);
  });

  it('takes no answer to what it asked before, also where somebody is there', async () => {
    const script: Script[] = [asking(question), asking(() => question({ binding: 'hash 2' }))];
    const run = scriptedRun({ script: { PATCH_APPLY: script }, deps: nobody });
    const stopped = await run.go();
    if (stopped.kind !== 'waiting') throw new Error('the run did not wait');
    run.journal.answerGate(stopped.gate, 'yes', 'somebody', 'hash 1');
    const elsewhere = value(openRunJournal(run.dir));
    const emit: NonNullable<Parameters<typeof run.go>[0]>['emit'] = (event) => {
      if (event.type === 'gate') elsewhere.answerGate(event.gate, 'no', 'somebody', event.binding);
    };
    await run.go({ attended: true, emit });
    elsewhere.close();
    expect(run.edges()).toContain('PATCH_APPLY apply_failed ERROR_RECOVERY');
  });

  it('takes no for an answer', async () => {
    const run = scriptedRun({ script: { PATCH_APPLY: [asking(question), asking(question)] }, deps: nobody });
    const stopped = await run.go();
    if (stopped.kind === 'waiting') run.journal.answerGate(stopped.gate, 'no', 'somebody', 'hash 1');
    await run.go();
    expect(run.edges()).toContain('PATCH_APPLY apply_failed ERROR_RECOVERY');
  });
});

/** The visit that follows the script's two: the default effect does not ask, so the gate is asked here. */
async function scriptedAgain(run: ReturnType<typeof scriptedRun>, q: () => Asking) {
  return run.go({
    effects: {
      ...happyEffects,
      PATCH_APPLY: async (ctx, bench, io) =>
        (await isLet(io, q())) ? happyEffects.PATCH_APPLY(ctx, bench, io) : refused,
    },
  });
}

describe('a gate with somebody there', () => {
  it('waits without a time limit and goes on with the answer', async () => {
    const run = scriptedRun({
      script: { PATCH_APPLY: [asking(question)] },
      deps: { ...nobody, attended: true, timeoutMs: (s) => (s === 'PATCH_APPLY' ? 1 : 60_000) },
    });
    const elsewhere = value(openRunJournal(run.dir));
    const emit: NonNullable<Parameters<typeof run.go>[0]>['emit'] = (event) => {
      if (event.type === 'gate')
        setTimeout(() => elsewhere.answerGate(event.gate, 'yes', 'somebody', event.binding), 200);
    };
    await run.go({ emit });
    elsewhere.close();
    expect(run.edges().filter((e) => e.includes('TIMEOUT'))).toEqual([]);
    expect(run.context().outcome?.status).toBe('SUCCESS');
  });

  it('can be aborted while it waits', async () => {
    let reason: string | null = null;
    const run = scriptedRun({
      script: { PATCH_APPLY: [asking(question)] },
      deps: { ...nobody, attended: true, control: { reason: () => reason, forced: () => false } },
    });
    await run.go({
      emit: (event) => {
        if (event.type === 'gate') reason = 'enough';
      },
    });
    expect(run.context().outcome?.status).toBe('ABORTED');
    expect(value(run.journal.gates())[0]?.answer).toBeNull();
  });
});

describe('a gate that somebody left', () => {
  it('suspends the run while it waits, and where they left before', async () => {
    const left = new AbortController();
    const run = scriptedRun({
      script: { PATCH_APPLY: [asking(question), asking(question)] },
      deps: { ...nobody, attended: true, deserted: left.signal },
    });
    const end = await run.go({
      emit: (event) => {
        if (event.type === 'gate') left.abort();
      },
    });
    expect(end).toMatchObject({ kind: 'waiting' });
    expect(await run.go()).toEqual(end);
    expect(value(run.journal.gates())).toMatchObject([{ answer: null }]);
  });

  it('leaves a gate that was answered before they left', async () => {
    const left = new AbortController();
    const run = scriptedRun({
      script: { PATCH_APPLY: [asking(question)] },
      deps: { ...nobody, attended: true, deserted: left.signal },
    });
    const elsewhere = value(openRunJournal(run.dir));
    await run.go({
      emit: (event) => {
        if (event.type === 'gate') elsewhere.answerGate(event.gate, 'yes', 'somebody', event.binding);
        if (event.type === 'transition' && event.from === 'PATCH_APPLY') left.abort();
      },
    });
    elsewhere.close();
    expect(run.context().outcome?.status).toBe('SUCCESS');
  });
});

describe('the approval policy', () => {
  it('answers a gate with yes, and says that it was the policy', async () => {
    const run = scriptedRun({ script: { PATCH_APPLY: [asking(question)] } });
    await run.go();
    expect(value(run.journal.gates())).toMatchObject([{ answer: 'yes', answered_by: 'approval policy' }]);
  });

  it('never answers what somebody else may lose by', async () => {
    const run = scriptedRun({ script: { PATCH_APPLY: [asking(() => question({ onlyPerson: true }))] } });
    expect(await run.go()).toMatchObject({ kind: 'waiting' });
    expect(value(run.journal.gates())).toMatchObject([{ scope: 'question', answer: null }]);
  });

  it('never answers a question to the operator', async () => {
    const ask: Script = async (_, io) => {
      await io.ask({ kind: 'why', question: 'Why?', subject: 's', binding: 'b' });
      return refused;
    };
    const run = scriptedRun({ script: { PATCH_APPLY: [ask] } });
    expect(await run.go()).toMatchObject({ kind: 'waiting' });
    expect(value(run.journal.gates())).toMatchObject([{ answer: null }]);
  });
});
