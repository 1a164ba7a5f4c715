import path from 'node:path';
import Database from 'libsql';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { openRunJournal, type RunJournal } from '../../../electron/journal/run-journal.js';
import { inEnglish } from '../../../shared/texts/words.js';
import { tempDir, value } from '../../fixtures/firmware-run.js';
import { cancelled, change, gate, rowOf } from '../../fixtures/journal.js';
import { journalBeforeNodes } from '../../fixtures/journal-before-nodes.js';
import { ownedElsewhere } from '../../fixtures/owner-elsewhere.js';

const { event, evidence, reason, from: from_state, to: to_state, ...rest } = change(1).trace;
const ROWS = {
  run: [
    {
      id: 'r',
      machine: 'm',
      machine_version: 1,
      goal: 'g',
      created_at: 5,
      header: '{"task":"t"}',
      initial_context: '{"n":0}',
    },
  ],
  snapshot: [{ seq: 1, state: 'B', context: '{"n":1}', machine: 'm' }],
  trace: [
    {
      ...rest,
      reason: inEnglish(reason),
      from_state,
      to_state,
      event: JSON.stringify(event),
      evidence: JSON.stringify(evidence),
    },
  ],
  operation: [
    { id: 'r.1.patch', kind: 'patch', seq: 1, status: 'STARTED', intent: '1', outcome: null, at: 3 },
  ],
  gate: [{ id: 'r.1.ask', body: JSON.stringify(gate), binding: 'b', answer: null, answered_by: null, at: 1 }],
  request: [
    { kind: 'abort', seq: 0, reason: 'done with', handled: 1, at: 1 },
    { kind: 'abort', seq: 1, reason: 'enough', handled: 0, at: 2 },
  ],
};

function earlier(version: 0 | 1 = 1): { dir: string; journal: RunJournal } {
  const dir = path.join(tempDir(), 'r');
  journalBeforeNodes(dir, version, ROWS);
  return { dir, journal: value(openRunJournal(dir)) };
}

const versionIn = (dir: string): unknown => {
  const db = new Database(path.join(dir, 'journal.db'));
  const row: unknown = db.prepare('SELECT user_version AS version FROM pragma_user_version').get();
  db.close();
  return z.object({ version: z.number() }).parse(row).version;
};

describe.each([0, 1] as const)('a journal of version %i', (version) => {
  it('is read as one node, and stays as it is while it is only read', () => {
    const { dir, journal } = earlier(version);
    expect(value(journal.header())).toMatchObject({ id: 'r', prefix: 'r', parent: null });
    expect(value(journal.snapshot())).toEqual(change(1).snapshot);
    expect(value(journal.trace())).toEqual([rowOf(1)]);
    expect(journal.traceIsWhole().ok).toBe(true);
    expect(value(journal.gates())).toMatchObject([{ gate: 'main.1.patch', node: 'main', answer: null }]);
    expect(value(journal.nodes())).toEqual([]);
    expect(value(journal.operation('r.1.patch'))).toMatchObject({ status: 'STARTED', node: 'main' });
    expect(value(journal.operation('main.1.patch'))).toBeNull();
    journal.close();
    expect(versionIn(dir)).toBe(version);
  });

  it('becomes one of now with the first write: ids stay, and an abort that was asked for waits', () => {
    const { dir, journal } = earlier(version);
    expect(journal.idOf(1, 'patch')).toBe('r.1.patch');
    journal.commit(change(2, { observed: [{ id: 'r.1.patch', outcome: 1 }] }));
    expect(journal.pending()).toMatchObject([{ type: 'cancel', payload: { reason: 'enough' } }]);
    journal.close();
    expect(versionIn(dir)).toBe(2);
    const now = value(openRunJournal(dir));
    expect(value(now.trace())).toEqual([rowOf(1), rowOf(2)]);
    expect(value(now.operation('r.1.patch'))).toMatchObject({ status: 'OBSERVED', outcome: 1 });
    expect(now.idOf(2, 'build')).toBe('r.2.build');
    expect(now.answerGate('r.1.ask', 'yes', 'me', 'b')).toBe(true);
    now.close();
  });
});

describe('a journal of before nodes', () => {
  it('is read on by a process that had it open while another one brought it up to now', () => {
    const { dir, journal } = earlier();
    const other = value(openRunJournal(dir));
    other.tell(cancelled('and once more'));
    expect(value(journal.trace())).toEqual([rowOf(1)]);
    expect(journal.pending().map(({ payload }) => payload)).toEqual([
      { reason: 'enough' },
      { reason: 'and once more' },
    ]);
    journal.commit(change(2));
    expect(value(other.snapshot()).seq).toBe(2);
    for (const each of [journal, other]) each.close();
  });

  it('is not changed while an older Benchloop drives it', async () => {
    const { dir, journal } = earlier();
    const end = await ownedElsewhere(dir);
    expect(() => journal.tell(cancelled('enough'))).toThrow('an older Benchloop is driving this run');
    await end();
    journal.tell(cancelled('enough'));
    journal.close();
  });

  it.each([
    ["UPDATE request SET reason = 'another' WHERE handled = 0", 'its checksum is wrong'],
    ['UPDATE request SET handled = 0 WHERE seq = 0', 'its checksum is wrong'],
    ["UPDATE request SET kind = 'praise', checksum = NULL", 'request'],
  ])('is refused where a request was damaged: %s', (damage, why) => {
    const { dir, journal } = earlier();
    journal.close();
    const db = new Database(path.join(dir, 'journal.db'));
    db.exec(damage);
    db.close();
    const again = value(openRunJournal(dir));
    expect(() => again.commit(change(2))).toThrow(why);
    again.close();
    expect(versionIn(dir)).toBe(1);
  });

  it('is refused where a row was damaged, and left as it is', () => {
    const { dir, journal } = earlier();
    journal.close();
    const db = new Database(path.join(dir, 'journal.db'));
    db.exec("UPDATE trace SET reason = 'another'");
    db.close();
    const again = value(openRunJournal(dir));
    expect(again.trace()).toMatchObject({ ok: false, error: { code: 'JOURNAL_CORRUPT' } });
    expect(() => again.commit(change(2))).toThrow('its checksum is wrong');
    again.close();
    expect(versionIn(dir)).toBe(1);
  });
});
