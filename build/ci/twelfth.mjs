import { deal } from '../test/deal.mjs';

export const PARTS = 12;

/**
 * The part of the full tier that a commit proves, so that twelve commits prove all of it. The parts are of like weight, and the same
 * whatever else of the full tier the commit proves.
 *
 * @param {readonly string[]} full all test files of the full tier
 * @param {number} commits how many the history has
 * @param {(file: string) => number} weightOf
 * @returns {{ part: number, files: string[] }} `part` counts from 0
 */
export function twelfthOf(full, commits, weightOf) {
  const sorted = [...full].sort((a, b) => weightOf(b) - weightOf(a) || (a < b ? -1 : 1));
  const part = commits % PARTS;
  return { part, files: deal(sorted, PARTS, weightOf)[part] ?? [] };
}
