import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { gateOf } from '../../../electron/engine/gate.js';
import type { Asking, Tool } from '../../../electron/engine/tool.js';
import { fail, ok, type Problem } from '../../../shared/problem.js';
import { value } from '../../fixtures/firmware-run.js';
import { toolOf } from '../../fixtures/tools.js';
import { visiting } from '../../fixtures/visiting.js';

const asking: Asking = { kind: 'may', question: 'May it?', subject: 'all of it', binding: 'it' };
const BROKEN: Problem = { code: 'ENV_ERROR', message: 'the disk is gone' };

/** A tool that counts how often it was performed. */
function counted(more: Partial<Tool<Record<string, unknown>, string, null>> = {}) {
  const done = { times: 0 };
  const tool = toolOf('build', async () => `made ${++done.times}`, more);
  return { done, tool };
}

/** An operation that began before a crash. */
function begun() {
  const { journal, visit, told } = visiting();
  journal.intend({ id: 'main.7.build', kind: 'build', seq: 7, intent: {}, at: 1 });
  journal.mark('main.7.build', 'STARTED');
  return { journal, visit, told };
}

describe('a call', () => {
  it('is written down as started before it is performed, and observed with what it gave', async () => {
    const { journal, visit } = visiting();
    const tool = toolOf('build', async () => value(journal.operation('main.7.build'))?.status ?? 'not there');
    expect(await visit.io.call(tool, { tree: 't' }, null)).toEqual(ok('STARTED'));
    expect(value(journal.operation('main.7.build'))).toMatchObject({
      ...{ kind: 'build', seq: 7 },
      intent: { tool: 'build', args: { tree: 't' } },
    });
    expect(visit.stay.observed).toEqual([{ id: 'main.7.build', outcome: ok('STARTED') }]);
  });

  it('that began before a crash is adopted where reconcile finds it done, and performed again where not', async () => {
    for (const [found, times] of [
      [{ adopt: ok('there') }, 0],
      ['again', 1],
    ] as const) {
      const { done, tool } = counted({ reconcile: async () => found });
      await begun().visit.io.call(tool, {}, null);
      expect(done.times).toBe(times);
    }
  });

  it('that is adopted asks nobody: it was agreed to before it began', async () => {
    const { tool } = counted({
      scope: 'build',
      gate: async () => asking,
      reconcile: async () => ({ adopt: ok('there') }),
    });
    const { journal, visit } = begun();
    expect(await visit.io.call(tool, {}, null)).toEqual(ok('there'));
    expect(value(journal.gates())).toEqual([]);
  });

  it('that was only intended is performed without asking what it did', async () => {
    const { journal, visit } = visiting();
    journal.intend({ id: 'main.7.build', kind: 'build', seq: 7, intent: {}, at: 1 });
    const { tool } = counted({ reconcile: () => Promise.reject(new Error('asked')) });
    expect(await visit.io.call(tool, {}, null)).toEqual(ok('made 1'));
  });

  it('of one kind happens once a visit; another kind is another call', async () => {
    const { visit } = visiting();
    const { done, tool } = counted();
    await visit.io.call(tool, {}, null);
    await expect(visit.io.call(tool, {}, null)).rejects.toThrow('begun twice');
    await visit.io.call(tool, {}, null, 'rebuild');
    expect(done.times).toBe(2);
  });

  it('cannot begin once the state is being left', async () => {
    const { journal, visit } = visiting();
    visit.leave({ kind: 'abort', reason: 'stop' });
    await expect(visit.io.call(counted().tool, {}, null)).rejects.toThrow('BUILD_RUN is being left');
    expect(value(journal.operation('main.7.build'))).toBeNull();
  });

  it('with arguments that its schema refuses names the place, and does nothing', async () => {
    const { journal, visit } = visiting();
    const { done, tool } = counted({ arguments: z.strictObject({ at: z.object({ line: z.number() }) }) });
    expect(await visit.io.call(tool, { at: { line: 'two' } }, null)).toMatchObject({
      ok: false,
      error: { code: 'ARGUMENTS_MALFORMED', where: 'build: at.line' },
    });
    expect([done.times, value(journal.operation('main.7.build'))]).toEqual([0, null]);
  });

  it('stops at what its check finds, before anybody is asked', async () => {
    const { journal, visit } = visiting();
    const { tool } = counted({ scope: 'build', check: async () => fail(BROKEN), gate: async () => asking });
    expect(await visit.io.call(tool, {}, null)).toEqual(fail(BROKEN));
    expect(value(journal.gates())).toEqual([]);
  });

  it('that failed is observed, too', async () => {
    const { visit } = visiting();
    const { tool } = counted({ perform: async () => fail(BROKEN) });
    expect(await visit.io.call(tool, {}, null)).toEqual(fail(BROKEN));
    expect(visit.stay.observed).toEqual([{ id: 'main.7.build', outcome: fail(BROKEN) }]);
  });

  it('whose result its own schema refuses is a bug', async () => {
    const { visit } = visiting();
    const { tool } = counted({ result: z.literal('something else') as unknown as z.ZodType<string> });
    await expect(visit.io.call(tool, {}, null)).rejects.toThrow();
  });
});

describe('a call within a call', () => {
  const yes = { answers: () => ({ message: 1, choice: 'yes', text: null }) };
  const outer = (inner: Tool<Record<string, unknown>, string, null>) =>
    toolOf('test', async (_, io) => io.call(inner, { tree: 't' }, null), { scope: 'build' });

  it('asks under its own scope, and is a part of the outer one in the journal', async () => {
    const { journal, visit } = visiting(yes);
    const { done, tool } = counted({ scope: 'flash', gate: async () => asking });
    expect(await visit.io.call(outer(tool), {}, null)).toEqual(ok(ok('made 1')));
    expect(value(journal.gates())).toMatchObject([{ scope: 'flash' }]);
    expect([done.times, value(journal.operation('main.7.build'))]).toEqual([1, null]);
    expect(visit.stay.observed.map(({ id }) => id)).toEqual(['main.7.test']);
  });

  it('is not made where nobody agrees, or its arguments are wrong', async () => {
    const refused = { answers: () => ({ message: 1, choice: 'no', text: null }) };
    const { done, tool } = counted({ scope: 'flash', gate: async () => asking });
    expect(await visiting(refused).visit.io.call(outer(tool), {}, null)).toMatchObject({
      value: { ok: false, error: { code: 'DECLINED' } },
    });
    const strict = { ...tool, arguments: z.strictObject({ line: z.number() }) };
    expect(await visiting(yes).visit.io.call(outer(strict), {}, null)).toMatchObject({
      value: { ok: false, error: { code: 'ARGUMENTS_MALFORMED' } },
    });
    expect(done.times).toBe(0);
  });
});

describe('the gate of a call', () => {
  const gated = (more = {}) => counted({ scope: 'build', gate: async () => asking, ...more });

  it('bears the scope of its tool, and is answered before the call is journalled', async () => {
    const { journal, visit } = visiting({ answers: () => ({ message: 1, choice: 'yes', text: null }) });
    const { done, tool } = gated();
    expect(await visit.io.call(tool, {}, null)).toEqual(ok('made 1'));
    expect(value(journal.gates())).toMatchObject([{ gate: 'main.7.may', scope: 'build' }]);
    expect(done.times).toBe(1);
  });

  it('answered with no leaves nothing done and nothing journalled', async () => {
    const { journal, visit } = visiting({ answers: () => ({ message: 1, choice: 'no', text: null }) });
    const { done, tool } = gated();
    expect(await visit.io.call(tool, {}, null)).toMatchObject({ ok: false, error: { code: 'DECLINED' } });
    expect([done.times, value(journal.operation('main.7.build'))]).toEqual([0, null]);
  });

  it('answered with yes by a person is told to the tool, so that it can remember', async () => {
    const agreed: string[] = [];
    const { tool } = gated({ agreed: (_: unknown, __: null, { binding }: Asking) => agreed.push(binding) });
    const { visit } = visiting({ answers: () => ({ message: 1, choice: 'yes', text: null }) });
    await visit.io.call(tool, {}, null);
    expect(agreed).toEqual(['it']);
  });

  it('answered by a policy or by what is remembered already is remembered by nobody', async () => {
    const agreed: string[] = [];
    const remembers = { agreed: (_: unknown, __: null, { binding }: Asking) => agreed.push(binding) };
    const policy = visiting({ approves: (scope) => scope === 'build' });
    expect(await policy.visit.io.call(gated(remembers).tool, {}, null)).toMatchObject({ ok: true });
    const stored = { ...remembers, gate: async () => ({ ...asking, stored: '2026-01-02' }) };
    const known = visiting();
    expect(await known.visit.io.call(gated(stored).tool, {}, null)).toMatchObject({ ok: true });
    expect(value(known.journal.gates())).toMatchObject([{ answered_by: 'stored approval of 2026-01-02' }]);
    expect(agreed).toEqual([]);
  });

  it('is all that `allow` asks: nothing is performed', async () => {
    const { journal, visit } = visiting({ approves: (scope) => scope === 'build' });
    const { done, tool } = gated();
    expect(await visit.io.allow(tool, {}, null)).toEqual(ok(undefined));
    expect([done.times, value(journal.operation('main.7.build'))]).toEqual([0, null]);
  });

  it('cannot be opened by a tool without a scope', async () => {
    const { visit } = visiting();
    const { tool } = gated({ scope: null });
    await expect(visit.io.call(tool, {}, null)).rejects.toThrow('build has no scope');
  });

  it('may come in the middle of the work', async () => {
    const { journal, visit } = visiting({ approves: (scope) => scope === 'flash' });
    const tool = toolOf('flash', async (_, io) => io.agree(asking), { scope: 'flash' });
    expect(await visit.io.call(tool, {}, null)).toEqual(ok(true));
    expect(value(journal.gates())).toMatchObject([{ scope: 'flash', answered_by: 'approval policy' }]);
  });

  it('is not answered by a policy that names only a part of what it covers', async () => {
    const { journal, visit } = visiting({ approves: (scope) => scope === 'power' });
    const { tool } = gated({ scope: 'power', gate: async () => ({ ...asking, covers: ['flash'] }) });
    void visit.io.call(tool, {}, null);
    await expect.poll(() => value(journal.gates())).toMatchObject([{ scope: 'power', answer: null }]);
  });
});

describe('undo', () => {
  it('gives the tool what it was given and what it gave, journalled under a name of its own', async () => {
    const taken: unknown[] = [];
    const { tool } = counted({
      undo: async (args, result) => {
        taken.push([args, result]);
        return ok(undefined);
      },
    });
    const { journal, visit } = visiting();
    await visit.io.call(tool, { a: 1 }, null);
    expect(await visit.io.undo(tool, { args: { a: 1 }, result: 'made 1' }, null)).toEqual(ok(undefined));
    expect(taken).toEqual([[{ a: 1 }, 'made 1']]);
    expect(value(journal.operation('main.7.undo-build'))).toMatchObject({ intent: { undo: 'build' } });
  });

  it('says so where a tool has none', async () => {
    const { visit } = visiting();
    expect(await visit.io.undo(counted().tool, { args: {}, result: 'x' }, null)).toMatchObject({
      ok: false,
      error: { code: 'USAGE' },
    });
  });
});

describe('a call that waits for nobody', () => {
  const gated = (more = {}) => counted({ scope: 'build', gate: async () => asking, ...more });

  it('is not made where a person has to be asked, and says what to ask under its own id', async () => {
    const { journal, visit } = visiting();
    const { done, tool } = gated();
    expect(await visit.io.callOrHold(tool, {}, null, 3)).toEqual({
      needs: { ...asking, kind: 'call.3', scope: 'build' },
    });
    expect([done.times, value(journal.gates()), value(journal.operation('main.call.3'))]).toEqual([
      ...[0, []],
      null,
    ]);
  });

  it('is made at a later revision once that very question has its answer', async () => {
    const { journal, visit } = visiting();
    const { done, tool } = gated();
    const held = await visit.io.callOrHold(tool, {}, null, 3);
    if (!('needs' in held)) throw new Error('it was made');
    const answered = { answer: 'yes', answered_by: 'terminal' };
    const shown = gateOf({ ...visit.stay, seq: 8 }, journal.idOf(8, held.needs.kind), held.needs);
    journal.putGate({ ...shown, ...answered });
    const later = visiting({ journal, seq: 9 });
    expect(await later.visit.io.callOrHold(tool, {}, null, 3)).toEqual(ok('made 1'));
    expect(done.times).toBe(1);
    const drifted = gated({ gate: async () => ({ ...asking, binding: 'another' }) });
    const anew = visiting({ journal, seq: 10 });
    expect(await anew.visit.io.callOrHold(drifted.tool, {}, null, 3)).toMatchObject({
      needs: { binding: 'another' },
    });
  });

  it('needs nobody where the policy answers', async () => {
    const { visit } = visiting({ approves: () => true });
    expect(await visit.io.callOrHold(gated().tool, {}, null, 1)).toEqual(ok('made 1'));
  });

  it('that asks in the middle of its work leaves nothing that looks done', async () => {
    const { visit } = visiting();
    const tool: Tool<Record<string, unknown>, string, null> = {
      ...toolOf('flash', async () => ''),
      ...{ scope: 'flash', result: z.string() },
      perform: async (_, __, io) => ((await io.agree(asking)) ? ok('flashed') : fail(BROKEN)),
    };
    expect(await visit.io.callOrHold(tool, {}, null, 2)).toHaveProperty('needs');
    expect(visit.stay.observed).toEqual([]);
  });
});
