import { realpathSync } from 'node:fs';
import path from 'node:path';
import type { LoadedTask } from '../../../shared/task.js';

/** How `findProfile` tells the path of a file from an id. */
const IS_PATH = /[\\/]|\.ya?ml$/;

/**
 * Whether the task names a profile file that lies in its repository: what that says is the repository's word, not the
 * person's. A place that cannot be looked at counts as one.
 */
export function isOfRepository({
  task,
  file,
  repoRoot,
}: Pick<LoadedTask, 'task' | 'file' | 'repoRoot'>): boolean {
  if (!IS_PATH.test(task.profile)) return false;
  try {
    const profile = realpathSync(path.resolve(path.dirname(file), task.profile));
    const relative = path.relative(realpathSync(repoRoot), profile);
    return !relative.startsWith('..') && !path.isAbsolute(relative);
  } catch {
    return true; // nothing is granted by a file that is not there
  }
}
