import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';
import ByWeight from './build/test/by-weight.mjs';

/** What has not come by then does not come, also on a slow computer that has much else to do, ms. */
const LIMIT_MS = 600_000;
/** The crash tests by themselves take hours in all, and one of them half of one. */
const CRASH_LIMIT_MS = 1_800_000;
/** A container may have fewer processors than its computer shows: no more at a time than two of them can bear. */
const MOST_WORKERS = 4;
const isFullTier = process.env.BENCHLOOP_TESTS === 'full';
/** Many files of the full tier wait for boards, silences, windows and time limits for two fifths of their time. */
const WORKERS = Math.min(Math.ceil(availableParallelism() * (isFullTier ? 1.5 : 1)), MOST_WORKERS);

/**
 * Unit tests that start processes by the hundred. Starting one costs the more the more memory the starting one has (6 ms
 * at 50 MB, 30 at 450), so these have workers of their own, which hold neither parsed sources nor drawings.
 */
const STARTERS = ['workspace', 'tools', 'effects', 'agents/rules', 'bench/process'].map(
  (folder) => `test/unit/${folder}/**/*.test.ts`,
);

/** What a file uses is noted in each run, what it executes where that is asked for. */
const SETUP = [
  'test/usage/setup.ts',
  ...(process.env.BENCHLOOP_TEST_COVERAGE === undefined ? [] : ['test/coverage/setup.ts']),
];

const all = {
  exclude: [...configDefaults.exclude, ...(isFullTier ? [] : ['test/**/*.full.test.ts'])],
  setupFiles: SETUP,
  globalSetup: ['test/bundles.ts'],
  testTimeout: LIMIT_MS,
  hookTimeout: LIMIT_MS,
};

/**
 * Files of all projects are run side by side, by the same workers: none of these is idle before the last file. Whoever
 * kills or waits for processes knows its own by a run's id or a folder of its own.
 */
export default defineConfig({
  test: {
    // The fast tier is run with --tags-filter=!full (build/test/vitest-run.mjs): projects do not take it from here.
    tags: [{ name: 'full', description: 'a slow test in a file whose others are fast' }],
    sequence: { sequencer: ByWeight },
    maxWorkers: WORKERS,
    projects: [
      {
        // They are many and short, and keep nothing: reading the product anew for each would take longer than they do.
        test: {
          ...all,
          name: 'unit',
          include: ['test/unit/**/*.test.ts'],
          exclude: [...all.exclude, ...STARTERS],
          isolate: false,
        },
      },
      {
        test: {
          ...all,
          name: 'unit-starters',
          include: STARTERS,
          isolate: false,
          // A small young generation keeps the worker small.
          execArgv: ['--max-semi-space-size=1'],
        },
      },
      { test: { ...all, name: 'contract', include: ['test/contract/**/*.test.ts'], isolate: false } },
      {
        test: {
          ...all,
          name: 'crash',
          include: ['test/crash/**/*.test.ts'],
          globalSetup: ['test/bundles.ts', 'test/crash/bundles.ts'],
          testTimeout: CRASH_LIMIT_MS,
        },
      },
      // Only `npm run test:full -- --attacks` names it.
      {
        test: { ...all, name: 'attacks', include: ['test/attacks/**/*.attack.ts'], testTimeout: 0 },
      },
      {
        test: {
          ...all,
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          setupFiles: [...SETUP, 'test/e2e/display.ts'],
          expect: { poll: { timeout: LIMIT_MS / 4 } },
        },
      },
    ],
  },
});
