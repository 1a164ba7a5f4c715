import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fail, ok, type Result } from '../../shared/problem.js';
import { walk } from './copy-tree.js';
import { git, gitDirOf, initRepository, placeOf } from './git.js';
import { type GitFolder, gitFolderOf } from './git-folder.js';
import { copyInputs, type Input } from './inputs.js';
import { hideFromGit, materialiseLfs } from './lfs.js';
import { linkObjects } from './objects.js';
import { materialiseSubmodules } from './submodules.js';

/** A run's private clone. Its git folder lies beside `dir` (see `gitDirOf`); builds need it read-only at most. */
export interface Clone {
  dir: string;
  baseCommit: string;
  baseTree: string;
  /** Submodules that are empty here because the user has not initialised them either. */
  emptySubmodules: string[];
}

export interface CloneRequest {
  /** Top of the user's work tree. */
  repoRoot: string;
  baseCommit: string;
  /** Absolute; whatever a crash left there is removed. */
  into: string;
  inputs: readonly Input[];
  /** Ends it: no git goes on, and none is begun. */
  signal?: AbortSignal;
}

/** A partial clone keeps packs that may lack objects, which git fetches when it needs them (partial-clone.txt). */
async function isPartial({ commonDir }: GitFolder): Promise<boolean> {
  const packs = join(commonDir, 'objects', 'pack');
  return existsSync(packs) && (await readdir(packs)).some((name) => name.endsWith('.promisor'));
}

async function initFailure(o: CloneRequest, folder: GitFolder, message: string): Promise<Result<never>> {
  const next = (await isPartial(folder))
    ? 'your repository is a partial clone that lacks files of this commit: fetch them with `git archive --output=all.tar HEAD`'
    : 'check that `git fsck` passes in your repository';
  return fail({ code: 'INIT_FAILURE', message, where: o.repoRoot, next });
}

/** Tags only, for version strings from `git describe`; branches of the user stay out of reach. */
async function copyTags(folder: GitFolder, gitDir: string): Promise<Result<void, string>> {
  const format = '--format=%(objectname) %(refname)';
  const tags = await git({ gitDir: folder.gitDir }, ['for-each-ref', format, 'refs/tags']);
  if (!tags.ok) return tags;
  if (tags.value.trim() !== '') await writeFile(join(gitDir, 'packed-refs'), `${tags.value.trim()}\n`);
  return ok(undefined);
}

async function startRepository(o: CloneRequest, folder: GitFolder): Promise<Result<string, string>> {
  const gitDir = gitDirOf(o.into);
  const empty = await initRepository(o.into, o.baseCommit.length === 64);
  if (!empty.ok) return empty;
  await linkObjects(join(folder.commonDir, 'objects'), join(gitDir, 'objects'));
  const shallow = join(folder.commonDir, 'shallow');
  if (existsSync(shallow)) await copyFile(shallow, join(gitDir, 'shallow'));
  const tags = await copyTags(folder, gitDir);
  if (!tags.ok) return tags;
  for (const ref of ['HEAD', 'refs/benchloop/base']) {
    const made = await git(placeOf(o.into, o.signal), ['update-ref', ref, o.baseCommit]);
    if (!made.ok) return made;
  }
  const out = await git(placeOf(o.into, o.signal), ['read-tree', '--reset', '-u', o.baseCommit]);
  if (!out.ok) return out;
  return git(placeOf(o.into, o.signal), ['rev-parse', '--verify', `${o.baseCommit}^{tree}`]);
}

/** Removes a private clone or a scratch copy: its work tree and its git folder. */
export async function removeTree(dir: string): Promise<void> {
  for (const path of [dir, gitDirOf(dir)]) await rm(path, { recursive: true, force: true });
}

/**
 * Makes the private clone of a run: the user's objects hard-linked (copied across file systems), an own
 * configuration, the files of `baseCommit`, submodules, LFS objects and inputs. Runs no program that the
 * repository names. What is at `into` is replaced, so a crashed call is simply repeated.
 * Errors: REPO_NOT_FOUND, INIT_FAILURE.
 */
export async function createClone(o: CloneRequest): Promise<Result<Clone>> {
  const folder = await gitFolderOf(o.repoRoot);
  if (!folder)
    return fail({
      code: 'REPO_NOT_FOUND',
      message: 'the repository is gone',
      where: o.repoRoot,
      next: 'restore it',
    });
  await removeTree(o.into);
  await mkdir(o.into, { recursive: true });
  const started = await startRepository(o, folder);
  if (!started.ok) return initFailure(o, folder, started.error);
  const filled = await fillTree(o, folder);
  if (!filled.ok) return filled;
  const baseTree = started.value.trim();
  return ok({ dir: o.into, baseCommit: o.baseCommit, baseTree, emptySubmodules: filled.value });
}

async function fillTree(o: CloneRequest, folder: GitFolder): Promise<Result<string[]>> {
  const place = { ...placeOf(o.into, o.signal), workTree: o.into };
  const lfs = await materialiseLfs(place, folder.commonDir);
  if (!lfs.ok) return lfs;
  const hidden = await hideFromGit(place, lfs.value);
  if (!hidden.ok) return hidden;
  const empty = await materialiseSubmodules({ place, tree: o.baseCommit, folder, userTop: o.repoRoot });
  if (!empty.ok) return empty;
  const inputs = await copyInputs(o.into, o.inputs, o.repoRoot);
  if (!inputs.ok) return inputs;
  await rememberFiles(o.into);
  return empty;
}

/** What the clone held before any build: tells sources, submodules and inputs from build output later. */
export async function rememberFiles(dir: string): Promise<void> {
  const files: string[] = [];
  for await (const { path } of walk(dir)) files.push(path);
  await writeFile(firstFilesOf(dir), files.join('\0'));
}

/** Whether the clone is complete: its last file is there. Git cannot answer for one that was broken off. */
export const isCloned = (dir: string): boolean => existsSync(firstFilesOf(dir));

/** NUL-separated list of the files that a fresh clone holds. */
export const firstFilesOf = (dir: string): string => join(gitDirOf(dir), 'first-files');
