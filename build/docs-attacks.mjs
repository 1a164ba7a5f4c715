import { readFileSync } from 'node:fs';
import path from 'node:path';
import { code, table } from './docs-markdown.mjs';
import { projectDir } from './project.mjs';

/**
 * @typedef {import('./docs-tables.mjs').Tables} Tables
 * @typedef {import('../test/attacks/last-run.js').LastRun} LastRun
 */

/** @param {Tables} t @returns {LastRun} */
const lastRun = (t) =>
  t.LastRunSchema.parse(
    JSON.parse(readFileSync(path.join(projectDir, 'test', 'attacks', 'last-run.json'), 'utf8')),
  );

/** What each attack tries, and what its last run came to. @param {Tables} t */
export function attackTable(t) {
  const { seed, attacks } = lastRun(t);
  const figures = new Map(attacks.map((one) => [one.name, one]));
  const rows = t.attacks.map(({ name, tries, broken }) => {
    const ran = figures.get(name);
    return [code(name), tries, broken, ...[ran?.tried, ran?.held, ran?.broken].map((n) => String(n ?? '—'))];
  });
  const sum = (/** @type {'tried' | 'held' | 'broken'} */ key) =>
    String(attacks.reduce((total, one) => total + one[key], 0));
  const all = ['all', '', '', sum('tried'), sum('held'), sum('broken')];
  return [
    `The last run of all attacks, from the seed ${seed}:`,
    table(['attack', 'tries', 'is broken by', 'tried', 'held', 'broken'], [...rows, all]),
  ].join('\n\n');
}

/** Which attacks try to break each promise, and how many of their attempts held. @param {Tables} t */
export function promiseTable(t) {
  const figures = new Map(lastRun(t).attacks.map((one) => [one.name, one]));
  const rows = t.promises.map(({ id, page, sentence }) => {
    const by = t.attacks
      .filter(({ promises }) => promises.includes(id))
      .map(({ name }) => `${code(name)} ${figures.get(name)?.held ?? 0} of ${figures.get(name)?.tried ?? 0}`);
    return [sentence, path.basename(page), by.join(', ') || 'none: fast tests alone'];
  });
  return table(['promise', 'of', 'attacks, with the attempts that held'], rows);
}
