import { fail, ok, type Result } from '../../shared/problem.js';
import { text } from '../../shared/texts/words.js';
import { git, placeOf, splitNul } from './git.js';

/** Files that differ between two commits or trees, sorted. Errors: ENV_ERROR. */
export async function filesBetween(dir: string, from: string, to: string): Promise<Result<string[]>> {
  const how = ['-r', '-z', '--name-only', '--no-renames', '--end-of-options', from, to];
  const listed = await git(placeOf(dir), ['diff-tree', ...how]);
  return listed.ok ? ok(splitNul(listed.value)) : broken(dir, listed.error);
}

const broken = (where: string, words: string): Result<never> =>
  fail({
    code: 'ENV_ERROR',
    message: text`git failed in the private clone: ${words}`,
    where,
    next: text`check whether the disk is full`,
  });
