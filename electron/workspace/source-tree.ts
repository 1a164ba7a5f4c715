import { fail, ok, type Result } from '../../shared/problem.js';
import { text } from '../../shared/texts/words.js';
import { git } from './git.js';
import { withTemporaryIndex } from './temporary-index.js';

/**
 * The tree of the sources as they lie in a clone now, new files too that git does not ignore; `diffBetween` takes it. Changes neither
 * work tree nor index. Errors: ENV_ERROR with git's words.
 */
export function sourceTree(dir: string): Promise<Result<string>> {
  return withTemporaryIndex(dir, async (place) => {
    const added = await git(place, ['add', '--all', '--', '.']);
    const tree = added.ok ? await git(place, ['write-tree']) : added;
    if (tree.ok) return ok(tree.value.trim());
    const message = text`git failed in the private clone: ${tree.error}`;
    return fail({ code: 'ENV_ERROR', message, where: dir });
  });
}
