import { describe, summary } from './outcome.mjs';
import { once, repeated, TIMES } from './rounds.mjs';
import { baseLine, planLines } from './told.mjs';
import { PARTS } from './twelfth.mjs';
import { runTwelfth } from './twelfth-step.mjs';

/**
 * What the steps do it with.
 *
 * @typedef {import('./rounds.mjs').Rounds & Other} Tools
 *
 * @typedef {object} Other
 * @property {(args: readonly string[]) => Promise<{ code: number, stdout: string }>} npm
 * @property {() => ReturnType<typeof import('./plan.mjs').makePlan>} plan
 * @property {(files: readonly string[], base: import('./plan.mjs').ComparedBase) => Promise<import('./on-base.mjs').OnBase>} runBefore
 *
 * @typedef {object} Stops
 * @property {AbortSignal} all ends everything
 * @property {AbortSignal} full ends what is of the full tier
 *
 * @typedef {Partial<import('./outcome.mjs').Outcome>} Came what an action came to; `isRefused` is whether tests failed unless it says
 * @typedef {{ name: string, files: readonly string[], over: readonly import('./plan.mjs').Timed[], act: (files: readonly string[]) => Promise<Came> }} Step
 */

/** @param {string} output of `npm test` @returns {{ passed: number, failed: number }} */
function countIn(output) {
  const last = [...output.matchAll(/^(\d+) passed, (\d+) failed$/gm)].at(-1);
  return { passed: Number(last?.[1] ?? 0), failed: Number(last?.[2] ?? 0) };
}

/**
 * @param {string} name
 * @param {() => Promise<Came>} act
 * @param {(line: string) => void} say
 * @returns {Promise<import('./outcome.mjs').Outcome>}
 */
async function timed(name, act, say) {
  say(`\nci: ${name}`);
  const start = performance.now();
  const came = { passed: 0, failed: 0, notes: [], notRun: [], ...(await act()) };
  const minutes = (performance.now() - start) / 60_000;
  const outcome = { name, minutes, isRefused: came.failed > 0, ...came };
  for (const line of describe(outcome)) say(line);
  return outcome;
}

/**
 * @param {Awaited<ReturnType<typeof import('./plan.mjs').makePlan>>} made
 * @param {Tools} tools
 * @param {Stops} stops
 * @returns {Step[]} those that have something to run or to say
 */
function stepsOf({ plan, base }, tools, { all, full }) {
  const { newFast, newFull, related, twelfth } = plan;
  const names = (/** @type {readonly import('./plan.mjs').Timed[]} */ tests) => tests.map(({ file }) => file);
  /** @type {Step[]} */
  const steps = [
    {
      name: `new fast test files, ${TIMES} times`,
      files: newFast,
      over: [],
      act: (files) => repeated('fast', files, all, tools),
    },
    {
      name: `new full test files, ${TIMES} times`,
      files: names(newFull.fits),
      over: newFull.over,
      act: (files) => repeated('full', files, full, tools),
    },
    {
      name: 'full test files that the change touches',
      files: names(related.fits),
      over: related.over,
      act: (files) => once('full', files, full, tools),
    },
    {
      name: `part ${twelfth.part + 1} of ${PARTS} of the full tier`,
      files: twelfth.files,
      over: [],
      act: (files) => runTwelfth(files, full, tools, (failing) => tools.runBefore(failing, base)),
    },
  ];
  return steps.filter(({ files, over }) => files.length + over.length > 0);
}

/** @param {Step} step @returns {Promise<Came>} */
async function actOn({ files, over, act }) {
  const beyond = over.map(({ file, cpu }) => `not run, for its ${cpu.toFixed(0)} processor seconds: ${file}`);
  const came = files.length === 0 ? {} : await act(files);
  return { ...came, notes: [...(came.notes ?? []), ...beyond] };
}

/**
 * The fast tests and the check, and then what the change calls for.
 *
 * @param {Tools} tools
 * @param {Stops} stops
 * @returns {Promise<{ lines: string[], code: number }>} the last lines of the output, and the exit code
 */
export async function runAll(tools, stops) {
  const { npm, plan, say } = tools;
  const start = performance.now();
  const test = async () => {
    const { code, stdout } = await npm(['test']);
    return { ...countIn(stdout), isRefused: code !== 0 };
  };
  const check = async () => ({ isRefused: (await npm(['run', 'check', '--', '--tested'])).code !== 0 });
  const outcomes = [await timed('npm test', test, say)];
  const finish = (/** @type {string} */ about) => {
    const minutes = (performance.now() - start) / 60_000;
    return summary(outcomes, { minutes, about, isInterrupted: stops.all.aborted });
  };
  if (stops.all.aborted) return finish('');
  outcomes.push(await timed('npm run check -- --tested', check, say));
  if (stops.all.aborted) return finish('');
  if (outcomes[0]?.passed === 0) return finish('ci: no test passed, so nothing else was run');
  const made = await plan();
  for (const line of ['', ...planLines(made)]) say(line);
  const { problem } = made;
  if (problem !== null)
    outcomes.push(
      await timed('the imports of the tests', async () => ({ isRefused: true, notes: [problem] }), say),
    );
  for (const step of stepsOf(made, tools, stops))
    outcomes.push(await timed(step.name, () => actOn(step), say));
  return finish(baseLine(made.base));
}
