import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  listBoards,
  noteBoard,
  openBoardRegistry,
  withBoardRegistry,
} from '../../../../electron/lab/boards/registry.js';
import { ok } from '../../../../shared/problem.js';

describe('a registry of boards that is damaged', () => {
  let home: string;
  beforeEach(() => {
    home = mkdtempSync(path.join(os.tmpdir(), 'benchloop-registry-'));
  });
  afterEach(() => rmSync(home, { recursive: true, force: true }));

  const refused = {
    ok: false,
    error: {
      code: 'JOURNAL_CORRUPT',
      where: expect.stringContaining('boards.db'),
      next: expect.stringContaining('move this file away'),
    },
  };

  it.each(['id', 'profile', 'key', 'quarantined'])(
    'by a %s that is no UTF-8 is an error in words, and ends no process',
    async (column) => {
      const key = { usb: null, serial: null, topology: null, port: 'COM1' };
      const listed = await withBoardRegistry(home, (store) => {
        expect(noteBoard(store, { id: 'b', profile: 'p', key }, 1)).toMatchObject({ ok: true });
        store.db.exec(`UPDATE board SET ${column} = CAST(x'7bff7d' AS TEXT)`);
        return listBoards(store);
      });
      expect(listed).toMatchObject(refused);
    },
  );

  it('in a page, which hides rows, is an error in words', async () => {
    const key = { usb: null, serial: null, topology: null, port: 'COM1' };
    await withBoardRegistry(home, (store) => {
      const noted = noteBoard(store, { id: 'b', profile: 'p', key }, 1);
      store.db.pragma('wal_checkpoint(TRUNCATE)');
      return noted;
    });
    const file = path.join(home, 'boards.db');
    const bytes = readFileSync(file);
    // in each page but the first its kind, which comes first (SQLite, "Database File Format", 1.3.2 and 1.6)
    const page = bytes.readUInt16BE(16);
    for (let at = page; at < bytes.length; at += page) bytes.writeUInt8(0, at);
    writeFileSync(file, bytes);
    expect(await withBoardRegistry(home, () => ok(1))).toMatchObject(refused);
  });

  it('as a whole is an error in words', async () => {
    writeFileSync(path.join(home, 'boards.db'), 'garbage '.repeat(1000));
    expect(await withBoardRegistry(home, () => ok(1))).toMatchObject(refused);
  });

  it('by having lost all that it held is an error in words, and stays as it is', async () => {
    writeFileSync(path.join(home, 'boards.db'), '');
    expect(await withBoardRegistry(home, () => ok(1))).toMatchObject(refused);
    expect(await withBoardRegistry(home, () => ok(1))).toMatchObject(refused);
    expect(readFileSync(path.join(home, 'boards.db'))).toHaveLength(0);
  });
});

describe('a registry of boards that is not there', () => {
  it('is made, whole or not at all, and only the first time', async () => {
    const home = mkdtempSync(path.join(os.tmpdir(), 'benchloop-registry-'));
    try {
      const key = { usb: null, serial: null, topology: null, port: 'COM1' };
      const stores = [openBoardRegistry(home), openBoardRegistry(home)];
      expect(stores).toMatchObject([{ ok: true }, { ok: true }]);
      for (const [index, store] of stores.entries())
        if (store.ok) {
          expect(noteBoard(store.value, { id: `b${index}`, profile: 'p', key }, 1)).toMatchObject({
            ok: true,
          });
          store.value.db.close();
        }
      expect(readdirSync(home).filter((name) => name.includes('.new'))).toEqual([]);
      expect(await withBoardRegistry(home, listBoards)).toMatchObject({
        value: [{ id: 'b0' }, { id: 'b1' }],
      });
      // moved away, as it is told of one that is damaged: what is left of its log is not of the new one
      renameSync(path.join(home, 'boards.db'), path.join(home, 'away'));
      expect(readdirSync(home)).toContain('boards.db-wal');
      expect(await withBoardRegistry(home, listBoards)).toEqual(ok([]));
    } finally {
      rmSync(home, { recursive: true, force: true });
    }
  });
});
