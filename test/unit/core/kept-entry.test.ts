import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ENTRY_FILE } from '../../../electron/core/kept-entry.js';
import { createRunList } from '../../../electron/core/run-list.js';
import { createRunJournal } from '../../../electron/journal/create.js';
import { openRunJournal, type RunJournal } from '../../../electron/journal/run-journal.js';
import { thisProcess } from '../../../electron/lab/this-process.js';
import { value } from '../../fixtures/firmware-run.js';
import { cancelled, change, gate } from '../../fixtures/journal.js';
import { sessionRun } from '../../fixtures/session-run.js';

const OPEN = { finished: false, outcome: null };
const DONE = { finished: true, outcome: { status: 'SUCCESS', verdict: 'PLAUSIBLE' } };

describe('what a list keeps beside a journal', () => {
  let home: string;
  const folder = (run: string) => path.join(home, 'runs', run);
  const entry = (run: string) => path.join(folder(run), ENTRY_FILE);
  const open = (run: string): RunJournal => value(openRunJournal(folder(run)));
  /** A list of another process: it knows what is on the disk alone, and opens so many journals. */
  const listed = (atMost?: number) => createRunList(home)(atMost);

  beforeEach(() => {
    home = mkdtempSync(path.join(os.tmpdir(), 'benchloop-kept-'));
  });
  afterEach(() => rmSync(home, { recursive: true, force: true }));

  function addRun(run: string, context: unknown, prepare: (journal: RunJournal) => void = () => {}): void {
    const about = { machine: 'firmware-loop', machineVersion: 1, goal: `goal of ${run}`, createdAt: 0 };
    const header = { id: run, ...about, header: {}, initialContext: {}, parent: null };
    const at = { seq: 0, state: 'A', context, deadline: null };
    const journal = value(createRunJournal(folder(run), header, at));
    prepare(journal);
    journal.ownership.take(thisProcess()); // its log is folded as it is closed
    journal.close();
    age(run);
  }

  /** Nobody has written to it for a while. */
  function age(run: string): void {
    for (const name of ['journal.db', 'journal.db-wal'])
      if (existsSync(path.join(folder(run), name))) utimesSync(path.join(folder(run), name), 1, 1);
  }

  it('spares the next list the journals of all runs that nobody works on', () => {
    for (let run = 1; run <= 20; run += 1) addRun(`finished-${run}`, DONE);
    addRun('waiting', OPEN, (journal) => journal.putGate({ ...gate, run: 'waiting', gate: 'main.0.build' }));
    addRun('interrupted', OPEN, (journal) => {
      const { snapshot, ...more } = change(1);
      journal.commit({ ...more, snapshot: { ...snapshot, context: OPEN } });
    });
    const first = listed();
    expect(first.runs).toHaveLength(22);
    expect(first.waiting.get('interrupted')).toMatchObject([{ type: 'interrupted' }]);
    expect(first.waiting.get('waiting')).toMatchObject([{ gate: 'main.0.build' }]);
    expect(listed(0)).toEqual(first);
  });

  it('is written by whoever drove the run to its end', async () => {
    const run = sessionRun();
    await run.go();
    expect(createRunList(path.dirname(path.dirname(run.dir)))(0)).toMatchObject({
      unread: 0,
      runs: [{ final_status: 'SUCCESS' }],
    });
  });

  it('is for its person alone', () => {
    addRun('1', DONE);
    listed();
    expect(statSync(entry('1')).mode & 0o777).toBe(process.platform === 'win32' ? 0o666 : 0o600);
  });

  it('no longer counts once anything was written to the journal', () => {
    addRun('1', OPEN, (journal) => journal.putGate({ ...gate, run: '1', gate: 'main.0.build' }));
    expect(listed().runs).toMatchObject([{ waiting_for: 'main.0.build' }]);
    const journal = open('1');
    journal.answerGate('main.0.build', 'yes', 'terminal', gate.binding);
    expect(listed(0).unread).toBe(1);
    expect(listed().runs).toMatchObject([{ waiting_for: null }]);
    journal.close();
  });

  it('is not kept of a run that is driven: its driver may die, and writes nothing then', () => {
    addRun('1', OPEN);
    const journal = open('1');
    journal.ownership.take(thisProcess());
    age('1');
    expect(listed().runs).toMatchObject([{ interrupted: false }]);
    expect(existsSync(entry('1'))).toBe(false);
    journal.close();
  });

  it('is not kept while another commit could leave files that look the same', () => {
    addRun('1', DONE);
    const soon = Date.now() / 1000 + 3600;
    utimesSync(path.join(folder('1'), 'journal.db'), soon, soon);
    listed();
    expect(existsSync(entry('1'))).toBe(false);
  });

  it.each<[string, (kept: string) => string]>([
    ['is no JSON', () => '{"checksum":'],
    ['is of another shape', () => '{"listed":[]}'],
    ['says another goal than was kept', (kept) => kept.replace('goal of', 'gaol of')],
    ['has another checksum', (kept) => kept.replace(/"checksum":\d+/, '"checksum":1')],
  ])('is ignored where it %s', (_, damage) => {
    addRun('1', DONE);
    const before = listed();
    writeFileSync(entry('1'), damage(readFileSync(entry('1'), 'utf8')));
    expect(listed(0).unread).toBe(1);
    expect(listed()).toEqual(before);
    expect(listed(0)).toEqual(before);
  });

  it('is ignored where it is of a journal that was there before, or of another release', () => {
    for (const run of ['1', '2']) addRun(run, DONE);
    listed();
    writeFileSync(
      entry('1'),
      readFileSync(entry('1'), 'utf8').replace('|firmware-loop|', '|firmware-loop|9'),
    );
    const journal = open('2');
    journal.tell(cancelled('enough'));
    journal.close();
    expect(listed(0).unread).toBe(2);
  });

  it('may fail to be written: the list is the same', () => {
    addRun('1', DONE);
    mkdirSync(path.join(entry('1'), 'in the way'), { recursive: true });
    expect(listed().runs).toMatchObject([{ run: '1', final_status: 'SUCCESS' }]);
    expect(listed(0).unread).toBe(1);
  });
});
