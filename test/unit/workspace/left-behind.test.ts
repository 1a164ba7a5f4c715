import { describe, expect, it } from 'vitest';
import { leftBehind } from '../../../electron/workspace/left-behind.js';
import { cloned, put } from './repositories.js';

async function besides(untracked: Record<string, string>): Promise<(names: string[]) => Promise<string[]>> {
  const { repo, clone } = await cloned({ 'fw/a.c': 'a\n', '.gitignore': '*.a\n' });
  put(repo, untracked);
  return (names) => leftBehind(clone.dir, repo, names);
}

describe('a file that the clone lacks', () => {
  it('is found in the work tree by its last name, ignored by git or not', async () => {
    const find = await besides({ 'fw/data/table.csv': '1', 'fw/libs/libv.a': 'x', 'top.mk': '' });
    expect(await find(['table.csv'])).toEqual(['fw/data/table.csv']);
    expect(await find(['../libs/libv.a', '/w/top.mk'])).toEqual(['fw/libs/libv.a', 'top.mk']);
  });

  it('is not what the commit has, or nobody', async () => {
    const find = await besides({ 'other.txt': '' });
    expect(await find(['fw/a.c', 'nowhere.h', 'other'])).toEqual([]);
    expect(await find([])).toEqual([]);
  });

  it('is looked for by its plain name only', async () => {
    const find = await besides({ 'other.txt': '' });
    expect(await find(['*', 'o?her.txt', ':(exclude)x'])).toEqual([]);
  });
});
