import { chance } from '../crash/chance.js';

/** What one attempt draws: the same for each seed, attack and number. */
export interface Draw {
  /** A whole number from 0 to below `n`. */
  below(n: number): number;
  pick<T>(from: readonly T[]): T;
  /** Whether something happens that does so with this probability. */
  isSo(probability: number): boolean;
  /** Between `least` and `most` of them, each of its own. */
  some<T>(from: readonly T[], least: number, most: number): T[];
}

/** @param attempt its number, from 1 */
export function drawOf(seed: number, attack: string, attempt: number): Draw {
  const next = chance(seed, `${attack} ${attempt}`);
  const below = (n: number): number => Math.floor(next() * n);
  return {
    below,
    pick: (from) => {
      const [one] = from.slice(below(from.length));
      if (one === undefined) throw new Error('there is nothing to draw from');
      return one;
    },
    isSo: (probability) => next() < probability,
    some: (from, least, most) => {
      const left = [...from];
      const count = Math.min(left.length, least + below(most - least + 1));
      return Array.from({ length: count }, () => left.splice(below(left.length), 1)).flat();
    },
  };
}
