/** How often a new test file runs, and beside how many processes that take a processor every second time. */
export const TIMES = 5;
const BESIDE = 2;

/**
 * @typedef {(tier: 'fast' | 'full', files: readonly string[], stop: AbortSignal) => Promise<import('../test/vitest-run.mjs').Run>} RunFiles
 */

/**
 * @typedef {object} Rounds
 * @property {RunFiles} run
 * @property {(count: number) => Promise<() => Promise<void>>} spin keeps so many processors busy, until what it gives is called
 * @property {(line: string) => void} say
 */

/** @param {readonly { failed: number }[]} all */
const sum = (all) => all.reduce((total, { failed }) => total + failed, 0);

/** @param {readonly import('../test/vitest-run.mjs').Run[]} runs */
const counts = (runs) => ({
  passed: runs.reduce((total, { passed }) => total + passed, 0),
  failed: sum(runs),
});

/**
 * What failed, and how often.
 *
 * @param {readonly import('../test/vitest-run.mjs').Run[]} runs
 */
function failures(runs) {
  /** @type {Map<string, number>} */
  const times = new Map();
  for (const { file, failed } of runs.flatMap(({ files }) => files))
    if (failed > 0) times.set(file, (times.get(file) ?? 0) + 1);
  const often = (/** @type {number} */ count) =>
    runs.length > 1 ? ` (${count} of ${runs.length} times)` : '';
  const files = [...times].map(([file, count]) => `failed: ${file}${often(count)}`);
  const other = runs.filter((run) => run.failed > sum(run.files)).length;
  return other === 0 ? files : [...files, `failed: Vitest itself, its message is above${often(other)}`];
}

/**
 * The files that did not end in all rounds that were to be.
 *
 * @param {readonly string[]} files
 * @param {readonly import('../test/vitest-run.mjs').Run[]} runs
 * @param {number} times
 */
function unended(files, runs, times) {
  const ended = (/** @type {string} */ file) =>
    runs.filter((run) => run.files.some((result) => result.file === file)).length;
  return files.flatMap((file) => {
    if (ended(file) === times) return [];
    return [times > 1 ? `${file} (ended ${ended(file)} of ${times} times)` : file];
  });
}

/**
 * Runs files once.
 *
 * @param {'fast' | 'full'} tier
 * @param {readonly string[]} files
 * @param {AbortSignal} stop
 * @param {Pick<Rounds, 'run'>} tools
 */
export async function once(tier, files, stop, { run }) {
  const runs = stop.aborted ? [] : [await run(tier, files, stop)];
  const notRun = stop.aborted ? unended(files, runs, 1) : [];
  return { ...counts(runs), notes: failures(runs), notRun, runs };
}

/**
 * Runs new files several times, every second time beside processes that keep the processors busy.
 *
 * @param {'fast' | 'full'} tier
 * @param {readonly string[]} files
 * @param {AbortSignal} stop
 * @param {Rounds} tools
 */
export async function repeated(tier, files, stop, { run, spin, say }) {
  const runs = [];
  for (let time = 1; time <= TIMES && !stop.aborted; time++) {
    const isBeside = time % 2 === 0;
    say(`\nci: time ${time} of ${TIMES}${isBeside ? `, beside ${BESIDE} spinning processes` : ''}`);
    const end = isBeside ? await spin(BESIDE) : async () => {};
    try {
      runs.push(await run(tier, files, stop));
    } finally {
      await end();
    }
  }
  const notRun = stop.aborted ? unended(files, runs, TIMES) : [];
  return { ...counts(runs), notes: failures(runs), notRun };
}
