import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'libsql';
import { describe, expect, it } from 'vitest';
import { databaseProblem } from '../../../electron/journal/database.js';
import { JOURNAL_FILE, openRunJournal, type RunJournal } from '../../../electron/journal/run-journal.js';
import { SCHEMA } from '../../../electron/journal/schema.js';
import { orThrow } from '../../../electron/journal/tables.js';
import type { Problem } from '../../../shared/problem.js';
import { tempDir, value } from '../../fixtures/firmware-run.js';
import { cancelled, change, first, fresh, gate, header } from '../../fixtures/journal.js';

function damage(dir: string, sql: string): void {
  const db = new Database(path.join(dir, JOURNAL_FILE));
  db.exec(sql);
  db.close();
}

const me = { pid: 1, startTime: '100', bootId: 'boot' };

// biome-ignore format: one damage a line
const DAMAGES: [string, string, keyof Pick<RunJournal, 'header' | 'snapshot' | 'trace' | 'gates'>, RegExp][] = [
  ['run.header', "UPDATE run SET header = '{\"cut'", 'header', /run header r: .*is no JSON.*header/],
  ['run.initial_context', "UPDATE run SET initial_context = ''", 'header', /run header r: .*initial_context/],
  ['run.machine_version', "UPDATE run SET machine_version = 'x'", 'header', /run header r: .*machine_version/],
  ['run.goal', "UPDATE run SET goal = x'00ff'", 'header', /run header r: .*goal/],
  ['run, deleted', 'DELETE FROM run', 'header', /run header: is missing/],
  ['snapshot.context', "UPDATE snapshot SET context = '{'", 'snapshot', /snapshot 2: .*context/],
  ['snapshot.seq', "UPDATE snapshot SET seq = 'x'", 'snapshot', /snapshot: .*seq/],
  ['snapshot, deleted', 'DELETE FROM snapshot', 'snapshot', /snapshot: is missing/],
  ['trace.event', "UPDATE trace SET event = '[]' WHERE seq = 2", 'trace', /trace row 2: .*event/],
  ['trace.event, no time', "UPDATE trace SET event = '{\"type\":\"e\"}' WHERE seq = 2", 'trace', /trace row 2: .*event\.at/],
  ['trace.evidence', "UPDATE trace SET evidence = '[1]' WHERE seq = 1", 'trace', /trace row 1: .*evidence/],
  ['trace.at', "UPDATE trace SET at = 'noon' WHERE seq = 1", 'trace', /trace row 1: .*at/],
  ['trace.iteration', 'UPDATE trace SET iteration = 1.5 WHERE seq = 1', 'trace', /trace row 1: .*iteration/],
  ['trace.retry_count', "UPDATE trace SET retry_count = '' WHERE seq = 1", 'trace', /trace row 1: .*retry_count/],
  ['trace, first row deleted', 'DELETE FROM trace WHERE seq = 1', 'trace', /trace row 1: is missing/],
  ['trace, last row deleted', 'DELETE FROM trace WHERE seq = 2', 'trace', /trace row 2: is missing/],
  ['gate.body', "UPDATE gate SET body = '{}'", 'gates', /gate main\.1\.patch: .*body/],
  ['gate.answer, no choice', "UPDATE gate SET answer = 'maybe'", 'gates', /gate main\.1\.patch: its checksum is wrong/],
  ['run.goal, still a text', "UPDATE run SET goal = 'h'", 'header', /run header r: its checksum is wrong/],
  ['snapshot.context, still JSON', "UPDATE snapshot SET context = '{\"n\":3}'", 'snapshot', /snapshot 2: its checksum is wrong/],
  ['trace.event, still an event', "UPDATE trace SET event = '{\"type\":\"f\",\"at\":2}' WHERE seq = 2", 'trace', /trace row 2: its checksum is wrong/],
  ['gate.answer, still an answer', "UPDATE gate SET answer = 'yes'", 'gates', /gate main\.1\.patch: its checksum is wrong/],
  ['trace, table lost', 'DROP TABLE trace', 'trace', /no such table: trace/],
];

/** Every kind of record once. */
function filled(): ReturnType<typeof fresh> {
  const made = fresh();
  const { journal } = made;
  journal.intend({ id: 'op', kind: 'k', seq: 0, intent: 1, at: 1 });
  journal.commit({ ...change(1), observed: [{ id: 'op', outcome: 1 }] });
  journal.putGate({ ...gate, answer: null });
  journal.answerGate(gate.gate, 'yes', 'me', 'b');
  journal.ownership.take(me);
  journal.childStarted({ pid: 9, startTime: '1', operation: 'op' });
  journal.tell(cancelled('x'));
  journal.spawn({ ...header, path: 'main.1.child', seq: 1, first });
  return made;
}

/** The key of what is looked for, also in the index: such a row is another one, and whole but for its checksum. */
const KEY = 'operation.id';

const textColumns = (): string[] =>
  [...SCHEMA.matchAll(/EXISTS (\w+) \(([^;]*)\);/g)].flatMap(([, table, columns = '']) =>
    [...columns.matchAll(/(\w+) TEXT/g)].map(([, column]) => `${table}.${column}`),
  );

const readsOf = (j: RunJournal): (() => unknown)[] => [
  () => orThrow(j.header()),
  () => orThrow(j.snapshot()),
  () => orThrow(j.trace()),
  () => orThrow(j.operation('op')),
  () => orThrow(j.gates()),
  () => j.ownership.holder(),
  () => j.processes(),
  () => j.pending(),
  () => orThrow(j.nodes()),
  () => orThrow(j.node('main.1.child').snapshot()),
];

/** The bytes with up to seven of them changed, always the same ones for one seed (Park and Miller's generator). */
function scattered(good: Buffer, seed: number): Buffer {
  const bytes = Buffer.from(good);
  let state = seed;
  const next = (below: number): number => {
    state = (state * 48271) % 2147483647;
    return state % below;
  };
  for (let left = 1 + (seed % 7); left > 0; left -= 1) bytes[next(bytes.length)] = next(256);
  return bytes;
}

/** What a read failed with, as a person is told. */
function problemOf(read: () => unknown): Problem[] {
  try {
    read();
    return [];
  } catch (error) {
    return [databaseProblem(error, 'a file')];
  }
}

describe('a damaged record', () => {
  it.each(DAMAGES)('%s is named with its file, never replaced by a default', (_, sql, read, message) => {
    const { dir, journal } = fresh();
    journal.commit(change(1));
    journal.commit(change(2));
    journal.putGate(gate);
    journal.close();
    damage(dir, sql);
    const again = value(openRunJournal(dir));
    const found = again[read]();
    again.close();
    if (found.ok) throw new Error(`read ${JSON.stringify(found.value)}`);
    expect(found.error).toMatchObject({ code: 'JOURNAL_CORRUPT', where: path.join(dir, JOURNAL_FILE) });
    expect(found.error.message).toMatch(message);
  });

  it.each([
    ['operation.intent', "UPDATE operation SET intent = '{'", (j: RunJournal) => value(j.operation('op'))],
    ['operation.status', "UPDATE operation SET status = 'DONE'", (j: RunJournal) => value(j.operation('op'))],
    ['owner.start_time', "UPDATE owner SET start_time = x'00'", (j: RunJournal) => j.ownership.holder()],
    ['child.pid', "UPDATE child SET pid = 'x'", (j: RunJournal) => j.processes()],
    ['inbox.payload', "UPDATE inbox SET payload = x'00'", (j: RunJournal) => j.pending()],
  ])('%s is thrown as the problem it is', (_, sql, read) => {
    const { dir, journal } = fresh();
    journal.intend({ id: 'op', kind: 'k', seq: 0, intent: 1, at: 1 });
    journal.ownership.take(me);
    journal.childStarted({ pid: 9, startTime: '1', operation: 'op' });
    journal.tell(cancelled('x'));
    journal.close();
    damage(dir, sql);
    const again = value(openRunJournal(dir));
    expect(() => read(again)).toThrow('a record cannot be read');
    again.close();
  });

  it.each(textColumns())('%s that is no UTF-8 ends no process', (place) => {
    const { dir, journal } = filled();
    journal.close();
    const [table, column] = place.split('.');
    damage(
      dir,
      `UPDATE ${table} SET ${column} = CAST(x'7bff7d' AS TEXT) WHERE rowid = (SELECT min(rowid) FROM ${table})`,
    );
    const again = value(openRunJournal(dir));
    const problems = readsOf(again).flatMap(problemOf);
    again.close();
    expect(new Set(problems.map(({ code }) => code))).toEqual(
      new Set(place === KEY ? [] : ['JOURNAL_CORRUPT']),
    );
  });

  it('whose column has a name that is no UTF-8 is an error, and ends no process', () => {
    const { dir, journal } = filled();
    journal.close();
    const renamed = Buffer.from('CREATE TABLE owner (one, pid, start_time, boot\xffid)', 'latin1');
    const sql = `UPDATE sqlite_schema SET sql = CAST(x'${renamed.toString('hex')}' AS TEXT) WHERE name = 'owner'`;
    damage(dir, `PRAGMA writable_schema = ON; ${sql}`);
    const again = value(openRunJournal(dir));
    expect(problemOf(() => again.ownership.holder())).toMatchObject([{ code: 'JOURNAL_CORRUPT' }]);
    again.close();
  });

  it('is an error in words or is read, and ends no process, whatever bytes of the file were changed', () => {
    const { dir, journal } = filled();
    journal.close();
    damage(dir, 'PRAGMA wal_checkpoint(TRUNCATE)');
    const good = readFileSync(path.join(dir, JOURNAL_FILE));
    for (let seed = 1; seed <= 60; seed += 1) {
      const copy = path.join(tempDir(), 'r');
      mkdirSync(copy);
      writeFileSync(path.join(copy, JOURNAL_FILE), scattered(good, seed));
      const again = openRunJournal(copy);
      const problems = again.ok ? readsOf(again.value).flatMap(problemOf) : [again.error];
      if (again.ok) again.value.close();
      const others = problems.filter(({ code }) => code !== 'JOURNAL_CORRUPT');
      expect(others, `seed ${seed}`).toEqual([]);
    }
  });

  it('is not written over as if it were whole', () => {
    const { dir, journal } = filled();
    journal.close();
    damage(dir, "UPDATE operation SET intent = '2'");
    const again = value(openRunJournal(dir));
    expect(() => again.mark('op', 'UNKNOWN')).toThrow('operation op: its checksum is wrong');
    expect(() => value(again.operation('op'))).toThrow('checksum');
    again.close();
  });

  it('is noticed wherever a single byte was changed, or nothing that is read is another', () => {
    const { dir, journal } = filled();
    journal.close();
    damage(dir, 'PRAGMA wal_checkpoint(TRUNCATE)');
    const good = readFileSync(path.join(dir, JOURNAL_FILE));
    const whole = value(openRunJournal(dir));
    const before = readsOf(whole).map((read) => read());
    whole.close();
    const written = [...good.keys()].filter((at) => good[at] !== 0);
    const step = Number(process.env.BENCHLOOP_DAMAGE_STEP ?? 67);
    let noticed = 0;
    for (let n = 0; n < written.length; n += step) {
      const at = written[n] ?? 0;
      const copy = path.join(tempDir(), 'r');
      mkdirSync(copy);
      const bytes = Buffer.from(good);
      bytes[at] = (bytes[at] ?? 0) ^ (1 << (n % 8));
      writeFileSync(path.join(copy, JOURNAL_FILE), bytes);
      const again = openRunJournal(copy);
      const problems = again.ok ? readsOf(again.value).flatMap(problemOf) : [again.error];
      if (problems.length > 0) noticed += 1;
      else if (again.ok)
        expect(
          readsOf(again.value).map((read) => read()),
          `byte ${at}`,
        ).toEqual(before);
      if (again.ok) again.value.close();
    }
    expect(noticed).toBeGreaterThan(written.length / step / 2);
  });

  it('a file that is no database, or is not there, is JOURNAL_CORRUPT, and is left as it is', () => {
    const dir = path.join(tempDir(), 'r');
    mkdirSync(dir);
    expect(openRunJournal(dir)).toMatchObject({ ok: false, error: { code: 'JOURNAL_CORRUPT' } });
    expect(existsSync(path.join(dir, JOURNAL_FILE))).toBe(false);
    writeFileSync(path.join(dir, JOURNAL_FILE), 'garbage '.repeat(1000));
    expect(openRunJournal(dir)).toMatchObject({ ok: false, error: { code: 'JOURNAL_CORRUPT' } });
  });
});
