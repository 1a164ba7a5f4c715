import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createClone } from '../../../electron/workspace/clone.js';
import { leftBehind } from '../../../electron/workspace/left-behind.js';
import { head, put, repository, temporary, value } from './repositories.js';

async function cloned(untracked: Record<string, string>): Promise<(names: string[]) => Promise<string[]>> {
  const repo = repository({ 'fw/a.c': 'a\n', '.gitignore': '*.a\n' });
  const into = join(temporary('clone'), 'c');
  const clone = value(await createClone({ repoRoot: repo, baseCommit: head(repo), into, inputs: [] }));
  put(repo, untracked);
  return (names) => leftBehind(clone.dir, repo, names);
}

describe('a file that the clone lacks', () => {
  it('is found in the work tree by its last name, ignored by git or not', async () => {
    const find = await cloned({ 'fw/data/table.csv': '1', 'fw/libs/libv.a': 'x', 'top.mk': '' });
    expect(await find(['table.csv'])).toEqual(['fw/data/table.csv']);
    expect(await find(['../libs/libv.a', '/w/top.mk'])).toEqual(['fw/libs/libv.a', 'top.mk']);
  });

  it('is not what the commit has, or nobody', async () => {
    const find = await cloned({ 'other.txt': '' });
    expect(await find(['fw/a.c', 'nowhere.h', 'other'])).toEqual([]);
    expect(await find([])).toEqual([]);
  });

  it('is looked for by its plain name only', async () => {
    const find = await cloned({ 'other.txt': '' });
    expect(await find(['*', 'o?her.txt', ':(exclude)x'])).toEqual([]);
  });
});
