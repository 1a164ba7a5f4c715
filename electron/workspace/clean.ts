import { lstat, readFile, rm } from 'node:fs/promises';
import { fail, ok, type Result } from '../../shared/problem.js';
import { firstFilesOf } from './clone.js';
import { walk } from './copy-tree.js';
import { git, placeOf, splitNul } from './git.js';

/**
 * Removes what builds left in a clone: every file that is neither tracked nor was there at the start (inputs,
 * submodules, LFS files). Errors: UNHANDLED_EXCEPTION with git's words.
 */
export async function cleanBuildOutput(dir: string): Promise<Result<void>> {
  const tracked = await git(placeOf(dir), ['ls-files', '-z']);
  if (!tracked.ok) return fail({ code: 'UNHANDLED_EXCEPTION', message: tracked.error, where: dir });
  const kept = new Set([...splitNul(await readFile(firstFilesOf(dir), 'utf8')), ...splitNul(tracked.value)]);
  for await (const { path, within } of walk(dir)) {
    if (path !== '.git' && !kept.has(path)) await rm(within(dir), { force: true });
  }
  return ok(undefined);
}

/** The clock of a file system may lag behind that of the process by a tick of the kernel, ms. */
const CLOCK_LAG_MS = 20;

/** Whether any file below `dir` was written since then (ms since 1970), as far as its time of modification tells. */
export async function wasWrittenSince(dir: string, sinceMs: number): Promise<boolean> {
  for await (const { within } of walk(dir))
    if ((await lstat(within(dir))).mtimeMs >= sinceMs - CLOCK_LAG_MS) return true;
  return false;
}
