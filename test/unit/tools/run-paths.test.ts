import path from 'node:path';
import { expect, it } from 'vitest';
import { runFolder } from '../../../electron/core/run-store.js';
import { runPaths } from '../../../electron/tools/run-paths.js';

it('a run has its clone and all else in folders of its own, below the data folder', () => {
  const home = path.resolve('/home/of/the/user/.benchloop');
  const { dir, ...folders } = runPaths(runFolder(home, 'run-1'));
  expect(path.relative(home, dir).split(path.sep)).toEqual(['runs', 'run-1']);
  const below = Object.values(folders).map((folder) => path.relative(dir, folder));
  expect(below.filter((one) => one === '' || one.startsWith('..') || path.isAbsolute(one))).toEqual([]);
  expect(new Set(below).size).toBe(below.length);
});
