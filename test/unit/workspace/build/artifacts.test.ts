import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { storeBytes } from '../../../../electron/workspace/build/artifacts.js';
import { temporary } from '../repositories.js';

it('what is stored a second time stays as it is, under its hash, and nothing else is left', () => {
  const folder = join(temporary('artifacts'), 'new');
  const bytes = Buffer.from([0, 255, 10, 1]);
  const first = storeBytes('console', bytes, '.log', folder);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  expect(first).toEqual({ kind: 'console', path: `${sha256}.log`, sha256, bytes: 4 });
  const { ino } = statSync(join(folder, first.path));
  expect(storeBytes('console', bytes, '.log', folder)).toEqual(first);
  expect(readdirSync(folder)).toEqual([first.path]);
  expect(statSync(join(folder, first.path)).ino).toBe(ino);
  expect(readFileSync(join(folder, first.path))).toEqual(bytes);
});

it('what a power cut has left empty is stored again', () => {
  const folder = temporary('artifacts');
  const { path } = storeBytes('elf', Buffer.from('image'), '.elf', folder);
  truncateSync(join(folder, path));
  storeBytes('elf', Buffer.from('image'), '.elf', folder);
  expect(readFileSync(join(folder, path), 'utf8')).toBe('image');
});
