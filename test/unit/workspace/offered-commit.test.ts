import { expect, it } from 'vitest';
import { offeredCommit } from '../../../electron/workspace/offered-commit.js';
import { currentTree } from '../../../electron/workspace/snapshot.js';
import { cloned, put, value } from './repositories.js';

it('offers the same tree under the same commit, and another tree or name under another', async () => {
  const { dir, baseCommit: parent } = (await cloned({ 'a.c': 'int a;\n' })).clone;
  const offer = async (name: string, label: string) =>
    value(await offeredCommit(dir, name, { tree: value(await currentTree(dir)), parent, label }));
  put(dir, { 'a.c': 'int b;\n' });
  const first = await offer('turn-1', 'as first');
  expect(await offer('turn-1', 'as later')).toBe(first);
  expect(await offer('turn-2', 'as later')).not.toBe(first);
  put(dir, { 'a.c': 'int c;\n' });
  expect(await offer('turn-1', 'as first')).not.toBe(first);
});
