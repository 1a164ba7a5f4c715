import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
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
  for await (const { path } of walk(dir)) {
    if (path !== '.git' && !kept.has(path)) await rm(join(dir, path), { force: true });
  }
  return ok(undefined);
}
