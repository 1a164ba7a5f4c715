import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fail, ok, type Problem, type Result } from '../../shared/problem.js';
import { inEnglish } from '../../shared/texts/words.js';
import { firstFilesOf, removeTree } from './clone.js';
import { copyTree, walk } from './copy-tree.js';
import { git, gitDirOf, placeOf, splitNul } from './git.js';
import { linkObjects } from './objects.js';
import { rollbackTo } from './snapshot.js';

export interface ScratchRequest {
  cloneDir: string;
  commit: string;
  /** Absolute; replaced if it exists. */
  into: string;
  /** Without build output: everything is built anew. */
  unbuilt?: boolean;
}

const START = 'refs/benchloop/scratch';

const failed = (where: string, words: string): { ok: false; error: Problem } =>
  fail({ code: 'INIT_FAILURE', message: `the scratch copy cannot be used: ${words}`, where });

/** The clone's git folder: its objects are linked, a half-done call's leftovers stay behind. */
async function copyGitFolder(from: string, to: string): Promise<void> {
  await copyTree(from, to, (path) => /^(?:objects$|benchloop-|.*\.lock$)/.test(path));
  await linkObjects(join(from, 'objects'), join(to, 'objects'));
}

/** Generated text in which build tools keep absolute paths: dependency files, CMake and Ninja files. */
const BUILD_NOTES = /(?:\.(?:d|dep|P|ninja|make|cmake|rsp)|CMakeCache\.txt|Makefile\d?|\.ninja_deps)$/;
const MAX_NOTE_BYTES = 4 * 1024 * 1024;

/**
 * Whether build output names the clone's own folder. `make` in a copy would then watch the clone's headers
 * and miss a change, so such output is not copied and the first build of the copy is a full one.
 */
async function outputNamesClone(dir: string, first: ReadonlySet<string>): Promise<boolean> {
  for await (const { path, within, link } of walk(dir)) {
    if (link || first.has(path) || !BUILD_NOTES.test(path)) continue;
    const file = within(dir);
    if ((await stat(file)).size <= MAX_NOTE_BYTES && (await readFile(file)).includes(dir)) return true;
  }
  return false;
}

async function copyFiles(o: ScratchRequest): Promise<void> {
  const first = new Set(splitNul(await readFile(firstFilesOf(o.cloneDir), 'utf8')));
  const fresh = o.unbuilt === true || (await outputNamesClone(o.cloneDir, first));
  await copyTree(o.cloneDir, o.into, (path, entry) => {
    if (path === '.git') return true;
    return fresh && !entry.isDirectory() && !first.has(path);
  });
  await writeFile(join(o.into, '.git'), `gitdir: ${gitDirOf(o.into)}\n`);
}

/**
 * Makes a throwaway copy of the clone at `commit`: submodules, LFS files, inputs and build output included,
 * modification times kept, so that a build there is incremental. Errors: INIT_FAILURE.
 */
export async function createScratch(o: ScratchRequest): Promise<Result<{ dir: string }>> {
  await removeTree(o.into);
  await copyFiles(o);
  await copyGitFolder(gitDirOf(o.cloneDir), gitDirOf(o.into));
  const place = placeOf(o.into);
  const kept = await git(place, ['update-ref', START, o.commit]);
  if (!kept.ok) return failed(o.into, kept.error);
  // The copied index knows the clone's inodes: without this every file would be written anew. It fails where a
  // file differs from the index, which the rollback puts right.
  await git(place, ['update-index', '-q', '--refresh', '--ignore-submodules']);
  const back = await rollbackTo(o.into, o.commit);
  return back.ok ? ok({ dir: o.into }) : failed(o.into, inEnglish(back.error.message));
}

/**
 * Puts a scratch copy back to its commit in a few milliseconds. Only files that differ are written, each newer than
 * all build output so far: `make` rebuilds what changed and nothing else. Errors: INIT_FAILURE.
 */
export async function resetScratch(dir: string): Promise<Result<void>> {
  const back = await rollbackTo(dir, START);
  return back.ok ? back : failed(dir, inEnglish(back.error.message));
}

/** Removes a scratch copy, if it exists. */
export const removeScratch = (dir: string): Promise<void> => removeTree(dir);
