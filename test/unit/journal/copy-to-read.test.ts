import { cpSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { openRunJournal } from '../../../electron/journal/run-journal.js';
import { tempDir, value } from '../../fixtures/firmware-run.js';
import { cancelled, change, fresh } from '../../fixtures/journal.js';

/** Root may write wherever it is; a medium that is read-only refuses everybody. */
const isNowhere = () => false;

const copies = () => readdirSync(tmpdir()).filter((name) => name.startsWith('benchloop-journal-'));

/** A run with one transition, in a folder that nobody can write to. */
function backup(): string {
  const { dir, journal } = fresh();
  journal.commit(change(1));
  journal.close();
  const there = path.join(tempDir(), 'r');
  cpSync(dir, there, { recursive: true });
  return there;
}

describe('a journal in a folder that cannot be written to', () => {
  it('is read, and leaves nothing behind', () => {
    const before = copies();
    const dir = backup();
    const there = readdirSync(dir);
    const journal = value(openRunJournal(dir, undefined, isNowhere));
    expect(value(journal.trace()).map(({ seq }) => seq)).toEqual([1]);
    expect(journal.ownership.isTaken()).toBe(false);
    expect(journal.file.startsWith(dir)).toBe(true);
    journal.close();
    expect(copies()).toEqual(before);
    expect(readdirSync(dir)).toEqual(there);
  });

  it('refuses whatever would be written, and to be driven', () => {
    const journal = value(openRunJournal(backup(), undefined, isNowhere));
    expect(() => journal.tell(cancelled('enough'))).toThrow('nothing can be written to it');
    const me = { pid: 1, startTime: 't', bootId: 'b' };
    expect(() => journal.ownership.take(me)).toThrow('nothing can be written to it');
    journal.close();
  });
});
