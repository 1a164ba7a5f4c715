import { realpath, stat } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fail, ok, type Problem, type Result } from '../../shared/problem.js';
import { inBrief, text, type Words } from '../../shared/texts/words.js';
import { blockingConfig } from './config-files.js';
import { git, NOTHING_FOUND, splitNul } from './git.js';
import { type GitFolder, gitFolderOf, isGitFolder } from './git-folder.js';
import { withMirror } from './mirror.js';

/** What a run needs to know of the user's repository. */
export interface Repository {
  /** Top of the work tree, symbolic links resolved. */
  root: string;
  /** The given folder below `root`, in forward slashes; '' for the top. */
  subdir: string;
  baseCommit: string;
  /** Files that differ from the commit, untracked ones included: they take no part in a run. */
  dirtyFiles: number;
}

const notFound = (path: string, message: string, next: Words): { ok: false; error: Problem } =>
  fail({ code: 'REPO_NOT_FOUND', message, where: path, next });

async function findTop(path: string): Promise<{ top: string; folder: GitFolder } | 'bare' | null> {
  for (let dir = path; ; dir = dirname(dir)) {
    const folder = await gitFolderOf(dir);
    if (folder) return { top: dir, folder };
    if (isGitFolder(dir)) return 'bare';
    if (dirname(dir) === dir) return null;
  }
}

/**
 * Finds the work tree that holds `path` and its commit. Writes nothing, takes no lock and runs nothing
 * that the repository names: folders are found by their layout, HEAD is read without touching an
 * object, the rest goes through a mirror without the repository's configuration.
 * Errors: REPO_NOT_FOUND, REPO_NO_COMMIT.
 *
 * @param ifAbsent what to do where there is no such folder: it depends on who named it
 */
export async function findRepository(
  path: string,
  ifAbsent: Words = 'check `repo` in the task file',
): Promise<Result<Repository>> {
  const given = resolve(path);
  const real = await realpath(given).catch(() => null);
  if (real === null) return notFound(given, 'there is no such folder', ifAbsent);
  if (!(await stat(real)).isDirectory())
    return notFound(given, 'this is a file, not a folder', 'name the folder of the firmware');
  const found = await findTop(real);
  if (found === null)
    return notFound(given, 'this is not inside a git repository', 'run `git init`, then commit the firmware');
  if (found === 'bare')
    return notFound(given, 'this git repository has no work tree', 'name a folder where it is checked out');
  return describe(found.top, real, found.folder);
}

async function describe(root: string, path: string, folder: GitFolder): Promise<Result<Repository>> {
  const subdir = relative(root, path).split(sep).join('/');
  const blocking = await blockingConfig(folder);
  if (blocking !== null) return fail(waitsFor(root, blocking));
  const head = await git({ gitDir: folder.gitDir, workTree: root, limitMs: FIRST_LOOK_MS }, [
    'rev-parse',
    '--verify',
    '--quiet',
    'HEAD',
  ]);
  if (!head.ok && head.error !== NOTHING_FOUND) return unreadable(root, head.error);
  const baseCommit = head.ok ? head.value.trim() : '';
  const next = 'commit the firmware first: git add, then git commit';
  if (baseCommit === '')
    return fail({
      code: 'REPO_NO_COMMIT',
      message: 'the repository has no commit to start from',
      where: root,
      next,
    });
  return withMirror(folder, baseCommit, true, async (gitDir) => {
    const tree = await git({ gitDir, workTree: root }, ['cat-file', '-t', `${baseCommit}:${subdir}`]);
    if (!tree.ok || tree.value.trim() !== 'tree')
      return fail<Problem>({
        code: 'REPO_NO_COMMIT',
        message: `commit ${baseCommit.slice(0, 12)} has no folder ${subdir || '/'}: ${tree.ok ? 'it is a file' : tree.error}`,
        where: path,
        next,
      });
    const long = await longPath(gitDir, baseCommit);
    if (!long.ok) return unreadable(root, long.error);
    if (long.value !== null) return fail(tooDeep(root, long.value));
    const dirty = await countDirty(gitDir, root);
    return dirty.ok
      ? ok({ root, subdir, baseCommit, dirtyFiles: dirty.value })
      : unreadable(root, dirty.error);
  });
}

const unreadable = (root: string, words: string) =>
  notFound(root, `git cannot read this repository: ${words}`, 'repair it until `git status` works there');

/** A repository of any size says within a fraction of a second where its HEAD is. */
const FIRST_LOOK_MS = 20_000;

const waitsFor = (root: string, file: string): Problem => ({
  code: 'REPO_NOT_FOUND',
  message: text`git cannot read this repository: its configuration includes ${file}, which is no file but a pipe or a device`,
  where: root,
  next: text`take it out of the configuration: git config --edit`,
});

/** Systems take paths of 4096 bytes at most (PATH_MAX); the data folder, and a copy in it, stand before these. */
const LONGEST_PATH_BYTES = 3000;

/** The first file of a commit whose path is too long for a copy; null where there is none. */
async function longPath(gitDir: string, commit: string): Promise<Result<string | null, string>> {
  const listed = await git({ gitDir }, ['ls-tree', '-r', '-z', '--name-only', commit]);
  if (!listed.ok) return listed;
  // a character has four bytes at most: most paths need not be encoded to be known as short
  const isLong = (file: string): boolean =>
    file.length > LONGEST_PATH_BYTES / 4 && Buffer.byteLength(file) > LONGEST_PATH_BYTES;
  return ok(splitNul(listed.value).find(isLong) ?? null);
}

const tooDeep = (root: string, file: string): Problem => ({
  code: 'REPO_NOT_FOUND',
  message: inBrief(
    text`no copy can be made of this repository: a path has ${Buffer.byteLength(file)} bytes, and may have ${LONGEST_PATH_BYTES}: ${file}`,
  ),
  where: root,
  next: text`have the repository and its build nest their folders less deeply`,
});

async function countDirty(gitDir: string, root: string): Promise<Result<number, string>> {
  const status = ['status', '--porcelain=v1', '-z', '--no-renames', '--ignore-submodules=all'];
  const listed = await git({ gitDir, workTree: root, index: join(gitDir, 'index') }, status);
  return listed.ok ? ok(splitNul(listed.value).length) : listed;
}
