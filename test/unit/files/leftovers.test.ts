import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { removeLeftovers } from '../../../electron/files/leftovers.js';
import { tempDir } from '../../fixtures/firmware-run.js';

/** A process that has ended. */
const gone = () => spawnSync(process.execPath, ['-e', '0']).pid;

it('drafts of dead processes go from the data folder, and nothing else', () => {
  const home = tempDir();
  const dead = gone();
  const kept = [`boards.db.${process.pid}.new`, 'boards.db', 'boards.db-wal', 'note.1.newer'];
  for (const name of [...kept, `boards.db.${dead}.new`, `boards.db.${dead}.new-wal`])
    writeFileSync(path.join(home, name), '');
  removeLeftovers(home, Date.now(), tempDir());
  expect(readdirSync(home).sort()).toEqual([...kept].sort());
});

it('temporary folders of a day ago go, those of now and of others stay', () => {
  const temporary = tempDir();
  const now = Date.now();
  for (const name of ['benchloop-mirror-old', 'benchloop-journal-old', 'benchloop-mirror-new', 'other-old']) {
    mkdirSync(path.join(temporary, name, 'refs'), { recursive: true });
    const at = name.endsWith('old') ? (now - 25 * 3_600_000) / 1000 : now / 1000;
    utimesSync(path.join(temporary, name), at, at);
  }
  removeLeftovers(tempDir(), now, temporary);
  expect(readdirSync(temporary).sort()).toEqual(['benchloop-mirror-new', 'other-old']);
});
