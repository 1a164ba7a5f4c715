import type { Clue, ClueKind } from './clue.js';

/** What can be said of a place by its strongest clue; within a band, its share of the blame decides. */
type Band = readonly [least: number, most: number];

/**
 * In words: the compiler, a fault or the program counter names the place > a failed assertion calls it > only failing cases run it >
 * a log names it > failing cases run or reach it among others > a name is alike > nothing. From one half on, it is worth a search.
 */
const BANDS: Readonly<Record<ClueKind, Band>> = {
  diagnostic: [0.8, 0.9],
  fault: [0.8, 0.9],
  hang: [0.75, 0.9],
  assertion: [0.7, 0.8],
  log: [0.55, 0.65],
  spectrum: [0.5, 0.6],
  calls: [0.5, 0.6],
  hypothesis: [0.3, 0.4],
  names: [0.3, 0.4],
};
const ONLY_FAILING: Band = [0.6, 0.7];
const NOTHING: Band = [0.1, 0.2];

const bandOf = ({ kind, onlyFailing }: Clue): Band => (onlyFailing ? ONLY_FAILING : BANDS[kind]);

/** How sure one can be of a place with these clues, 0..1; `share` of the blame that all suspects have, 0..1. */
export function confidenceIn(clues: readonly Clue[], share: number): number {
  const [least, most] = clues.map(bandOf).reduce((best, band) => (band[1] > best[1] ? band : best), NOTHING);
  return least + (most - least) * share;
}
