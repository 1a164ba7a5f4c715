import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { projectDir } from '../project.mjs';
import { budgetsFile, isFull, readBudgets, withMeasured, writeBudgets } from './budgets.mjs';
import { calibrate } from './calibration.mjs';
import { slowness } from './judge.mjs';
import { runTests } from './vitest-run.mjs';

/** @param {readonly { cpu: number }[]} all */
const sum = (all) => all.reduce((total, { cpu }) => total + cpu, 0).toFixed(0);

/**
 * Measures test files one at a time, and writes what they use into `test/budgets.yaml`.
 *
 * @param {readonly string[]} projects
 * @param {readonly string[]} filters
 * @returns {Promise<number>} exit code
 */
export async function measureWeights(projects, filters) {
  const budgets = readBudgets();
  const before = await calibrate(1);
  const run = await runTests('full', projects, ['--maxWorkers=1', ...filters], {});
  const calibrations = [before, await calibrate(1)];
  const { factor, isSteady } = slowness(calibrations, budgets.reference);
  if (!isSteady) console.error(`This computer changed its speed meanwhile (${calibrations.join(' s, ')} s).`);
  const measured = run.usage.map((used) => ({ ...used, cpu: used.cpu / factor }));
  const exists = (/** @type {string} */ file) => existsSync(path.join(projectDir, file));
  await writeFile(budgetsFile, writeBudgets(withMeasured(budgets, measured, exists)));
  const fast = measured.filter(({ file }) => !isFull(file));
  console.log(
    `fast: ${sum(fast)} calibrated processor seconds in ${fast.length} files; all: ${sum(measured)} in ${measured.length}`,
  );
  console.log(`${run.passed} passed, ${run.failed} failed`);
  return run.failed > 0 ? 1 : 0;
}
