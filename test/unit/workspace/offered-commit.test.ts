import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createClone } from '../../../electron/workspace/clone.js';
import { offeredCommit } from '../../../electron/workspace/offered-commit.js';
import { currentTree } from '../../../electron/workspace/snapshot.js';
import { head, put, repository, temporary, value } from './repositories.js';

it('offers the same tree under the same commit, and another tree or name under another', async () => {
  const repo = repository({ 'a.c': 'int a;\n' });
  const parent = head(repo);
  const into = join(temporary('clone'), 'c');
  const { dir } = value(await createClone({ repoRoot: repo, baseCommit: parent, into, inputs: [] }));
  const offer = async (name: string, label: string) =>
    value(await offeredCommit(dir, name, { tree: value(await currentTree(dir)), parent, label }));
  put(dir, { 'a.c': 'int b;\n' });
  const first = await offer('turn-1', 'as first');
  expect(await offer('turn-1', 'as later')).toBe(first);
  expect(await offer('turn-2', 'as later')).not.toBe(first);
  put(dir, { 'a.c': 'int c;\n' });
  expect(await offer('turn-1', 'as first')).not.toBe(first);
});
