import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What has not come by then does not come, also on a slow computer that has much else to do, ms. */
const LIMIT_MS = 600_000;
/** A container may have fewer processors than its computer shows: no more at a time than two of them can bear. */
const MOST_WORKERS = 4;
const processors = availableParallelism();

/** Takes minutes and is a small file: begun last, it would be waited for alone. */
const LONG = '/loop/demos.test.ts';

/** As Vitest does, which takes large files first, but for that one. */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = (file: TestSpecification) => file.moduleId.endsWith(LONG);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

/** Projects run one after another; inside `crash` and `e2e`, files too: they start and kill whole process trees. */
export default defineConfig({
  test: {
    sequence: { sequencer: LongFirst },
    // One worker per processor: vitest's own choice leaves one out, which on two processors is half the machine.
    maxWorkers: Math.min(processors, MOST_WORKERS),
    projects: [
      {
        test: {
          name: 'unit',
          include: ['test/unit/**/*.test.ts'],
          testTimeout: LIMIT_MS,
          hookTimeout: LIMIT_MS,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'contract',
          include: ['test/contract/**/*.test.ts'],
          // They wait for boards, silences and time limits for two fifths of their time.
          maxWorkers: Math.min(Math.ceil(processors * 1.5), MOST_WORKERS),
          testTimeout: LIMIT_MS,
          hookTimeout: LIMIT_MS,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'crash',
          include: ['test/crash/**/*.test.ts'],
          testTimeout: 1_800_000,
          hookTimeout: LIMIT_MS,
          fileParallelism: false,
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          expect: { poll: { timeout: LIMIT_MS / 4 } },
          testTimeout: LIMIT_MS,
          hookTimeout: LIMIT_MS,
          fileParallelism: false,
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
});
