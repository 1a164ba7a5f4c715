/**
 * What a commit range does to a file.
 *
 * @typedef {object} Change
 * @property {string} status letter of git-diff(1): A, M, D, R or C
 * @property {string} file its path now, or before where it is deleted
 * @property {string} [from] its path before, of a renamed or copied file
 * @property {boolean} isSame whether its content stayed the same
 */

/**
 * Reads the output of `git diff --name-status -z`.
 *
 * @param {string} text
 * @returns {Change[]}
 */
export function parseChanges(text) {
  const fields = text.split('\0');
  /** @type {Change[]} */
  const changes = [];
  for (let at = 0; at + 1 < fields.length; ) {
    const [letter = '', ...score] = fields[at++] ?? '';
    const isMoved = letter === 'R' || letter === 'C';
    const from = isMoved ? { from: String(fields[at++]) } : {};
    changes.push({ status: letter, file: String(fields[at++]), ...from, isSame: score.join('') === '100' });
  }
  return changes;
}

/**
 * What changed since a base. A renamed file is no new one, nor is one of which more than half was copied from another.
 *
 * @param {import('./base.mjs').Git} git
 * @param {string | null} base
 * @returns {Promise<Change[]>} nothing where there is no base
 */
export async function changesSince(git, base) {
  if (base === null) return [];
  const found = ['-M', '-C', '--find-copies-harder'];
  return parseChanges((await git('diff', '--name-status', '-z', ...found, base, 'HEAD')) ?? '');
}

const TEST = /^test\/.*\.test\.ts$/;

/**
 * The test files that a change adds.
 *
 * @param {readonly Change[]} changes
 */
export const newTests = (changes) =>
  changes.filter(({ status, file }) => status === 'A' && TEST.test(file)).map(({ file }) => file);

/**
 * Names that files have on the base, by the name that they have now; files that kept their name are not in it.
 *
 * @param {readonly Change[]} changes
 * @returns {Map<string, string>}
 */
export const namesBefore = (changes) =>
  new Map(changes.flatMap(({ file, from }) => (from === undefined ? [] : [[file, from]])));
