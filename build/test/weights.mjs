import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { runProgram } from '../child.mjs';
import { projectDir } from '../project.mjs';
import { budgetsFile, isFull, readBudgets, withMeasured, writeBudgets } from './budgets.mjs';
import { calibrate } from './calibration.mjs';
import { slowness } from './judge.mjs';
import { runTests } from './vitest-run.mjs';

/** @param {string} file */
const sourceOf = (file) => readFileSync(path.join(projectDir, file), 'utf8');

/** Whether a fast file has tests that only the full tier runs. */
const isMixed = (/** @type {string} */ file) => !isFull(file) && /tags:.*'full'/.test(sourceOf(file));

/**
 * Test files with a part of their name among `filters`; all without any.
 *
 * @param {readonly string[]} filters
 * @returns {Promise<string[]>}
 */
async function testFiles(filters) {
  const listed = await runProgram('git', ['ls-files', 'test/**/*.test.ts'], { cwd: projectDir });
  const files = listed.stdout
    .split('\n')
    .filter((file) => file !== '' && existsSync(path.join(projectDir, file)));
  return files.filter((file) => filters.length === 0 || filters.some((part) => file.includes(part)));
}

/**
 * Runs files one at a time, and gives what each uses, calibrated.
 *
 * @param {'fast' | 'full'} tier
 * @param {readonly string[]} projects
 * @param {readonly string[]} files
 */
async function measure(tier, projects, files) {
  if (files.length === 0) return { usage: [], passed: 0, failed: 0 };
  const before = await calibrate(1);
  const { usage, passed, failed } = await runTests(tier, projects, ['--maxWorkers=1', ...files], {});
  const calibrations = [before, await calibrate(1)];
  const { factor, isSteady } = slowness(calibrations, readBudgets().reference);
  if (!isSteady) console.error(`This computer changed its speed meanwhile (${calibrations.join(' s, ')} s).`);
  return { usage: usage.map((used) => ({ ...used, cpu: used.cpu / factor })), passed, failed };
}

/** @param {readonly { cpu: number }[]} all */
const sum = (all) => all.reduce((total, { cpu }) => total + cpu, 0).toFixed(0);

/** @param {readonly import('./budgets.mjs').Usage[]} usage @param {boolean} whole */
async function write(usage, whole) {
  const exists = (/** @type {string} */ file) => existsSync(path.join(projectDir, file));
  await writeFile(budgetsFile, writeBudgets(withMeasured(readBudgets(), usage, exists, whole)));
}

/**
 * Measures test files one at a time, and writes what they use into `test/budgets.yaml`: first the fast tier, then what only the
 * full tier has. Of files that have tests of both it is twice: their fast tests, and all of them.
 *
 * @param {readonly string[]} projects
 * @param {readonly string[]} filters
 * @returns {Promise<number>} exit code
 */
export async function measureWeights(projects, filters) {
  const files = await testFiles(filters);
  const fast = await measure(
    'fast',
    projects,
    files.filter((file) => !isFull(file)),
  );
  await write(fast.usage, false);
  console.log(`fast: ${sum(fast.usage)} calibrated processor seconds in ${fast.usage.length} files`);
  const full = await measure(
    'full',
    projects,
    files.filter((file) => isFull(file) || isMixed(file)),
  );
  await write(full.usage, true);
  console.log(`full tier alone, and mixed files whole: ${sum(full.usage)} in ${full.usage.length} files`);
  console.log(`${fast.passed + full.passed} passed, ${fast.failed + full.failed} failed`);
  return fast.failed + full.failed > 0 ? 1 : 0;
}
