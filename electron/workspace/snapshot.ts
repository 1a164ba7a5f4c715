import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fail, ok, type Problem, type Result } from '../../shared/problem.js';
import { type GitPlace, git, gitDirOf, inChunks, placeOf, splitNul } from './git.js';
import { renewIncluders } from './includers.js';
import { isFileInside } from './inside.js';
import { withTemporaryIndex } from './temporary-index.js';
import { freshTick } from './tick.js';

const broken = (dir: string, words: string): { ok: false; error: Problem } =>
  fail({
    code: 'UNHANDLED_EXCEPTION',
    message: `git failed in the private clone: ${words}`,
    where: dir,
    next: 'start the run again; its clone is made anew',
  });

/** A commit and its tree. */
export interface Head {
  commit: string;
  tree: string;
}

/** The commit and the tree that the clone stands at. */
export async function headOf(dir: string): Promise<Result<Head>> {
  const read = await git(placeOf(dir), ['rev-parse', 'HEAD', 'HEAD^{tree}']);
  if (!read.ok) return broken(dir, read.error);
  const [commit = '', tree = ''] = read.value.trim().split('\n');
  return ok({ commit, tree });
}

/** A killed git leaves its lock files; the owner of a run is the only one who works in its clone. */
async function removeStaleLocks(dir: string): Promise<void> {
  for (const name of ['index.lock', 'HEAD.lock', 'refs/heads/benchloop.lock'])
    await rm(join(gitDirOf(dir), name), { force: true });
}

async function stage(place: GitPlace, dir: string, files: readonly string[]): Promise<Result<void, string>> {
  const there = await Promise.all(files.map((file) => isFileInside(dir, file)));
  const groups = [
    ['--', files.filter((_, i) => there[i])],
    ['--force-remove', files.filter((_, i) => !there[i])],
  ] as const;
  for (const [how, group] of groups)
    for (const chunk of inChunks(group)) {
      const done = await git(place, ['update-index', ...(how === '--' ? ['--'] : [how, '--']), ...chunk]);
      if (!done.ok) return done;
    }
  return ok(undefined);
}

/** The tree id of the tracked files as they are in the work tree now. Reads only. */
export function currentTree(dir: string): Promise<Result<string>> {
  return withTemporaryIndex(dir, async (place) => {
    const changed = await git(place, [
      'diff-files',
      '--name-only',
      '-z',
      '--no-ext-diff',
      '--ignore-submodules=all',
    ]);
    if (!changed.ok) return broken(dir, changed.error);
    const staged = await stage(place, dir, splitNul(changed.value));
    if (!staged.ok) return broken(dir, staged.error);
    const tree = await git(place, ['write-tree']);
    return tree.ok ? ok(tree.value.trim()) : broken(dir, tree.error);
  });
}

/**
 * The git layer of rollback: tracked files equal `commit` again, files that patches added are gone, untracked
 * build output stays. Repeatable after a crash; locks that a killed git left are removed.
 */
export async function rollbackTo(dir: string, commit: string): Promise<Result<void>> {
  await removeStaleLocks(dir);
  // a move that was cut short may have added files of which the index does not know yet
  const known = await git(placeOf(dir), ['read-tree', '--reset', 'HEAD']);
  if (!known.ok) return broken(dir, known.error);
  const differing = await git(placeOf(dir), [
    'diff-index',
    '--name-only',
    '-z',
    '--no-ext-diff',
    '--ignore-submodules=all',
    commit,
  ]);
  if (!differing.ok) return broken(dir, differing.error);
  await renewIncluders(dir, splitNul(differing.value), await freshTick(dir));
  const files = await git(placeOf(dir), ['read-tree', '--reset', '-u', commit]);
  if (!files.ok) return broken(dir, files.error);
  const head = await git(placeOf(dir), ['update-ref', 'HEAD', commit]);
  return head.ok ? ok(undefined) : broken(dir, head.error);
}
