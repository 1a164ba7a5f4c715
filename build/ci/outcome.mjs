/**
 * What a step came to.
 *
 * @typedef {object} Outcome
 * @property {string} name
 * @property {number} minutes
 * @property {number} passed tests
 * @property {number} failed tests; those that failed before the change, too, are not among them
 * @property {boolean} isRefused
 * @property {readonly string[]} notes
 * @property {readonly string[]} notRun what was to run and did not, by name
 */

/** As shells say it of a program that Ctrl-C ended. */
const INTERRUPTED = 130;

/** @param {Outcome} outcome */
function stateOf({ isRefused, notRun, passed }) {
  if (isRefused) return 'FAILED';
  if (notRun.length === 0) return 'passed';
  return passed > 0 ? 'cut' : 'not run';
}

/**
 * A step in a line, with what is to be said of it below.
 *
 * @param {Outcome} outcome
 * @returns {string[]}
 */
export function describe(outcome) {
  const { name, minutes, passed, failed, notes, notRun } = outcome;
  const state = stateOf(outcome).padEnd(8);
  return [
    `${state} ${name.padEnd(44)} ${minutes.toFixed(1).padStart(5)} min   ${passed} passed, ${failed} failed`,
    ...notes.map((note) => `           ${note}`),
    ...notRun.map((what) => `           not run: ${what}`),
  ];
}

/**
 * The end of the output: each step, and the sums of all. A step that was refused without a failing test counts as one.
 *
 * @param {readonly Outcome[]} outcomes
 * @param {{ minutes: number, about: string, isInterrupted: boolean }} whole
 * @returns {{ lines: string[], code: number }} `code`: the exit code
 */
export function summary(outcomes, { minutes, about, isInterrupted }) {
  const sum = (/** @type {(outcome: Outcome) => number} */ of) =>
    outcomes.reduce((total, outcome) => total + of(outcome), 0);
  const passed = sum((outcome) => outcome.passed);
  const failed = sum((outcome) => Math.max(outcome.failed, outcome.isRefused ? 1 : 0));
  const isRefused = failed > 0 || passed === 0;
  const verdict = isInterrupted ? 'interrupted' : isRefused ? 'refused' : 'passed';
  const lines = [
    '',
    about,
    ...outcomes.flatMap(describe),
    `ci: ${verdict} after ${minutes.toFixed(1)} minutes`,
    `${passed} passed, ${failed} failed`,
  ];
  return { lines, code: isInterrupted ? INTERRUPTED : isRefused ? 1 : 0 };
}
