import { PARTS } from './twelfth.mjs';

/** @param {{ rev: string | null, why: string }} base */
export const baseLine = ({ rev, why }) =>
  rev === null ? `ci: nothing to compare with: ${why}` : `ci: changes since ${rev.slice(0, 12)} (${why})`;

/** @param {readonly string[]} files */
const listed = (files) => (files.length === 0 ? ['  none'] : files.map((file) => `  ${file}`));

/** @param {readonly import('./plan.mjs').Timed[]} tests */
const timed = (tests) =>
  listed(
    tests.map(
      ({ file, cpu, why }) => `${cpu.toFixed(0).padStart(4)} s  ${file}${why === file ? '' : `  (${why})`}`,
    ),
  );

/** @param {{ fits: readonly { cpu: number }[] }} tests */
const seconds = ({ fits }) => fits.reduce((sum, { cpu }) => sum + cpu, 0).toFixed(0);

/**
 * @param {string} what
 * @param {readonly import('./plan.mjs').Timed[]} over
 */
const beyond = (what, over) =>
  over.length === 0 ? [] : [`${what}, which do not fit and are not run:`, ...timed(over)];

/**
 * What is to run, and why.
 *
 * @param {Awaited<ReturnType<import('./plan.mjs').makePlan>>} made
 * @returns {string[]} lines
 */
export function planLines({ base, commits, plan, problem }) {
  const { newFast, newFull, related, twelfth } = plan;
  return [
    baseLine(base),
    ...(problem === null ? [] : [`ci: the imports of the tests cannot be read: ${problem}`]),
    'New fast test files:',
    ...listed(newFast),
    `New full test files, ${seconds(newFull)} processor seconds in all rounds:`,
    ...timed(newFull.fits),
    ...beyond('New full test files', newFull.over),
    `Full test files that the change touches, ${seconds(related)} processor seconds, and the changed file that they are the fewest to judge:`,
    ...timed(related.fits),
    ...beyond('Full test files that the change touches', related.over),
    `Part ${twelfth.part + 1} of ${PARTS} of the full tier (${commits} commits modulo ${PARTS} is ${twelfth.part}), without those above:`,
    ...listed(twelfth.files),
  ];
}
