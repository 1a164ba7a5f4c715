/**
 * @typedef {object} Related a test file of the full tier that a change touches
 * @property {string} file
 * @property {string} why the changed file that the fewest tests share with it
 * @property {number} risk how much of what changed it judges: each changed file counts 1, shared by all tests that it touches
 * @property {number} cpu calibrated processor seconds
 */

/**
 * @param {string} file
 * @param {import('./impact.mjs').Impact} impact
 * @returns {readonly string[]} beginnings of test files' paths, of the row that says the most of the file's path
 */
export function rowFor(file, impact) {
  const rows = impact.filter(([changed]) => file.startsWith(changed));
  const [, tests] = rows.reduce((best, row) => (row[0].length > best[0].length ? row : best), ['', []]);
  return tests;
}

/**
 * The test files that a changed file touches.
 *
 * @param {string} changed
 * @param {Map<string, Set<string>>} reach files that each test file imports
 * @param {import('./impact.mjs').Impact} impact
 */
function touchedBy(changed, reach, impact) {
  const row = rowFor(changed, impact);
  const touched = [...reach].filter(
    ([test, files]) => files.has(changed) || row.some((start) => test.startsWith(start)),
  );
  return touched.map(([test]) => test);
}

/**
 * The full test files that a change touches, those first that judge the most of it in a second.
 *
 * @param {readonly string[]} changed
 * @param {Map<string, Set<string>>} reach files that each test file imports
 * @param {import('./impact.mjs').Impact} impact
 * @param {(file: string) => number} weightOf
 * @returns {Related[]}
 */
export function relatedTests(changed, reach, impact, weightOf) {
  /** @type {Map<string, Related & { most: number }>} */
  const found = new Map();
  for (const source of changed) {
    const touched = touchedBy(source, reach, impact);
    const risk = 1 / touched.length;
    for (const file of touched) {
      const old = found.get(file) ?? { file, why: source, risk: 0, cpu: weightOf(file), most: 0 };
      const why = risk > old.most ? source : old.why;
      found.set(file, { ...old, why, risk: old.risk + risk, most: Math.max(old.most, risk) });
    }
  }
  const urgency = (/** @type {Related} */ { risk, cpu }) => risk / Math.max(cpu, 0.1);
  return [...found.values()]
    .map(({ most: _, ...test }) => test)
    .sort((a, b) => urgency(b) - urgency(a) || (a.file < b.file ? -1 : 1));
}

/**
 * Takes from the front what fits; what is too long for the rest of the limit makes room for shorter ones.
 *
 * @template {{ cpu: number }} T
 * @param {readonly T[]} tests
 * @param {number} limit processor seconds
 * @returns {{ fits: T[], over: T[] }}
 */
export function fitting(tests, limit) {
  let left = limit;
  const fits = tests.filter(({ cpu }) => {
    const fit = cpu <= left;
    if (fit) left -= cpu;
    return fit;
  });
  return { fits, over: tests.filter((test) => !fits.includes(test)) };
}
