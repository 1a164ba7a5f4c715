import { availableParallelism } from 'node:os';
import { setUp } from './setup.mjs';
import { readBudgets } from './test/budgets.mjs';
import { calibrate, calibrateApart } from './test/calibration.mjs';
import { judge } from './test/judge.mjs';
import { runTests } from './test/vitest-run.mjs';
import { measureWeights } from './test/weights.mjs';

// npm test [-- FILTER …]                                the fast tests
// npm run test:full [-- [--shard K/N] [FILTER …]]       every test once
// npm run test:full -- --weights [FILTER …]             measures one file at a time and writes test/budgets.yaml
// npm run test:crash [-- FILTER …]                      the crash tests, 20 rounds each, and on QEMU too

/** The computer may change its speed: it is looked at once more after so long, ms. */
const HALFWAY_MS = 120_000;

const MODES = ['--full', '--crash', '--weights'];
const PROJECTS = ['unit', 'unit-starters', 'contract', 'crash', 'e2e'];

/**
 * Runs tests and says what they used.
 *
 * @param {'fast' | 'full'} tier
 * @param {readonly string[]} projects
 * @param {readonly string[]} filters
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<number>} exit code
 */
async function test(tier, projects, filters, env) {
  const lanes = availableParallelism();
  const calibrations = [await calibrate(lanes)];
  const halfway = setTimeout(async () => calibrations.push(await calibrateApart(1)), HALFWAY_MS);
  const start = performance.now();
  const run = await runTests(tier, projects, filters, env);
  const minutes = (performance.now() - start) / 60_000;
  clearTimeout(halfway);
  calibrations.push(await calibrate(lanes));
  const isWhole = tier === 'fast' && filters.length === 0;
  const { lines, faults } = judge(run, calibrations, readBudgets(), isWhole);
  for (const line of lines) console.log(line);
  for (const fault of faults) console.error(`BUDGET  ${fault}`);
  if (run.passed + run.failed === 0) console.error('No test ran.');
  console.log(`${minutes.toFixed(1)} minutes`);
  console.log(`${run.passed} passed, ${run.failed} failed`);
  return run.failed > 0 || run.passed === 0 || faults.length > 0 ? 1 : 0;
}

const args = process.argv.slice(2);
const filters = args.filter((arg) => !MODES.includes(arg));
const rounds = { BENCHLOOP_CRASH_ROUNDS: process.env.BENCHLOOP_CRASH_ROUNDS ?? '20' };

/** @returns {Promise<number>} exit code */
function chosen() {
  if (args.includes('--crash')) return test('full', ['crash'], filters, rounds);
  if (args.includes('--weights')) return measureWeights(PROJECTS, filters);
  return test(args.includes('--full') ? 'full' : 'fast', PROJECTS, filters, {});
}

process.exitCode = (await setUp({ withPeers: true })) ? await chosen() : 1;
