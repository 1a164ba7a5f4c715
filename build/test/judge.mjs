import { isFull, overBudget } from './budgets.mjs';

/** Calibrations that differ by more say that the computer changed its speed under the tests. */
const STEADY = 1.25;
const SHOWN = 10;

/** @param {readonly number[]} numbers */
const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;

/**
 * How much more processor time the same work takes here and now than where the budgets were measured.
 *
 * @param {readonly number[]} calibrations seconds
 * @param {number} reference seconds
 * @returns {{ factor: number, isSteady: boolean }} `isSteady` is false where they differ too much to judge by them
 */
export function slowness(calibrations, reference) {
  const isSteady = Math.max(...calibrations) / Math.min(...calibrations) <= STEADY;
  return { factor: median(calibrations) / reference, isSteady };
}

/**
 * The dearest files, as lines.
 *
 * @param {readonly import('./budgets.mjs').Usage[]} usage
 */
export function dearest(usage) {
  const sorted = [...usage].sort((a, b) => b.cpu - a.cpu).slice(0, SHOWN);
  return sorted.map(({ file, cpu }) => `${cpu.toFixed(1).padStart(8)} s  ${file}`);
}

/**
 * What a run used, in words, and what of it is too much.
 *
 * @param {{ usage: import('./budgets.mjs').Usage[], seconds: number }} run
 * @param {readonly number[]} calibrations
 * @param {import('./budgets.mjs').Budgets} budgets
 * @param {boolean} isWhole whether all fast files ran, and no others
 * @returns {{ lines: string[], faults: string[] }}
 */
export function judge({ usage, seconds }, calibrations, budgets, isWhole) {
  const { factor, isSteady } = slowness(calibrations, budgets.reference);
  const sum = seconds / factor;
  const lines = [
    'The dearest test files, in processor seconds:',
    ...dearest(usage),
    `Processor time: ${seconds.toFixed(0)} s; calibrated ${sum.toFixed(0)} s (this computer now takes ${factor.toFixed(2)} × the reference: ${calibrations.map((s) => s.toFixed(2)).join(', ')} s)`,
  ];
  const over = usage
    .filter(({ file }) => !isFull(file))
    .map((used) => ({ ...used, over: overBudget(used, budgets) }));
  const faults = over.flatMap(({ file, over: what }) =>
    what === '' ? [] : [`${file} starts ${what}: give a reason in test/budgets.yaml, or start less`],
  );
  if (isWhole && sum > budgets.ceiling) {
    const text = `The fast tests used ${sum.toFixed(0)} calibrated processor seconds, and may use ${budgets.ceiling}. The dearest are above.`;
    if (isSteady) faults.push(text);
    else lines.push(`${text} Not judged: this computer changed its speed meanwhile.`);
  }
  return { lines, faults };
}
