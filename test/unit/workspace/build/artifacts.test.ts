import { createHash } from 'node:crypto';
import {
  closeSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { storeArtifact, storeBytes } from '../../../../electron/workspace/build/artifacts.js';
import { problem, temporary, value } from '../repositories.js';

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

const MIB = 1024 ** 2;

it('an artifact larger than it may be is refused before a byte is copied: a sparse file costs its build nothing', async () => {
  const [tree, folder] = [temporary('tree'), join(temporary('artifacts'), 'new')];
  closeSync(openSync(join(tree, 'app.bin'), 'w'));
  truncateSync(join(tree, 'app.bin'), 3 * 1024 ** 4);
  const refused = await storeArtifact('bin', 'app.bin', tree, folder, { maxBytes: 2 * 1024 ** 3 });
  expect(problem(refused).message).toContain('3298534883328 bytes, and may have 2147483648');
  expect(problem(await storeArtifact('bin', 'app.bin', tree, folder)).code).toBe('ARTIFACT_MISSING');
});

it('a copy that is stopped leaves nothing', async () => {
  const [tree, folder] = [temporary('tree'), temporary('artifacts')];
  writeFileSync(join(tree, 'app.bin'), Buffer.alloc(3 * MIB, 7));
  const stop = new AbortController();
  const copying = storeArtifact('bin', 'app.bin', tree, folder, { signal: stop.signal });
  stop.abort();
  expect(problem(await copying).message).toContain('stopped');
  expect(readdirSync(folder)).toEqual([]);
  const stored = value(await storeArtifact('bin', 'app.bin', tree, folder));
  expect(readFileSync(join(folder, stored.path)).equals(Buffer.alloc(3 * MIB, 7))).toBe(true);
});
