import { runOnBase } from './on-base.mjs';
import { once } from './rounds.mjs';

/** @type {Record<import('./on-base.mjs').Before, string>} */
const SAID = {
  passes: 'failed, and passes on the base',
  absent: 'failed, and the base does not have it',
  fails: 'failed, on the base, too: does not refuse',
  unknown: 'failed, and is not judged',
};

/**
 * Runs the twelfth. Its tests may have little to do with the change: one that fails refuses only if it passed before.
 *
 * @param {readonly string[]} files
 * @param {AbortSignal} stop
 * @param {import('./rounds.mjs').Rounds} tools
 * @param {(files: readonly string[]) => ReturnType<typeof runOnBase>} runBefore
 */
export async function runTwelfth(files, stop, tools, runBefore) {
  const { runs, ...ran } = await once('full', files, stop, tools);
  const failing = runs.flatMap((one) => one.files).filter(({ failed }) => failed > 0);
  if (failing.length === 0) return ran;
  const { before, why } = await runBefore(failing.map(({ file }) => file));
  const stateOf = (/** @type {string} */ file) => before.get(file) ?? 'unknown';
  const excused = failing.filter(({ file }) => ['fails', 'unknown'].includes(stateOf(file)));
  const notes = failing.map(({ file }) => {
    const state = stateOf(file);
    return `${file}: ${SAID[state]}${state === 'unknown' ? `: ${why}` : ''}`;
  });
  return { ...ran, failed: ran.failed - excused.reduce((sum, { failed }) => sum + failed, 0), notes };
}
