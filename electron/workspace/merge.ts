import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type GitPlace, git, gitDirOf, placeOf, splitNul } from './git.js';
import { gitFolderOf } from './git-folder.js';
import { quotePath, withMirror } from './mirror.js';
import { linkObjects } from './objects.js';
import { commitTree } from './patch.js';

/**
 * The files that would be in conflict if a commit of a private clone were merged with another of the user's repository; none: it merges
 * cleanly. Nothing is written in either. Null: git cannot tell, also where it is older than 2.39.
 */
export async function conflictsWith(
  head: string,
  { repoRoot, cloneDir, commit }: { repoRoot: string; cloneDir: string; commit: string },
): Promise<string[] | null> {
  const folder = await gitFolderOf(repoRoot);
  if (folder === null) return null;
  return withMirror(folder, head, false, async (gitDir) => {
    const own = join(gitDirOf(cloneDir), 'objects');
    await appendFile(join(gitDir, 'objects/info/alternates'), `${quotePath(own)}\n`);
    return (await merged({ gitDir }, head, commit))?.conflicts ?? null;
  });
}

/** What a merge of two commits comes to. */
export interface Merged {
  tree: string;
  /** Files in conflict; in the tree they have conflict markers, where git could write any. */
  conflicts: string[];
}

/** Null: git cannot tell, or is older than 2.39. */
async function merged(place: GitPlace, ours: string, theirs: string): Promise<Merged | null> {
  // `--stdin`: what is in conflict is told with exit code 0 (git-merge-tree(1), "EXIT STATUS")
  const args = ['merge-tree', '--stdin', '--name-only', '--no-messages'];
  const made = await git(place, args, Buffer.from(`${ours} ${theirs}\n`));
  const [isClean, tree, ...files] = made.ok ? splitNul(made.value) : [];
  if (isClean === undefined || tree === undefined) return null;
  return { tree, conflicts: isClean === '1' ? [] : files };
}

/** The names that stand beside the conflict markers: what the user has, and the work. They are refs of the clone below `refs/`. */
export const SIDES = { theirs: 'benchloop/repository', work: 'benchloop/work' } as const;

/**
 * The work of a private clone brought onto another commit of the user's repository: `tree` as a change of `base`, and that change made to `head`,
 * whatever lies between the two. Objects are added to the clone; its HEAD, index and files stay, and nothing is written in the user's repository.
 * The same again gives the same tree. Null: git cannot tell, also where it is older than 2.39.
 */
export async function mergeOnto(
  head: string,
  { repoRoot, cloneDir, base, tree }: { repoRoot: string; cloneDir: string; base: string; tree: string },
): Promise<Merged | null> {
  const folder = await gitFolderOf(repoRoot);
  if (folder === null) return null;
  await linkObjects(join(folder.commonDir, 'objects'), join(gitDirOf(cloneDir), 'objects'));
  const place = { gitDir: gitDirOf(cloneDir) };
  const sides = [
    [SIDES.theirs, `${head}^{tree}`],
    [SIDES.work, tree],
  ] as const;
  // two commits on `base`, so that it is what both are compared with, even where `head` does not descend from it
  for (const [name, of] of sides) {
    const found = await git(placeOf(cloneDir), ['rev-parse', '--verify', '--end-of-options', of]);
    const made = found.ok ? await commitTree(cloneDir, found.value.trim(), base, name) : null;
    if (!made?.ok) return null;
    const kept = await git(place, ['update-ref', `refs/${name}`, made.value]);
    if (!kept.ok) return null;
  }
  return merged(place, SIDES.theirs, SIDES.work);
}
