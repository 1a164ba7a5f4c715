/**
 * What a step of the set-up comes to: a line that says what is there now, or what is wrong and what to do about it.
 *
 * @typedef {{ ok: true, line: string } | { ok: false, problem: string, todo: string }} StepResult
 */

/**
 * @param {string} line
 * @returns {StepResult}
 */
export const done = (line) => ({ ok: true, line });

/**
 * @param {string} problem what happened, and where
 * @param {string} todo what the reader does next
 * @returns {StepResult}
 */
export const failed = (problem, todo) => ({ ok: false, problem, todo });

/**
 * Run one step and say how it went.
 *
 * @param {string} name
 * @param {() => StepResult | Promise<StepResult>} step
 * @returns {Promise<boolean>} whether to go on
 */
export async function report(name, step) {
  const result = await step();
  if (result.ok) {
    console.log(`setup: ${name}: ${result.line}`);
    return true;
  }
  console.error(`setup: stopped at "${name}"`);
  console.error(`  what happened: ${result.problem}`);
  console.error(`  what to do:    ${result.todo}`);
  return false;
}

/**
 * Run one step that others can do without, and say how it went.
 *
 * @param {string} name
 * @param {() => StepResult | Promise<StepResult>} step
 */
export async function attempt(name, step) {
  const result = await step();
  if (result.ok) console.log(`setup: ${name}: ${result.line}`);
  else console.log(`setup: ${name}: going on without: ${result.problem}\n  what to do:    ${result.todo}`);
}

/**
 * The last lines of a program's output, for a message.
 *
 * @param {{ stdout: string, stderr: string }} output
 * @param {number} [lines]
 */
export const lastLines = ({ stdout, stderr }, lines = 12) =>
  (stderr.trim() || stdout.trim()).split('\n').slice(-lines).join('\n    ');
