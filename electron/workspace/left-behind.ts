import path from 'node:path';
import { git, gitDirOf, splitNul } from './git.js';

/** No glob is made of a name that could be one itself. */
const PLAIN = /^[^\\*?[\]]+$/;
const MAX_NAMES = 20;

/**
 * Files of the user's work tree that no commit of the clone has, ignored ones too, whose last part of the name is that
 * of one of `names`. Paths below the top, in forward slashes. Only the clone's own configuration is read.
 */
export async function leftBehind(
  clone: string,
  userTree: string,
  names: readonly string[],
): Promise<string[]> {
  const wanted = [...new Set(names.map((name) => path.posix.basename(name)))]
    .filter((name) => PLAIN.test(name))
    .slice(0, MAX_NAMES);
  if (wanted.length === 0) return [];
  const place = { gitDir: gitDirOf(clone), workTree: userTree };
  const listed = await git(place, [
    'ls-files',
    '--others',
    '-z',
    '--',
    ...wanted.map((name) => `:(top,glob)**/${name}`),
  ]);
  return listed.ok ? splitNul(listed.value) : [];
}
