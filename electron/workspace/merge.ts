import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { git, gitDirOf, splitNul } from './git.js';
import { gitFolderOf } from './git-folder.js';
import { quotePath, withMirror } from './mirror.js';

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
    // `--stdin`: what is in conflict is told with exit code 0 (git-merge-tree(1), "EXIT STATUS")
    const args = ['merge-tree', '--stdin', '--name-only', '--no-messages'];
    const merged = await git({ gitDir }, args, Buffer.from(`${head} ${commit}\n`));
    const [isClean, , ...files] = merged.ok ? splitNul(merged.value) : [];
    if (isClean === undefined) return null;
    return isClean === '1' ? [] : files;
  });
}
