import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type GitPlace, gitDirOf } from './git.js';

/**
 * Runs `use` with a copy of the clone's index in a folder of its own; the real index is never rewritten.
 * `folder` may hold further temporary files and is removed afterwards. All that is small, and git waits for it: no trip to the
 * thread pool for each file.
 */
export async function withTemporaryIndex<T>(
  dir: string,
  use: (place: GitPlace & { workTree: string }, folder: string) => Promise<T>,
): Promise<T> {
  const gitDir = gitDirOf(dir);
  const folder = mkdtempSync(join(gitDir, 'benchloop-'));
  try {
    const index = join(folder, 'index');
    copyFileSync(join(gitDir, 'index'), index);
    return await use({ gitDir, workTree: dir, index }, folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
