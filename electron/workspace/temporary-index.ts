import { copyFileSync, mkdtempSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { type GitPlace, gitDirOf } from './git.js';

/**
 * Copies an index with its time, in whole seconds. Git believes a file's size and time only where they are older than the index;
 * with a copy's own time, an edit that keeps the size would be overlooked in the second in which the index was written
 * (git's Documentation/technical/racy-git).
 */
function copyIndex(from: string, to: string): void {
  const written = Math.floor(statSync(from).mtimeMs / 1000);
  copyFileSync(from, to);
  utimesSync(to, written, written);
}

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
    copyIndex(join(gitDir, 'index'), index);
    return await use({ gitDir, workTree: dir, index }, folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
