import { runProgram } from '../child.mjs';

/**
 * Runs git.
 *
 * @typedef {(...args: string[]) => Promise<string | null>} Git its output without the last line's end; null where git refuses
 * @typedef {{ rev: string | null, why: string }} Base `rev` is null where there is nothing to compare with
 */

/**
 * @param {string} dir a checkout
 * @returns {Git}
 */
export const gitIn =
  (dir) =>
  async (...args) => {
    const { code, stdout } = await runProgram('git', args, { cwd: dir });
    return code === 0 ? stdout.trimEnd() : null;
  };

/** @param {Git} git @param {string} rev */
const commitOf = (git, rev) => git('rev-parse', '--verify', '--quiet', `${rev}^{commit}`);

/**
 * The commit that a change begins after.
 *
 * @param {Git} git
 * @param {string} [asked] a revision that a person names
 * @returns {Promise<Base>}
 */
export async function findBase(git, asked) {
  if (asked !== undefined) {
    const rev = await commitOf(git, asked);
    return { rev, why: rev === null ? `${asked} is no commit here` : `${asked}, as asked` };
  }
  const head = await commitOf(git, 'HEAD');
  const fork = await git('merge-base', 'origin/main', 'HEAD');
  if (fork !== null && fork !== head) return { rev: fork, why: 'the merge base with origin/main' };
  const parent = await commitOf(git, 'HEAD~1');
  const about = fork === null ? 'nothing is shared with origin/main' : 'origin/main holds HEAD';
  return parent === null
    ? { rev: null, why: 'HEAD has no parent here: it is the first commit, or the clone is shallow' }
    : { rev: parent, why: `HEAD~1, because ${about}` };
}
