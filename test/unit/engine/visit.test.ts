import { describe, expect, it } from 'vitest';
import type { Answered, StopWatch } from '../../../electron/engine/stop.js';
import { rootControl } from '../../../electron/engine/tree.js';
import { openVisit } from '../../../electron/engine/visit.js';
import type { RunJournal } from '../../../electron/journal/run-journal.js';
import { type Deps, scriptedRun, value } from '../../fixtures/firmware-run.js';

interface Visiting extends Partial<Deps> {
  journal?: RunJournal;
  seq?: number;
  /** Who answers a gate, and is there to do so. */
  answers?: (gate: string) => Answered;
}

function visiting({ journal: given, seq = 7, answers, ...deps }: Visiting = {}) {
  const run = scriptedRun();
  const journal = given ?? run.journal;
  const told: unknown[] = [];
  const attended = answers !== undefined;
  const { tree, root, control } = run.opened({
    ...{ emit: (event) => told.push(event), approves: () => false, now: () => 1000, attended },
    ...deps,
  });
  const watch: StopWatch = {
    atOnce: null,
    stopped: new Promise(() => {}),
    pausedFor: async (gate) => (answers ? answers(gate) : new Promise(() => {})),
    note: () => new Promise(() => {}),
    standStill: () => () => undefined,
    end: () => undefined,
  };
  const visit = openVisit({
    tree: { ...tree, journal },
    node: { ...root, journal },
    ...{ state: 'BUILD_RUN', seq, watch, control: rootControl(control) },
    drive: () => Promise.reject(new Error('no child')),
    suspend: () => {},
    broken: () => {},
  });
  return { journal, told, visit };
}

const operation = (perform: () => Promise<string>) => ({
  kind: 'build',
  intent: { tree: 't' },
  perform,
  reconcile: async () => 'again' as const,
});

describe('an operation', () => {
  it('is written down as started before it is performed, and observed with what it gave', async () => {
    const { journal, visit } = visiting();
    const result = await visit.io.operate(
      operation(async () => value(journal.operation('main.7.build'))?.status ?? 'not there'),
    );
    expect(result).toBe('STARTED');
    expect(value(journal.operation('main.7.build'))).toMatchObject({
      kind: 'build',
      seq: 7,
      intent: { tree: 't' },
    });
    expect(visit.stay.observed).toEqual([{ id: 'main.7.build', outcome: 'STARTED' }]);
  });

  it('that began before a crash is adopted where reconcile finds it done, and performed again where not', async () => {
    for (const [found, performed] of [
      [{ adopt: 'there' }, 0],
      ['again', 1],
    ] as const) {
      const { journal, visit } = visiting();
      journal.intend({ id: 'main.7.build', kind: 'build', seq: 7, intent: {}, at: 1 });
      journal.mark('main.7.build', 'STARTED');
      let times = 0;
      const perform = async () => {
        times += 1;
        return 'new';
      };
      await visit.io.operate({ ...operation(perform), reconcile: async () => found });
      expect(times).toBe(performed);
    }
  });

  it('that was only intended is performed without asking what it did', async () => {
    const { journal, visit } = visiting();
    journal.intend({ id: 'main.7.build', kind: 'build', seq: 7, intent: {}, at: 1 });
    const never = { ...operation(async () => 'done'), reconcile: () => Promise.reject(new Error('asked')) };
    expect(await visit.io.operate(never)).toBe('done');
  });

  it('of one kind happens once a visit', async () => {
    const { visit } = visiting();
    await visit.io.operate(operation(async () => 'first'));
    await expect(visit.io.operate(operation(async () => 'second'))).rejects.toThrow('begun twice');
  });

  it('cannot begin once the state is being left', async () => {
    const { journal, visit } = visiting();
    visit.leave({ kind: 'abort', reason: 'stop' });
    await expect(visit.io.operate(operation(async () => 'x'))).rejects.toThrow('BUILD_RUN is being left');
    expect(value(journal.operation('main.7.build'))).toBeNull();
  });
});

describe('what an effect tells', () => {
  it('is progress and console text, whole characters only', () => {
    const { told, visit } = visiting();
    visit.io.progress('FETCH_LOGS', 'two files', 1, 2);
    const bytes = new TextEncoder().encode('温');
    visit.io.console(bytes.slice(0, 2));
    visit.io.console(bytes.slice(2));
    expect(told).toMatchObject([
      {
        type: 'progress',
        run: 'run-1',
        state: 'BUILD_RUN',
        step: 'FETCH_LOGS',
        detail: 'two files',
        done: 1,
        total: 2,
      },
      { type: 'console', text: '温' },
    ]);
  });

  it('is not heard any more after the visit', () => {
    const { told, visit } = visiting();
    visit.close();
    visit.io.progress('FETCH_LOGS');
    expect(told).toEqual([]);
  });
});

describe('an approval policy', () => {
  const ask = (visit: ReturnType<typeof visiting>['visit'], covers: ['flash'] | []) =>
    visit.io.ask({
      ...{ kind: 'switch', scope: 'power', covers },
      ...{ question: '?', subject: 's', binding: 'machine' },
    });

  it('answers what it names', async () => {
    const { visit } = visiting({ approves: (scope) => scope === 'power' });
    expect(await ask(visit, [])).toBe('yes');
  });

  it('does not answer what lets something else happen as well', async () => {
    const { journal, visit } = visiting({ approves: (scope) => scope === 'power' });
    void ask(visit, ['flash']);
    expect(value(journal.gates())).toMatchObject([{ scope: 'power', answer: null }]);
  });
});

describe('a grant', () => {
  const question = (more: object = {}) => ({
    ...{ kind: 'flash', scope: 'flash' as const, question: '?', subject: 's', binding: 'board and regions' },
    ...more,
  });
  const grant = { uses: 2, ms: 1000 };

  /** Asks in one visit after another, and gives the gates that were put. */
  async function asking(times: readonly { seq: number; now: number; more?: object }[]) {
    const { journal } = scriptedRun();
    const asked: number[] = [];
    for (const { seq, now, more } of times) {
      const { visit } = visiting({
        ...{ journal, seq, now: () => now },
        answers: (gate) => {
          asked.push(seq);
          journal.answerGate(gate, 'yes', 'terminal', value(journal.gates()).at(-1)?.binding ?? '');
          return { message: asked.length, choice: 'yes', text: null };
        },
      });
      expect(await visit.io.ask(question({ grant, ...more }))).toBe('yes');
    }
    return { asked, gates: value(journal.gates()) };
  }

  it('is asked for once, and every use of it is recorded', async () => {
    const { asked, gates } = await asking([
      { seq: 7, now: 1000 },
      { seq: 9, now: 1500 },
    ]);
    expect(asked).toEqual([7]);
    expect(gates[1]?.answered_by).toContain('terminal, who granted it with main.7.flash');
  });

  it('is asked for again when it is used up, too old, or covers something else', async () => {
    const used = [7, 9, 11].map((seq) => ({ seq, now: 1000 }));
    expect((await asking(used)).asked).toEqual([7, 11]);
    const late = [7, 9].map((seq) => ({ seq, now: seq * 1000 }));
    expect((await asking(late)).asked).toEqual([7, 9]);
    const other = [
      { seq: 7, now: 1000 },
      { seq: 9, now: 1000, more: { binding: 'another board' } },
    ];
    expect((await asking(other)).asked).toEqual([7, 9]);
  });

  it('is none where the question does not offer it', async () => {
    const each = [7, 9].map((seq) => ({ seq, now: 1000, more: { grant: undefined } }));
    expect((await asking(each)).asked).toEqual([7, 9]);
  });
});
