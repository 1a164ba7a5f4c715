import { join } from 'node:path';
import { expect, it } from 'vitest';
import { whyUnpatchable } from '../../../electron/workspace/patchable.js';
import { findRepository } from '../../../electron/workspace/repository.js';
import { head, put, repository, value } from './repositories.js';

const FILES = { 'fw/src/a.c': 'a\n', 'fw/test/t.c': 't\n', 'fw/Makefile': 'all:\n', 'lib/b.c': 'b\n' };

async function judge(folder: string, allowedPaths: string[], forbiddenPaths: string[] = []) {
  const repo = repository(FILES);
  put(repo, { 'fw/new/untracked.c': 'u\n' });
  const found = value(await findRepository(join(repo, folder)));
  const why = await whyUnpatchable(found, { allowedPaths, forbiddenPaths });
  if (!why.ok) throw new Error(why.error);
  return { why: why.value, commit: head(repo).slice(0, 12) };
}

it.each([
  ['fw', ['src/**'], []],
  ['fw', ['./src/**', 'gone/**'], ['lib/**']],
  ['', ['fw'], ['fw/src/b.c']],
  ['fw', ['**'], ['src/**']],
])('finds something to patch below "%s" in %j without %j', async (folder, allowed, forbidden) => {
  expect((await judge(folder, allowed, forbidden)).why).toBeNull();
});

it('names the globs that match no tracked file, and files there are', async () => {
  const { why, commit } = await judge('fw', ['lib/**', 'new/**']);
  expect(why).toEqual({
    field: 'allowedPaths',
    why: `no file of commit ${commit} matches lib/**, new/**; it holds Makefile, src/a.c, test/t.c`,
  });
});

it('names forbidden paths that leave nothing', async () => {
  expect((await judge('fw', ['src/**'], ['**/*.c'])).why).toEqual({
    field: 'forbiddenPaths',
    why: '**/*.c forbids every file that allowedPaths allows: src/a.c',
  });
});

it('says why what is allowed may not be touched all the same', async () => {
  const { why } = await judge('fw', ['test/**', 'Makefile']);
  expect(why?.why).toMatch(/^no patch may touch .*Makefile is a build file; test\/t\.c is a test/);
});
