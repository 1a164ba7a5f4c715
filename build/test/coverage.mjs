import { readFileSync } from 'node:fs';
import path from 'node:path';
import { cacheDir } from '../project.mjs';
import { isFull } from './budgets.mjs';

/**
 * What a test file executed, as test/coverage/setup.ts notes it: keys `FILE:LINE:NAME` of functions.
 *
 * @typedef {{ file: string, keys: readonly string[] }} Executed
 */

/** Share of the functions that the full tier executes which the fast tier has to execute. */
export const LEAST_SHARE = 0.95;

/**
 * Where a run notes what its test files executed. Its runner removes the file first, and names it in BENCHLOOP_TEST_COVERAGE.
 *
 * @param {'fast' | 'full'} tier
 */
export const coverageFile = (tier) => path.join(cacheDir, `coverage-${tier}.jsonl`);

/**
 * @param {string} file
 * @returns {Executed[]}
 */
export const readExecuted = (file) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

/** @param {readonly Executed[]} executed */
export const byFastFiles = (executed) => executed.filter(({ file }) => !isFull(file));

/** @param {readonly Executed[]} executed */
const keysOf = (executed) => new Set(executed.flatMap(({ keys }) => keys));

/**
 * Compares what two tiers executed.
 *
 * @param {readonly Executed[]} fast
 * @param {readonly Executed[]} full
 * @returns {{ fast: number, full: number, share: number, missing: Map<string, string[]> }} how many functions each executed, the share of
 *   those of `full` that `fast` executed, too, and the others, `LINE:NAME` by file
 */
export function compareCoverage(fast, full) {
  const [inFast, inFull] = [keysOf(fast), keysOf(full)];
  const only = [...inFull].filter((key) => !inFast.has(key));
  /** @type {Map<string, string[]>} */
  const missing = new Map();
  for (const key of only) {
    const [file = '', ...place] = key.split(':');
    missing.set(file, [...(missing.get(file) ?? []), place.join(':')]);
  }
  const share = inFull.size === 0 ? 0 : 1 - only.length / inFull.size;
  return { fast: inFast.size, full: inFull.size, share, missing };
}

/**
 * @param {ReturnType<typeof compareCoverage>} compared
 * @returns {string[]} lines to print, the files with most functions that only the full tier executes first
 */
export function coverageLines({ fast, full, share, missing }) {
  const files = [...missing].sort((a, b) => b[1].length - a[1].length || (a[0] < b[0] ? -1 : 1));
  const lineOf = (/** @type {string} */ place) => Number(place.split(':')[0]);
  const lines = files.map(([file, places]) => {
    const sorted = places.toSorted((a, b) => lineOf(a) - lineOf(b));
    return `${String(places.length).padStart(5)}  ${file}  ${sorted.join(' ')}`;
  });
  return [
    `functions that the full tier executes: ${full}`,
    `functions that the fast tier executes: ${fast}`,
    `share of the former that the fast tier executes: ${(share * 100).toFixed(1)} % (at least ${LEAST_SHARE * 100} %)`,
    'only the full tier executes:',
    ...lines,
  ];
}
