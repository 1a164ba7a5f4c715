import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listBoards, noteBoard, withBoardStore } from '../../../../electron/run/boards/store.js';
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
      const listed = await withBoardStore(home, (store) => {
        expect(noteBoard(store, { id: 'b', profile: 'p', key }, 1)).toMatchObject({ ok: true });
        store.db.exec(`UPDATE board SET ${column} = CAST(x'7bff7d' AS TEXT)`);
        return listBoards(store);
      });
      expect(listed).toMatchObject(refused);
    },
  );

  it('in a page, which hides rows, is an error in words', async () => {
    const key = { usb: null, serial: null, topology: null, port: 'COM1' };
    await withBoardStore(home, (store) => {
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
    expect(await withBoardStore(home, () => ok(1))).toMatchObject(refused);
  });

  it('as a whole is an error in words', async () => {
    writeFileSync(path.join(home, 'boards.db'), 'garbage '.repeat(1000));
    expect(await withBoardStore(home, () => ok(1))).toMatchObject(refused);
  });
});
