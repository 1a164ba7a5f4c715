import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleCommandLine, type CommandLine } from '../../fixtures/loop/command-line.js';
import type { Edits } from '../../fixtures/loop/projects.js';
import { believing, type Driven, type Job, prepare, runJob } from './workshop.js';

let cli: CommandLine;
beforeAll(async () => {
  cli = await bundleCommandLine();
});
afterAll(() => cli.close());

/** A step too few: what was printed so far lies in the buffer of a program that is killed. */
const SILENT: Edits = {
  'src/ring.c': [
    '    ring->count = 0u;\n}',
    '    ring->count = 0u;\n    for (unsigned i = 0u; i != RING_SIZE; i--) {\n        ring->bytes[i % RING_SIZE] = 0u;\n        i++;\n    }\n}',
  ],
};
const test = { timeoutSec: 3 };
/** Each trial that hangs takes as long as the test may. */
const FEW = { searchTrials: 10 };

/** Reasons of the patches that were proposed, in order. */
const patches = ({ ran }: Driven): string[] =>
  ran.lines
    .filter((line) => line.type === 'transition' && line.to === 'PATCH_APPLY')
    .map((line) => String(line.reason));

/** Several edits end the loop; which of them is right no case tells, and is not what is asked here. */
const hanging = (o: Parameters<typeof prepare>[1]): Job => believing(prepare(cli, o));

describe('a program that hangs and prints nothing', () => {
  it('gets prints first, which show where it hangs, are taken back, and are no part of the result', async () => {
    const job = hanging({ edits: SILENT, parts: { test, constraints: FEW } });
    const driven = await runJob(cli, job);
    const { report, ran } = driven;
    expect(report).toMatchObject({ final_status: 'SUCCESS', iterations: 1, files_changed: ['src/ring.c'] });
    expect(patches(driven)).toEqual([
      expect.stringMatching(/^Diagnostic prints/),
      expect.stringMatching(/ring_init/),
    ]);
    expect(ran.stdout).toMatch(/# in ring_init/);
    expect(report.patch).not.toMatch(/stdio|# in/);
    const shown = report.artifacts.find((artifact) => artifact.kind === 'diagnosis');
    const log = path.join(job.home, 'runs', report.run, 'artifacts', String(shown?.path));
    expect(readFileSync(log, 'utf8')).toBe('# in ring_init\n');
    const after = ran.lines
      .filter((line) => line.type === 'transition' && line.from === 'CODE_ANALYSIS')
      .at(-1);
    expect(after?.reason).toMatch(/ring_init\(\)/);
  });

  it('is searched without where no print is allowed', async () => {
    const parts = { test, constraints: { ...FEW, bannedConstructs: ['fprintf'] } };
    const driven = await runJob(cli, hanging({ edits: SILENT, parts }));
    expect(driven.report).toMatchObject({ final_status: 'SUCCESS', iterations: 1 });
    expect(patches(driven)).toHaveLength(1);
    expect(driven.ran.stdout).toMatch(/no diagnosis can be made: go on without one/);
  });

  it('is no such program where it says anything before it hangs', async () => {
    const loud: Edits = {
      ...SILENT,
      'test/main.c': ['printf("1..4\\n");', 'printf("1..4\\n");\n    fflush(stdout);'],
    };
    const driven = await runJob(cli, hanging({ edits: loud, parts: { test, constraints: FEW } }));
    expect(driven.report.final_status).toBe('SUCCESS');
    expect(patches(driven).join()).not.toMatch(/Diagnostic/);
  });
});
