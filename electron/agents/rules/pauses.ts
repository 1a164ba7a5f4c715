import { performance } from 'node:perf_hooks';
import { setImmediate } from 'node:timers/promises';
import type { Budget } from './budget.js';

/** A window notices no shorter wait. */
const WORK_MS = 20;

/**
 * For long work in small steps: to be awaited after each. Lets the rest of the program go on from time to time, an abort and the window among
 * it, and answers whether the work may go on.
 */
export function pausesOf(budget: Budget): () => Promise<boolean> | boolean {
  let begun = performance.now();
  return () => {
    if (performance.now() - begun < WORK_MS) return true;
    return setImmediate().then(() => {
      begun = performance.now();
      return !budget.spent();
    });
  };
}
