import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createRunList } from '../../../electron/core/run-list.js';
import { openRun } from '../../../electron/core/run-store.js';
import { checkHome } from '../../../electron/files/home.js';
import { createRunJournal } from '../../../electron/journal/create.js';
import { openRunJournal } from '../../../electron/journal/run-journal.js';
import { thisProcess } from '../../../electron/lab/this-process.js';
import { inEnglish } from '../../../shared/texts/words.js';
import { cancelled, gate } from '../../fixtures/journal.js';
import { ownedElsewhere } from '../../fixtures/owner-elsewhere.js';

describe('the list of runs', () => {
  let home: string;
  const folder = (run: string) => path.join(home, 'runs', run);

  beforeEach(() => {
    home = mkdtempSync(path.join(os.tmpdir(), 'benchloop-list-'));
  });
  afterEach(() => rmSync(home, { recursive: true, force: true }));

  function addRun(
    run: string,
    context: unknown = { finished: false, outcome: null },
    parent: { run: string; operation: string } | null = null,
  ): void {
    const header = {
      id: run,
      machine: 'firmware-loop',
      machineVersion: 1,
      goal: `goal of ${run}`,
      createdAt: 0,
      header: {},
      initialContext: {},
      parent,
    };
    const made = createRunJournal(
      folder(run),
      header,
      { seq: 0, state: 'A', context, deadline: null },
      () => {},
    );
    if (!made.ok) throw new Error(inEnglish(made.error.message));
    made.value.close();
  }

  it('removes what a dead maker left of a run, and nothing of a live one', async () => {
    const draft = `${folder('1')}.new`;
    addRun('1');
    cpSync(folder('1'), draft, { recursive: true });
    const kill = await ownedElsewhere(draft);
    expect(createRunList(home)().runs).toHaveLength(1);
    expect(existsSync(draft)).toBe(true);
    await kill();
    expect(createRunList(home)().runs).toHaveLength(1);
    expect(existsSync(draft)).toBe(false);
  });

  it('leaves a draft that has no journal yet alone until it is old', () => {
    const draft = `${folder('1')}.new`;
    mkdirSync(draft, { recursive: true });
    createRunList(home)();
    expect(existsSync(draft)).toBe(true);
    utimesSync(draft, 0, 0);
    createRunList(home)();
    expect(existsSync(draft)).toBe(false);
  });

  it('finds each run that is being made locked until it is in its place', () => {
    const seen: boolean[] = [];
    const at = { seq: 0, state: 'A', context: {}, deadline: null };
    const header = { id: '1', machine: 'm', machineVersion: 1, goal: 'g', createdAt: 0, header: {} };
    createRunJournal(folder('1'), { ...header, initialContext: {}, parent: null }, at, (point) => {
      createRunList(home)();
      if (point === 'before rename') seen.push(existsSync(`${folder('1')}.new`));
    });
    expect(seen).toEqual([true]);
  });

  it('tells what finished runs came to', () => {
    addRun('1', { finished: true, outcome: { status: 'SUCCESS', verdict: 'PLAUSIBLE' } });
    addRun('2');
    const { runs, verdicts } = createRunList(home)();
    expect(runs).toMatchObject([
      { run: '1', final_status: 'SUCCESS' },
      { run: '2', final_status: null },
    ]);
    expect([...verdicts]).toEqual([['1', 'PLAUSIBLE']]);
  });

  it('names the node that dispatched a run', () => {
    addRun('1');
    addRun('1-main-3-rest', undefined, { run: '1', operation: 'main.1.step0.3.rest' });
    expect(createRunList(home)().runs).toMatchObject([
      { run: '1', nodes: 1, parent: null },
      { run: '1-main-3-rest', nodes: 1, parent: { run: '1', node: 'main.1.step0' } },
    ]);
  });

  it('says of a run that awaits one that it dispatched what that one asks, and has both go on together otherwise', () => {
    addRun('1');
    addRun('1-run', undefined, { run: '1', operation: 'main.0.run' });
    const opened = openRunJournal(folder('1'));
    if (!opened.ok) throw new Error(inEnglish(opened.error.message));
    const intent = { run: '1-run', machine: 'firmware-loop' };
    opened.value.intend({ id: 'main.0.run', kind: 'run', seq: 0, intent, at: 1 });
    opened.value.mark('main.0.run', 'STARTED');
    opened.value.close();
    const list = createRunList(home);
    expect(list().runs).toMatchObject([
      { run: '1', interrupted: true, waits_on: null },
      { run: '1-run', interrupted: true, waits_on: null },
    ]);
    const below = openRunJournal(folder('1-run'));
    if (!below.ok) throw new Error(inEnglish(below.error.message));
    const asks = { ...gate, run: '1-run', gate: 'main.0.build' };
    below.value.putGate(asks);
    below.value.close();
    const asked = list();
    expect(asked.runs).toMatchObject([
      { run: '1', interrupted: false, waiting_for: null, waits_on: { run: '1-run', gate: asks.gate } },
      { run: '1-run', interrupted: false, waiting_for: asks.gate },
    ]);
    expect([...asked.waiting.keys()]).toEqual(['1-run']);
  });

  it('tells a data folder that is not there yet from one that cannot be reached', () => {
    expect(createRunList(path.join(home, 'not-yet'))()).toMatchObject({ runs: [], quarantined: [] });
    const file = path.join(home, 'file');
    writeFileSync(file, '');
    const problem = { code: 'HOME_UNWRITABLE', where: path.join(file, 'below') };
    expect(createRunList(path.join(file, 'below'))().quarantined).toMatchObject([problem]);
  });

  it.each(['.', 'runs'])('says that %s is no folder, instead of having no run of that name', (place) => {
    const inTheWay = path.join(home, 'data', place);
    mkdirSync(path.dirname(inTheWay), { recursive: true });
    writeFileSync(inTheWay, '');
    const problem = { code: 'HOME_UNWRITABLE', message: expect.stringContaining(`${inTheWay} is no folder`) };
    const data = path.join(home, 'data');
    expect(createRunList(data)().quarantined).toMatchObject([problem]);
    expect(openRun(data, '20260101-000000-0000')).toMatchObject({ ok: false, error: problem });
    expect(checkHome(data)).toMatchObject({ ok: false, error: problem });
  });

  it('reads as many journals at once as it may, the newest first, and says how many are left', () => {
    for (const run of ['1', '2', '3']) addRun(run);
    const list = createRunList(home);
    const names = (atMost: number) => list(atMost).runs.map(({ run }) => run);
    expect(list(0)).toMatchObject({ runs: [], unread: 3 });
    expect(names(2)).toEqual(['2', '3']);
    expect(names(2)).toEqual(['1', '2', '3']);
    expect(list(0)).toMatchObject({ unread: 0 });
  });

  it('reads a journal again after it was written to, and only then', () => {
    addRun('1');
    const list = createRunList(home);
    list();
    expect(list(0).unread).toBe(0);
    const journal = openRunJournal(folder('1'));
    if (!journal.ok) throw new Error(inEnglish(journal.error.message));
    journal.value.tell(cancelled('enough'));
    expect(list(0).unread).toBe(1);
    list();
    expect(list(0).unread).toBe(0);
    journal.value.close();
  });

  it('marks a run as interrupted once its driver has gone, though that writes nothing', async () => {
    addRun('1');
    const endDriver = await ownedElsewhere(folder('1'));
    const list = createRunList(home);
    expect(list().runs).toMatchObject([{ run: '1', interrupted: false }]);
    expect(list(0)).toMatchObject({ runs: [{ run: '1', interrupted: false }], unread: 0 });
    await endDriver();
    expect(list().runs).toMatchObject([{ run: '1', interrupted: true }]);
  });

  it('marks no run as interrupted that is finished or driven by this process', () => {
    addRun('1', { finished: true, outcome: { status: 'ABORTED', verdict: 'NOT_FIXED' } });
    addRun('2');
    const journal = openRunJournal(folder('2'));
    if (!journal.ok) throw new Error(inEnglish(journal.error.message));
    journal.value.ownership.take(thisProcess());
    expect(createRunList(home)().runs).toMatchObject([{ interrupted: false }, { interrupted: false }]);
    journal.value.close();
  });

  it('names a run whose journal is empty, and leaves out a folder without any', () => {
    for (const run of ['1', '2']) mkdirSync(folder(run), { recursive: true });
    writeFileSync(path.join(folder('1'), 'journal.db'), '');
    const { runs, quarantined } = createRunList(home)();
    expect(runs).toEqual([]);
    expect(quarantined).toMatchObject([{ code: 'JOURNAL_CORRUPT', where: expect.stringContaining('1') }]);
  });

  it('passes over plain files beside the runs', () => {
    addRun('1');
    for (const name of ['notes.txt', '.DS_Store']) writeFileSync(path.join(home, 'runs', name), 'x');
    expect(createRunList(home)()).toMatchObject({ runs: [{ run: '1' }], quarantined: [], unread: 0 });
  });

  it('says of a data folder that is no folder what it is, and of one that is not there yet nothing', () => {
    const file = path.join(home, 'file');
    writeFileSync(file, '');
    expect(createRunList(file)().quarantined).toMatchObject([
      { code: 'HOME_UNWRITABLE', message: expect.stringContaining('is no folder'), where: file },
    ]);
    expect(createRunList(path.join(home, 'absent'))().quarantined).toEqual([]);
  });

  it('forgets a run that was removed', () => {
    addRun('1');
    const list = createRunList(home);
    list();
    rmSync(folder('1'), { recursive: true });
    expect(list()).toMatchObject({ runs: [], unread: 0 });
  });

  it('sets a journal aside that cannot be read, and reads it again when it was replaced', () => {
    addRun('1');
    cpSync(folder('1'), path.join(home, 'kept'), { recursive: true });
    rmSync(folder('1'), { recursive: true });
    mkdirSync(folder('1'));
    writeFileSync(path.join(folder('1'), 'journal.db'), 'damaged');
    const list = createRunList(home);
    expect(list()).toMatchObject({ runs: [], quarantined: [{ code: 'JOURNAL_CORRUPT' }] });
    expect(list(0)).toMatchObject({ quarantined: [{ code: 'JOURNAL_CORRUPT' }], unread: 0 });
    cpSync(path.join(home, 'kept'), folder('1'), { recursive: true });
    expect(list()).toMatchObject({ runs: [{ run: '1' }], quarantined: [] });
  });
});
