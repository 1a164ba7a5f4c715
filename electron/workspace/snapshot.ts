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

/** The tree of a commit. */
export async function treeOf(dir: string, commit: string): Promise<Result<string>> {
  const read = await git(placeOf(dir), ['rev-parse', '--verify', '--end-of-options', `${commit}^{tree}`]);
  return read.ok ? ok(read.value.trim()) : broken(dir, read.error);
}

/** A killed git leaves its lock files; the owner of a run is the only one who works in its clone. */
export async function removeStaleLocks(dir: string): Promise<void> {
  for (const name of ['index.lock', 'HEAD.lock', 'refs/heads/benchloop.lock'])
    await rm(join(gitDirOf(dir), name), { force: true });
}

async function stage(place: GitPlace, dir: string, files: readonly string[]): Promise<Result<void, string>> {
  const there = await Promise.all(files.map((file) => isFileInside(dir, file)));
  const groups = [
    ['--add', files.filter((_, i) => there[i])],
    ['--force-remove', files.filter((_, i) => !there[i])],
  ] as const;
  for (const [how, group] of groups)
    for (const chunk of inChunks(group)) {
      const done = await git(place, ['update-index', how, '--', ...chunk]);
      if (!done.ok) return done;
    }
  return ok(undefined);
}

/** Has git know files as they are in the work tree now, new ones too, and forget those that are gone. */
export async function track(dir: string, files: readonly string[]): Promise<Result<void>> {
  await removeStaleLocks(dir);
  const staged = await stage(placeOf(dir), dir, files);
  return staged.ok ? staged : broken(dir, staged.error);
}

interface Differing {
  file: string;
  /** Blob of the index, where both are ordinary files of one mode. */
  blob: string | null;
}

/** What git holds for changed. Source: git-diff-files(1), "RAW OUTPUT FORMAT". */
async function differingFiles(place: GitPlace): Promise<Result<Differing[], string>> {
  const listed = await git(place, ['diff-files', '-z', '--no-ext-diff', '--ignore-submodules=all']);
  if (!listed.ok) return listed;
  const parts = splitNul(listed.value);
  const files = parts.flatMap((entry, i) => {
    if (i % 2 === 1) return [];
    const [before = '', now, blob = ''] = entry.slice(1).split(' ');
    const same = before === now && before.startsWith('100');
    return [{ file: parts[i + 1] ?? '', blob: same ? blob : null }];
  });
  return ok(files);
}

/**
 * The changed files without those that are, byte for byte, what is committed: where an attribute asks for other line ends
 * than were committed, git holds a file for changed as soon as it wrote it (gitattributes(5), `text`).
 */
async function changedFiles(place: GitPlace): Promise<Result<string[], string>> {
  const differing = await differingFiles(place);
  if (!differing.ok) return differing;
  const changed = new Set(differing.value.map(({ file }) => file));
  for (const chunk of inChunks(differing.value.filter(({ blob }) => blob !== null))) {
    const names = chunk.map(({ file }) => file);
    const hashed = await git(place, ['hash-object', '--no-filters', '--', ...names]);
    const ids = hashed.ok ? hashed.value.split('\n') : [];
    for (const [i, { file, blob }] of chunk.entries()) if (blob === ids[i]) changed.delete(file);
  }
  return ok([...changed]);
}

/** The tree id of the tracked files as they are in the work tree now. Reads only. */
export function currentTree(dir: string): Promise<Result<string>> {
  return withTemporaryIndex(dir, async (place) => {
    const changed = await changedFiles(place);
    if (!changed.ok) return broken(dir, changed.error);
    const staged = await stage(place, dir, changed.value);
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
