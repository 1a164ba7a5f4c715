import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { openDatabase, withoutSync } from '../../../electron/journal/database.js';
import { tempDir, value } from '../../fixtures/firmware-run.js';

/** sqlite.org/pragma.html#pragma_synchronous: 1 is NORMAL, 2 is FULL. */
const synchronous = (db: ReturnType<typeof open>): unknown => db.prepare('PRAGMA synchronous').raw().get();
const open = () => value(openDatabase(path.join(tempDir(), 'x.db'), 'CREATE TABLE t (a)'));

describe('writes that do not wait for the disk', () => {
  it('are the only ones: before and after them every commit does', () => {
    const db = open();
    expect(synchronous(db)).toEqual([2]);
    expect(withoutSync(db, () => synchronous(db))).toEqual([1]);
    expect(synchronous(db)).toEqual([2]);
    db.close();
  });

  it('leave it at that also where they fail', () => {
    const db = open();
    const refused = () => withoutSync(db, () => db.exec('INSERT INTO missing VALUES (1)'));
    expect(refused).toThrow('no such table');
    expect(synchronous(db)).toEqual([2]);
    db.close();
  });
});
