import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What has not come by then does not come, also on a slow computer that has much else to do, ms. */
const LIMIT_MS = 600_000;
/** The crash tests by themselves take hours in all, and one of them half of one. */
const CRASH_LIMIT_MS = 1_800_000;
/** A container may have fewer processors than its computer shows: no more at a time than two of them can bear. */
const MOST_WORKERS = 4;
/** Many wait for boards, silences, windows and time limits for two fifths of their time. */
const WORKERS = Math.min(Math.ceil(availableParallelism() * 1.5), MOST_WORKERS);

/**
 * What takes minutes, the longest first: begun last, it would be waited for alone. `npm test` says at its end which files
 * belong here. Vitest by itself takes large files first.
 */
const LONGEST = [
  'contract/loop/demos',
  'crash/moments',
  'crash/git-steps',
  'crash/roundtable',
  'crash/session',
  'crash/campaign',
  'crash/journal-points',
  'contract/bench/usb/guest',
  'contract/cli/gates',
  'contract/loop/forged-output',
  'contract/demo/demo',
  'contract/bench/loop/scripts',
  'contract/orchestrator/whole-on-boards',
  'contract/bench/loop/boards',
  'contract/bench/loop/at-end',
  'contract/environment-board',
  'contract/environment-bmc',
  'contract/cli/stops',
  'contract/bench/loop/avr',
  'contract/loop/tasks',
  'contract/loop/untrusted',
  'contract/injection/session',
  'contract/faulty/loop',
  'contract/faulty/roundtable',
  'contract/faulty/session',
  'contract/injection/loop',
  'contract/models/demos',
  'contract/delivery/deliver',
  'contract/delivery/deploy',
  'contract/delivery/lint',
  'contract/delivery/onto-head',
  'contract/session/who-plays',
  'contract/session/stand-in',
  'contract/orchestrator/rows',
  'contract/orchestrator/whole-campaign',
  'contract/orchestrator/breaker',
  'contract/orchestrator/executed',
  'contract/orchestrator/told',
  'e2e/console',
  'e2e/runs',
  'e2e/flash',
].map((name) => `/test/${name}.test.ts`);

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const found = LONGEST.findIndex((end) => moduleId.endsWith(end));
      return found < 0 ? LONGEST.length : found;
    };
    const sorted = await super.sort(files);
    return sorted.sort((a, b) => place(a) - place(b));
  }
}

/**
 * Files of all projects are run side by side, by the same workers: none of these is idle before the last file. Whoever
 * kills or waits for processes knows its own by a run's id or a folder of its own.
 */
export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    maxWorkers: WORKERS,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['test/unit/**/*.test.ts'],
          // They are many and short, and keep nothing: reading the product anew for each would take longer than they do.
          isolate: false,
          globalSetup: ['test/bundles.ts'],
          testTimeout: LIMIT_MS,
          hookTimeout: LIMIT_MS,
        },
      },
      {
        test: {
          name: 'contract',
          include: ['test/contract/**/*.test.ts'],
          globalSetup: ['test/bundles.ts'],
          testTimeout: LIMIT_MS,
          hookTimeout: LIMIT_MS,
        },
      },
      {
        test: {
          name: 'crash',
          include: ['test/crash/**/*.test.ts'],
          globalSetup: ['test/bundles.ts', 'test/crash/bundles.ts'],
          testTimeout: CRASH_LIMIT_MS,
          hookTimeout: LIMIT_MS,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          globalSetup: ['test/bundles.ts'],
          setupFiles: ['test/e2e/display.ts'],
          expect: { poll: { timeout: LIMIT_MS / 4 } },
          testTimeout: LIMIT_MS,
          hookTimeout: LIMIT_MS,
        },
      },
    ],
  },
});
