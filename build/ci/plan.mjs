import { readdirSync } from 'node:fs';
import path from 'node:path';
import { isFull, readBudgets, weightOf } from '../test/budgets.mjs';
import { findBase } from './base.mjs';
import { changesSince, namesBefore, newTests } from './change.mjs';
import { IMPACT } from './impact.mjs';
import { importGraph } from './import-graph.mjs';
import { fitting, relatedTests } from './related.mjs';
import { TIMES } from './rounds.mjs';
import { twelfthOf } from './twelfth.mjs';

/** What the full files that a change touches may take, and all rounds of its new full files, in calibrated processor seconds. */
const RELATED_SECONDS = 900;
const NEW_SECONDS = 450;

/**
 * What is to run for a change, beside the fast tests and the check.
 *
 * @typedef {object} Plan
 * @property {string[]} newFast
 * @property {{ fits: Timed[], over: Timed[] }} newFull
 * @property {{ fits: Timed[], over: Timed[] }} related
 * @property {{ part: number, files: string[] }} twelfth
 *
 * @typedef {{ file: string, cpu: number, why: string }} Timed
 */

/** @typedef {import('./base.mjs').Base & { names: Map<string, string> }} ComparedBase `names`: what renamed files are called there */

/**
 * @param {object} facts
 * @param {readonly import('./change.mjs').Change[]} facts.changes
 * @param {readonly string[]} facts.full all test files of the full tier
 * @param {Map<string, Set<string>>} facts.reach files that each of these imports
 * @param {number} facts.commits
 * @param {(file: string) => number} weigh
 * @param {import('./impact.mjs').Impact} [impact]
 * @returns {Plan}
 */
export function planFor({ changes, full, reach, commits }, weigh, impact = IMPACT) {
  const added = newTests(changes);
  const rounds = added.filter(isFull).map((file) => ({ file, cpu: TIMES * weigh(file), why: 'new' }));
  const newFull = fitting(
    rounds.sort((a, b) => a.cpu - b.cpu),
    NEW_SECONDS,
  );
  const isInRounds = (/** @type {string} */ file) => newFull.fits.some((test) => test.file === file);
  const changed = changes.filter(({ isSame }) => !isSame).map(({ file }) => file);
  const touched = relatedTests(changed, reach, impact, weigh).filter(({ file }) => !isInRounds(file));
  const related = fitting(touched, RELATED_SECONDS);
  const runs = new Set([...newFull.fits, ...related.fits].map(({ file }) => file));
  const { part, files } = twelfthOf(full, commits, weigh);
  return {
    newFast: added.filter((file) => !isFull(file)),
    newFull,
    related,
    twelfth: { part, files: files.filter((file) => !runs.has(file)) },
  };
}

/** @param {string} dir @returns {string[]} all test files of the full tier, by their names in test/budgets.yaml */
function fullTests(dir) {
  const found = readdirSync(path.join(dir, 'test'), { recursive: true, encoding: 'utf8' });
  return found
    .filter(isFull)
    .map((file) => `test/${file.replaceAll(path.sep, '/')}`)
    .sort();
}

/** @param {string} dir @param {readonly string[]} full */
async function reachOrProblem(dir, full) {
  try {
    return { reach: await importGraph(dir, full), problem: null };
  } catch (error) {
    // A test imports what is not there: the tests that it concerns say so, too.
    const problem = error instanceof Error ? error.message : String(error);
    return { reach: new Map(full.map((file) => [file, new Set([file])])), problem };
  }
}

/**
 * @param {import('./base.mjs').Git} git
 * @param {string} dir the checkout
 * @param {string} [asked] the base that a person names
 * @returns {Promise<{ base: ComparedBase, commits: number, plan: Plan, problem: string | null }>} `problem`: why imports are not known
 */
export async function makePlan(git, dir, asked) {
  const base = await findBase(git, asked);
  const changes = await changesSince(git, base.rev);
  const full = fullTests(dir);
  const { reach, problem } = await reachOrProblem(dir, full);
  const commits = Number((await git('rev-list', '--count', 'HEAD')) ?? 0);
  const budgets = readBudgets();
  const plan = planFor({ changes, full, reach, commits }, (file) => weightOf(file, budgets));
  return { base: { ...base, names: namesBefore(changes) }, commits, plan, problem };
}
