import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'libsql';
import { describe, expect, it } from 'vitest';
import { createRunJournal } from '../../../electron/journal/create.js';
import { databaseProblem, storeProblem } from '../../../electron/journal/database.js';
import { openRunJournal } from '../../../electron/journal/run-journal.js';
import type { Problem } from '../../../shared/problem.js';
import { inEnglish } from '../../../shared/texts/words.js';
import { tempDir, value } from '../../fixtures/firmware-run.js';
import { cancelled, change, first, fresh, gate, header, rowOf, timedOut } from '../../fixtures/journal.js';
import { ownedElsewhere } from '../../fixtures/owner-elsewhere.js';

describe('creating a journal', () => {
  it('gives back what was put in', () => {
    const { journal } = fresh();
    expect(value(journal.header())).toEqual({ ...header, prefix: 'main' });
    expect(value(journal.snapshot())).toEqual(first);
    expect(value(journal.trace())).toEqual([]);
    journal.close();
  });

  it('is complete or not at all: a crash before the rename leaves no run, and a second try succeeds', () => {
    const dir = path.join(tempDir(), 'r');
    for (const point of ['before create', 'before rename']) {
      const crash = (name: string): void => {
        if (name === point) throw new Error('crash');
      };
      expect(() => createRunJournal(dir, header, first, crash)).toThrow('crash');
      expect(existsSync(dir)).toBe(false);
    }
    value(createRunJournal(dir, header, first)).close();
  });

  it('says HOME_UNWRITABLE where the folder cannot be made', () => {
    const file = path.join(tempDir(), 'file');
    writeFileSync(file, '');
    expect(createRunJournal(path.join(file, 'r'), header, first)).toMatchObject({
      ok: false,
      error: { code: 'HOME_UNWRITABLE' },
    });
  });

  it('does not overwrite a run that is there', () => {
    const { dir, journal } = fresh();
    journal.close();
    expect(createRunJournal(dir, { ...header, id: 'other' }, first).ok).toBe(false);
    const again = value(openRunJournal(dir));
    expect(value(again.header()).id).toBe('r');
    again.close();
  });
});

describe('a journal of another version', () => {
  it.each([
    [3, 'VERSION_MISMATCH', /a newer Benchloop/],
    [1, 'VERSION_MISMATCH', /an older Benchloop/],
    [0, 'JOURNAL_CORRUPT', /there is no journal/],
  ])('is refused in words: %i', (version, code, message) => {
    const { dir, journal } = fresh();
    journal.close();
    const db = new Database(journal.file);
    db.exec(`PRAGMA user_version = ${version}`);
    db.close();
    const opened = openRunJournal(dir);
    expect(opened).toMatchObject({ ok: false, error: { code, where: journal.file } });
    expect(opened.ok ? '' : inEnglish(opened.error.message)).toMatch(message);
  });
});

describe('the trace', () => {
  it('can be read from any transition on', () => {
    const { journal } = fresh();
    for (const seq of [1, 2, 3]) journal.commit(change(seq));
    expect(value(journal.trace(1)).map(({ seq }) => seq)).toEqual([2, 3]);
    expect(value(journal.trace(3))).toEqual([]);
    journal.close();
  });
});

describe('a commit', () => {
  it('writes trace, snapshot and operations together', () => {
    const { journal } = fresh();
    for (const id of ['done', 'begun']) {
      journal.intend({ id, kind: 'k', seq: 0, intent: { a: 1 }, at: 1 });
      journal.mark(id, 'STARTED');
    }
    journal.commit(change(1, { observed: [{ id: 'done', outcome: { ok: true } }] }));
    expect(value(journal.snapshot())).toEqual({ seq: 1, state: 'B', context: { n: 1 }, deadline: null });
    expect(value(journal.trace())).toEqual([rowOf(1)]);
    expect(value(journal.operation('done'))).toMatchObject({ status: 'OBSERVED', outcome: { ok: true } });
    expect(value(journal.operation('begun'))).toMatchObject({ status: 'CANCELLED', outcome: null });
    expect(value(journal.operation('never'))).toBeNull();
    journal.close();
  });

  it('is all or nothing: one that fails half-way changes nothing', () => {
    const { journal } = fresh();
    journal.commit(change(1));
    journal.intend({ id: 'op', kind: 'k', seq: 1, intent: null, at: 1 });
    const loop: { self?: unknown } = {};
    loop.self = loop;
    expect(() => journal.commit(change(2, { observed: [{ id: 'op', outcome: loop }] }))).toThrow();
    expect(value(journal.snapshot()).seq).toBe(1);
    expect(value(journal.trace())).toHaveLength(1);
    expect(value(journal.operation('op'))?.status).toBe('INTENT');
    expect(() => journal.commit(change(1))).toThrow();
    expect(value(journal.snapshot()).context).toEqual({ n: 1 });
    journal.close();
  });

  it('uses up the messages that led to it, and no others', () => {
    const { journal } = fresh();
    journal.tell(cancelled('enough'));
    journal.tell(timedOut(0, 'slow'));
    journal.commit(change(1, { consumed: [2] }));
    expect(journal.pending()).toMatchObject([{ id: 1, type: 'cancel', payload: { reason: 'enough' } }]);
    journal.commit(change(2, { consumed: [1] }));
    expect(journal.pending()).toEqual([]);
    expect(value(journal.messages()).map(({ consumed }) => consumed)).toEqual([2, 1]);
    journal.close();
  });

  it('shows an abort that another process asked for', () => {
    const { dir, journal } = fresh();
    const other = value(openRunJournal(dir));
    other.tell(cancelled('from there'));
    other.close();
    expect(journal.pending()).toMatchObject([{ type: 'cancel', payload: { reason: 'from there' } }]);
    journal.close();
  });
});

describe('gates', () => {
  it('take one answer, from any process', () => {
    const { dir, journal } = fresh();
    journal.putGate(gate);
    const other = value(openRunJournal(dir));
    expect(other.answerGate('main.1.patch', 'no', 'her', 'b')).toBe(true);
    other.close();
    expect(journal.answerGate('main.1.patch', 'yes', 'him', 'b')).toBe(false);
    expect(journal.answerGate('main.9.patch', 'yes', 'him', 'b')).toBe(false);
    expect(value(journal.gates())).toEqual([{ ...gate, answer: 'no', answered_by: 'her' }]);
    journal.close();
  });

  it('take no answer to what was shown before, nor one whose binding was changed behind their back', () => {
    const { journal } = fresh();
    journal.putGate(gate);
    journal.putGate({ ...gate, binding: 'c' });
    expect(journal.answerGate('main.1.patch', 'yes', 'him', 'b')).toBe(false);
    expect(value(journal.gates())).toMatchObject([{ binding: 'c', code: 'c', answer: null }]);
    expect(journal.answerGate('main.1.patch', 'yes', 'him', 'c')).toBe(true);
    journal.close();
  });
});

const me = { pid: 1, startTime: '100', bootId: 'boot' };

function problemOf(ask: () => unknown): Problem | null {
  try {
    ask();
    return null;
  } catch (error) {
    return storeProblem(error, 'journal.db');
  }
}

describe('ownership', () => {
  it('is one journal’s at a time, in one process too, and told to all who look', () => {
    const { dir, journal } = fresh();
    const other = value(openRunJournal(dir));
    expect(other.ownership.isTaken()).toBe(false);
    expect([journal, journal, other].map(({ ownership }) => ownership.take(me))).toEqual([true, true, false]);
    expect([journal, other].map(({ ownership }) => ownership.isTaken())).toEqual([true, true]);
    expect(other.ownership.holder()).toEqual(me);
    other.close();
    expect(journal.ownership.isTaken()).toBe(true);
    journal.close();
  });

  it('is given back by its holder only, and with the journal', () => {
    const { dir, journal } = fresh();
    const other = value(openRunJournal(dir));
    journal.ownership.take(me);
    other.ownership.release();
    expect(other.ownership.isTaken()).toBe(true);
    journal.close();
    expect(other.ownership.isTaken()).toBe(false);
    expect(other.ownership.take(me)).toBe(true);
    other.close();
  });

  it('leaves the whole journal in its file when it ends, also while another process looks at it', () => {
    const { dir, journal } = fresh();
    const other = value(openRunJournal(dir));
    expect(value(other.snapshot())).toEqual(first);
    journal.ownership.take(me);
    journal.tell(cancelled('enough'));
    journal.close();
    const copy = path.join(tempDir(), 'r');
    mkdirSync(copy);
    copyFileSync(journal.file, path.join(copy, path.basename(journal.file)));
    const alone = value(openRunJournal(copy));
    expect(alone.pending()).toMatchObject([{ type: 'cancel', payload: { reason: 'enough' } }]);
    alone.close();
    other.close();
  });

  it('ends with its process, whatever that wrote of itself', async () => {
    const { dir, journal } = fresh();
    const end = await ownedElsewhere(dir);
    expect([journal.ownership.isTaken(), journal.ownership.take(me)]).toEqual([true, false]);
    await end();
    expect([journal.ownership.isTaken(), journal.ownership.take(me)]).toEqual([false, true]);
    journal.close();
  });

  it('leaves nothing of a dead process in the way, and no file beside the lock', async () => {
    const { dir, journal } = fresh();
    await (await ownedElsewhere(dir))();
    expect(readdirSync(dir).filter((name) => name.startsWith('owner'))).toEqual(['owner.lock']);
    journal.close();
  });

  it('throws a problem where the lock is no file', () => {
    const { dir, journal } = fresh();
    rmSync(path.join(dir, 'owner.lock'));
    mkdirSync(path.join(dir, 'owner.lock'));
    for (const ask of [() => journal.ownership.take(me), () => journal.ownership.isTaken()])
      expect(problemOf(ask)).toMatchObject({ code: 'HOME_UNWRITABLE' });
    journal.close();
  });
});

describe('child processes', () => {
  it('are remembered until they ended', () => {
    const { journal } = fresh();
    journal.childStarted({ pid: 9, startTime: '1', operation: 'op' });
    journal.childStarted({ pid: 8, startTime: '2', operation: 'op' });
    journal.childEnded(9);
    expect(journal.processes()).toEqual([{ pid: 8, startTime: '2', operation: 'op' }]);
    journal.close();
  });
});

describe('databaseProblem', () => {
  it('says DISK_FULL in words for what SQLite throws when there is no room', () => {
    const db = new Database(path.join(tempDir(), 'full.db'));
    db.exec('CREATE TABLE t (x TEXT)');
    db.pragma('max_page_count = 2');
    let thrown: unknown;
    try {
      db.prepare('INSERT INTO t VALUES (?)').run('x'.repeat(100_000));
    } catch (error) {
      thrown = error;
    }
    db.close();
    expect(databaseProblem(thrown, 'j.db')).toMatchObject({
      code: 'DISK_FULL',
      where: 'j.db',
      next: 'free disk space, then resume the run, or give the command again',
    });
  });

  it('does not take a path that contains the word for a full disk', () => {
    const error = new Error("EACCES: permission denied, mkdir '/full/disk'");
    expect(databaseProblem(error, 'j.db').code).toBe('HOME_UNWRITABLE');
  });
});
