import { rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { setUp } from './setup.mjs';
import { runAttacks } from './test/attacks.mjs';
import { readBudgets } from './test/budgets.mjs';
import { calibrate, calibrateApart } from './test/calibration.mjs';
import { coverageFile } from './test/coverage.mjs';
import { runGuards } from './test/guards.mjs';
import { judge } from './test/judge.mjs';
import { runTests } from './test/vitest-run.mjs';
import { measureWeights } from './test/weights.mjs';

// npm test [-- FILTER …]                                the fast tests
// npm run test:full [-- [--shard K/N] [FILTER …]]       every test once
// npm run test:full -- --weights [FILTER …]             measures one file at a time and writes test/budgets.yaml
// npm run test:full -- --guards [NAME …]                breaks each promise in turn, and says whether a fast test notices
// npm run test:full -- --attacks [NAME …]               tries to break each promise many times (--seconds N, --attempt N)
// npm run test:crash [-- FILTER …]                      the crash tests, 20 rounds each, and on QEMU too
// With --coverage, `npm test` and `npm run test:full` note which functions each file executes (`node build/coverage.mjs compare`).

/** The computer may change its speed: it is looked at once more after so long, ms. */
const HALFWAY_MS = 120_000;

const MODES = ['--full', '--crash', '--weights', '--guards', '--attacks', '--coverage'];
const PROJECTS = ['unit', 'unit-starters', 'contract', 'crash', 'e2e'];

const args = process.argv.slice(2);
const filters = args.filter((arg) => !MODES.includes(arg));
const covers = args.includes('--coverage');

/**
 * Where functions are noted; parts of a run after the first add to it.
 *
 * @param {'fast' | 'full'} tier
 * @returns {Promise<NodeJS.ProcessEnv>}
 */
async function coverage(tier) {
  if (!covers) return {};
  const shard = /--shard[= ](\d+)/.exec(args.join(' '))?.[1] ?? '1';
  if (shard === '1') await rm(coverageFile(tier), { force: true });
  return { BENCHLOOP_TEST_COVERAGE: coverageFile(tier) };
}

/**
 * Runs tests and says what they used.
 *
 * @param {'fast' | 'full'} tier
 * @param {readonly string[]} projects
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<number>} exit code
 */
async function test(tier, projects, env) {
  const lanes = availableParallelism();
  const calibrations = [await calibrate(lanes)];
  const halfway = setTimeout(async () => calibrations.push(await calibrateApart(1)), HALFWAY_MS);
  const start = performance.now();
  const run = await runTests(tier, projects, filters, { ...env, ...(await coverage(tier)) });
  const minutes = (performance.now() - start) / 60_000;
  clearTimeout(halfway);
  calibrations.push(await calibrate(lanes));
  const isWhole = tier === 'fast' && filters.length === 0 && !covers;
  const { lines, faults } = judge(run, calibrations, readBudgets(), isWhole);
  for (const line of lines) console.log(line);
  for (const fault of faults) console.error(`BUDGET  ${fault}`);
  if (run.passed + run.failed === 0) console.error('No test ran.');
  console.log(`${minutes.toFixed(1)} minutes`);
  console.log(`${run.passed} passed, ${run.failed} failed`);
  return run.failed > 0 || run.passed === 0 || faults.length > 0 ? 1 : 0;
}

const rounds = { BENCHLOOP_CRASH_ROUNDS: process.env.BENCHLOOP_CRASH_ROUNDS ?? '20' };

/** @returns {Promise<number>} exit code */
function chosen() {
  if (args.includes('--crash')) return test('full', ['crash'], rounds);
  if (args.includes('--weights')) return measureWeights(PROJECTS, filters);
  if (args.includes('--guards')) return runGuards(filters);
  if (args.includes('--attacks')) return runAttacks(filters, process.env);
  return test(args.includes('--full') ? 'full' : 'fast', PROJECTS, {});
}

process.exitCode = (await setUp({ withPeers: true })) ? await chosen() : 1;
