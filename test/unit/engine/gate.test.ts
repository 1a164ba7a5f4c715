import { describe, expect, it } from 'vitest';
import type { Asking } from '../../../electron/engine/tool.js';
import type { RunJournal } from '../../../electron/journal/run-journal.js';
import { inEnglish } from '../../../shared/texts/words.js';
import { value } from '../../fixtures/firmware-run.js';
import { toolOf } from '../../fixtures/tools.js';
import { visiting } from '../../fixtures/visiting.js';

const MINUTE = 60_000;
const flashing: Asking = {
  ...{ kind: 'agreed', question: 'Flash it?', subject: 'the board', binding: 'b' },
  ...{ grant: { uses: 2, ms: MINUTE }, parts: { board: 'uno', image: 'i' } },
};

/** Asks in a visit of its own; null where nobody answers. */
async function asks(journal: RunJournal, seq: number, more: Partial<Asking> = {}, now = 1000) {
  const tool = toolOf('flash', async (_, io) => io.agree({ ...flashing, ...more }), { scope: 'flash' });
  const { visit } = visiting({ journal, seq, now: () => now });
  const id = `main.${seq}.${flashing.kind}`;
  void visit.io.call(tool, {}, null);
  const gate = await expect
    .poll(() => value(journal.gates()).find((one) => one.gate === id))
    .toBeDefined()
    .then(() => value(journal.gates()).find((one) => one.gate === id));
  return { id, by: gate?.answered_by ?? null, subject: inEnglish(gate?.subject ?? '') };
}

/** A run in which a person has agreed to two flashes. */
async function agreed() {
  const { journal } = visiting();
  const { id } = await asks(journal, 7);
  journal.answerGate(id, 'yes', 'terminal', flashing.binding);
  return { journal, id };
}

describe('a yes that covers several uses', () => {
  it('answers the next question of the same binding, and says by which gate', async () => {
    const { journal, id } = await agreed();
    expect(await asks(journal, 8)).toMatchObject({ by: `terminal, who granted it with ${id}` });
  });

  it('covers nothing that is asked otherwise: another board, image or profile asks again, and says what differs', async () => {
    const { journal } = await agreed();
    const others: Record<string, string>[] = [{ board: 'nano' }, { image: 'other' }, { profile: 'p' }];
    for (const [at, part] of others.entries()) {
      const asked = await asks(journal, 8 + at, {
        binding: `other ${at}`,
        parts: { ...flashing.parts, ...part },
      });
      expect(asked.by).toBeNull();
      expect(asked.subject).toMatch(
        /^an earlier approval \(main\.7\.agreed\) does not cover this; what differs: the \w+\nthe board$/,
      );
    }
  });

  it('is over after so many uses and after so long, and the next question says which', async () => {
    const { journal } = await agreed();
    expect((await asks(journal, 8, {}, 1000 + MINUTE)).subject).toBe(
      'the earlier approval main.7.agreed does not cover this: its 1 min are over\nthe board',
    );
    await asks(journal, 9);
    expect(await asks(journal, 10)).toEqual({
      ...{ id: 'main.10.agreed', by: null },
      subject: 'the earlier approval main.7.agreed does not cover this: it was used 2 times of 2\nthe board',
    });
  });

  it('counts no more from the moment at which a person takes it back, also in the visit that it was given in', async () => {
    const { journal, id } = await agreed();
    await asks(journal, 8);
    const gone = journal.revokeGate(id, '2026-01-02T03:04:05.000Z');
    expect(gone.map(({ gate }) => gate)).toEqual([id, 'main.8.agreed']);
    expect(await asks(journal, 9)).toEqual({
      ...{ id: 'main.9.agreed', by: null },
      subject:
        'the earlier approval main.7.agreed does not cover this: it was revoked (2026-01-02T03:04:05.000Z)\nthe board',
    });
    const { visit } = visiting({ journal, seq: 7 });
    void visit.io.call(
      toolOf('flash', async (_, io) => io.agree(flashing), { scope: 'flash' }),
      {},
      null,
    );
    await expect
      .poll(() => value(journal.gates()).find(({ gate }) => gate === id))
      .toMatchObject({ answer: null });
    expect(journal.revokeGate(id, 'later')).toEqual([]);
  });

  it('given anew after that, covers its uses again', async () => {
    const { journal, id } = await agreed();
    journal.revokeGate(id, '2026-01-02T03:04:05.000Z');
    const again = await asks(journal, 8);
    journal.answerGate(again.id, 'yes', 'window', flashing.binding);
    expect((await asks(journal, 9)).by).toBe('window, who granted it with main.8.agreed');
  });
});

describe('a yes that holds for the run', () => {
  const building: Asking = {
    kind: 'build',
    question: 'Build it?',
    subject: 's',
    binding: 'b',
    isForRun: true,
  };

  const tool = (asking: Asking) =>
    toolOf('build', async () => 'built', { scope: 'build', gate: async () => asking });

  it('is asked and told once, whoever gave it, and again where what is asked has changed', async () => {
    const { journal } = visiting();
    await visiting({ journal, seq: 7, approves: () => true }).visit.io.call(tool(building), {}, null);
    const gates = () => value(journal.gates()).map(({ gate, answer }) => [gate, answer]);
    expect(gates()).toEqual([['main.7.build', 'yes']]);
    const later = visiting({ journal, seq: 8 });
    expect(await later.visit.io.call(tool(building), {}, null)).toEqual({ ok: true, value: 'built' });
    expect([gates().length, later.told]).toEqual([1, []]);
    void visiting({ journal, seq: 9 }).visit.io.call(tool({ ...building, binding: 'another' }), {}, null);
    await expect.poll(gates).toEqual([
      ['main.7.build', 'yes'],
      ['main.9.build', null],
    ]);
  });
});
