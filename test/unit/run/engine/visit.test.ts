import { describe, expect, it } from 'vitest';
import { openVisit, type VisitDeps } from '../../../../electron/run/engine/visit.js';
import { scriptedRun, value } from '../../../fixtures/firmware-run.js';

function visiting(more: Partial<VisitDeps> = {}) {
  const { journal } = scriptedRun();
  const told: unknown[] = [];
  const visit = openVisit({
    ...{ run: 'r', state: 'BUILD_RUN', seq: 7, journal, now: () => 1000 },
    emit: (event) => told.push(event),
    approves: () => false,
    awaitAnswer: () => new Promise(() => {}),
    broken: () => {},
    ...more,
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
      operation(async () => value(journal.operation('r.7.build'))?.status ?? 'not there'),
    );
    expect(result).toBe('STARTED');
    expect(value(journal.operation('r.7.build'))).toMatchObject({
      kind: 'build',
      seq: 7,
      intent: { tree: 't' },
    });
    expect(visit.observed).toEqual([{ id: 'r.7.build', outcome: 'STARTED' }]);
  });

  it('that began before a crash is adopted where reconcile finds it done, and performed again where not', async () => {
    for (const [found, performed] of [
      [{ adopt: 'there' }, 0],
      ['again', 1],
    ] as const) {
      const { journal, visit } = visiting();
      journal.intend({ id: 'r.7.build', kind: 'build', seq: 7, intent: {}, at: 1 });
      journal.mark('r.7.build', 'STARTED');
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
    journal.intend({ id: 'r.7.build', kind: 'build', seq: 7, intent: {}, at: 1 });
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
    visit.controller.abort('stop');
    await expect(visit.io.operate(operation(async () => 'x'))).rejects.toThrow('BUILD_RUN is being left');
    expect(value(journal.operation('r.7.build'))).toBeNull();
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
        run: 'r',
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
