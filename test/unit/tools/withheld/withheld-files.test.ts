import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { withheldFiles } from '../../../../electron/tools/withheld/withheld-files.js';
import { tempDir } from '../../../fixtures/firmware-run.js';

const NOTHING = { neverSend: [], inputs: [], clone: null };

it('files of neverSend, of inputs, and in folders that are inputs are withheld', () => {
  const isWithheld = withheldFiles({
    ...NOTHING,
    neverSend: ['**/*.key', 'private/**'],
    inputs: [{ to: 'secrets.h' }, { to: 'vendor/sdk' }],
  });
  for (const file of ['a.key', 'x/a.key', 'private/a.c', 'secrets.h', 'vendor/sdk', 'vendor/sdk/a.h'])
    expect(isWithheld(file), file).toBe(true);
  for (const file of ['a.c', 'vendor/sdk2/a.h', 'x/secrets.h', 'vendor'])
    expect(isWithheld(file), file).toBe(false);
});

it('a file is known by another spelling of its path', () => {
  const isWithheld = withheldFiles({ ...NOTHING, neverSend: ['src/keys.c'], inputs: [{ to: 'in/a.h' }] });
  for (const file of [
    './src/keys.c',
    'src//keys.c',
    'src/./keys.c',
    'src\\keys.c',
    'src/../src/keys.c',
    './in/a.h',
  ])
    expect(isWithheld(file), file).toBe(true);
});

it.skipIf(process.platform === 'win32')('a link is what it leads to', () => {
  const clone = tempDir();
  mkdirSync(path.join(clone, 'src'));
  writeFileSync(path.join(clone, 'src', 'keys.c'), '');
  symlinkSync('keys.c', path.join(clone, 'src', 'alias.c'));
  symlinkSync('src', path.join(clone, 'other'));
  const isWithheld = withheldFiles({ ...NOTHING, neverSend: ['src/keys.c'], clone });
  expect(['src/alias.c', 'other/keys.c', 'other/alias.c', 'src/none.c'].map(isWithheld)).toEqual([
    true,
    true,
    true,
    false,
  ]);
});

it('nothing is withheld where nobody said so', () => {
  expect(withheldFiles(NOTHING)('a.key')).toBe(false);
});
