import { lstat, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fail, ok, type Problem, type Result } from '../../shared/problem.js';
import { type GitPlace, git, gitDirOf, inChunks, placeOf, splitNul } from './git.js';
import { renewIncluders } from './includers.js';
import { parentIsInside } from './inside.js';
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

/** A label as the last part of a ref name (git-check-ref-format(1)). */
const refPart = (label: string): string =>
  label
    .replace(/[^A-Za-z0-9_-]+/g, '-')
    .slice(0, 80)
    .replace(/^-+|-+$/g, '') || 'unnamed';

/**
 * Records `commit`, that of the patched state where none is given, under `label`.
 * Only patches move this state: what a build wrote into tracked files is no part of it.
 */
export async function snapshot(dir: string, label: string, commit = 'HEAD'): Promise<Result<void>> {
  const ref = `refs/benchloop/snapshots/${refPart(label)}`;
  const kept = await git(placeOf(dir), ['update-ref', ref, commit]);
  return kept.ok ? ok(undefined) : broken(dir, kept.error);
}

async function isThere(dir: string, file: string): Promise<boolean> {
  const info = await lstat(join(dir, file)).catch(() => null);
  return info !== null && (info.isFile() || info.isSymbolicLink()) && (await parentIsInside(dir, file));
}

async function stage(place: GitPlace, dir: string, files: readonly string[]): Promise<Result<void, string>> {
  const there = await Promise.all(files.map((file) => isThere(dir, file)));
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
