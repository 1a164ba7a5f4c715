import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleCommandLine, type CommandLine } from '../../fixtures/loop/command-line.js';
import { type Edits, git } from '../../fixtures/loop/projects.js';
import { FEW_TRIALS, prepare, runJob } from './workshop.js';

let cli: CommandLine;
beforeAll(async () => {
  cli = await bundleCommandLine();
});
afterAll(() => cli.close());

interface Broken {
  what: string;
  edits?: Edits;
  build?: Readonly<Record<string, unknown>>;
  /** Files of the user that no commit has. */
  untracked?: readonly string[];
  code?: string;
  /** In the reason, the last error and the step that comes next. */
  cause: RegExp;
  next: RegExp;
}

function putFile(file: string): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, '1\n');
}

const makefile = (...recipe: string[]): Edits => ({
  Makefile: `all:\n${recipe.map((line) => `\t@${line}\n`).join('')}`,
});

const broken: readonly Broken[] = [
  {
    what: 'takes longer than it may',
    edits: makefile('sleep 60'),
    build: { command: ['make'], timeoutSec: 1 },
    cause: /ended after its time limit of 1 s/,
    next: /build\.timeoutSec/,
  },
  {
    what: 'writes without end',
    edits: makefile('while :; do head -c 1000000 /dev/zero >> build.log; sleep 0.01; done'),
    build: { command: ['make'], maxWrittenBytes: 8_000_000 },
    code: 'DISK_FULL',
    cause: /wrote more than 8000000 bytes/,
    next: /build\.maxWrittenBytes/,
  },
  {
    what: 'has no makefile',
    build: { command: ['make', '-f', 'nowhere.mk'] },
    cause: /nowhere\.mk/,
    next: /build\.command/,
  },
  {
    what: 'names its program and arguments in one word',
    build: { command: ['make -j2'] },
    code: 'TOOLCHAIN_MISSING',
    cause: /make -j2 is not installed/,
    next: /\[make, -j2\]/,
  },
  {
    what: 'has a rule that fails without a word',
    edits: makefile('false'),
    cause: /Makefile:2: all: Error 1/,
    next: /build log/,
  },
  {
    what: 'needs a header that git does not know',
    edits: { 'src/ring.c': ['#include "ring.h"', '#include "ring.h"\n#include "build_config.h"'] },
    cause: /src\/ring\.c:2: .*build_config\.h/,
    next: /inputs/,
  },
  {
    what: 'needs a table that only the user has',
    edits: makefile('sh -c "cd data; cat table.csv"'),
    untracked: ['data/table.csv'],
    cause: /Makefile:2: all: Error 1; printed last: .*table\.csv: No such file/,
    next: /^data\/table\.csv is in your work tree .* inputs: \["fw\/data\/table\.csv"\]/,
  },
  {
    what: 'has a makefile that only the user has, beside what it makes',
    edits: { 'lib/lib.c': 'int lib;\n' },
    build: { command: ['make', '-C', 'lib', 'lib.elf'] },
    untracked: ['lib/Makefile', 'lib/lib.elf'],
    cause: /No rule to make target 'lib\.elf'/,
    next: /^lib\/Makefile is in your work tree .* inputs: \["fw\/lib\/Makefile"\]/,
  },
  {
    what: 'has an error in a test',
    edits: { 'test/main.c': ['int main(void)\n{', 'int main(void)\n{\n    int unused = missing;'] },
    cause: /test\/main\.c:\d+: .*missing.*test\/main\.c is a test/,
    next: /by hand/,
  },
];

describe('a build that no edit repairs', () => {
  it.each(broken)('is told in its own words where it $what', async (one) => {
    const { edits, build, untracked, code, cause, next } = one;
    const job = prepare(cli, { edits, ...(build ? { parts: { build } } : {}) });
    for (const file of untracked ?? []) putFile(path.join(job.repo, file));
    const { report } = await runJob(cli, job);
    expect(report).toMatchObject({
      final_status: 'FAILURE',
      reason: expect.stringMatching(cause),
      last_error: {
        code: code ?? 'BUILD_FAILURE',
        message: expect.stringMatching(cause),
        next: expect.stringMatching(next),
      },
      patch: null,
    });
    const elsewhere = report.hypotheses.filter((one) => !/error/.test(one.cause));
    expect(elsewhere, 'no innocent code is blamed').toEqual([]);
    expect(git(job.repo, 'branch', '--list', 'benchloop/*')).toBe('');
  });
});

/** A test program that prints these lines. */
const prints = (...lines: string[]): Edits => ({
  'test/main.c': `#include <stdio.h>\nint main(void)\n{\n${lines.map((l) => `    puts("${l}");\n`).join('')}    return 0;\n}\n`,
});

describe('a test run in which no case fails and none passes', () => {
  it('names the parser that the output asks for', async () => {
    const parts = { test: { parser: 'unity' } };
    const { report } = await runJob(cli, prepare(cli, { parts }));
    expect(report).toMatchObject({
      final_status: 'FAILURE',
      reason: expect.stringMatching(/the parser unity reads no case; the output looks like tap/),
      last_error: { code: 'TASK_MALFORMED', next: expect.stringMatching(/set test\.parser to tap/) },
    });
  });

  it('names the cases that were skipped or are to do', async () => {
    const edits = prints('1..2', 'not ok 1 - ring_a # TODO later', 'ok 2 - ring_b # SKIP no board');
    const { report } = await runJob(cli, prepare(cli, { edits }));
    expect(report.reason).toMatch(/skipped or still to do: ring_a, ring_b/);
  });
});

describe('a failure that only held-out cases show', () => {
  it('is called that, and no code is searched by it', async () => {
    const edits: Edits = {
      'test/main.c':
        '#include <stdio.h>\nint main(void)\n{\n    puts("1..2\\nok 1 - ring_a\\nnot ok 2 - ring_b");\n    return 1;\n}\n',
    };
    const parts = { test: { cases: ['ring_a'], heldOut: ['ring_b'] } };
    const { path, report } = await runJob(cli, prepare(cli, { edits, parts }));
    expect(report).toMatchObject({
      final_status: 'FAILURE',
      reason: expect.stringMatching(/^only held-out cases fail/),
      last_error: { code: 'EVIDENCE_MISSING', next: expect.stringMatching(/test\.heldOut/) },
      patch: null,
    });
    expect(path).not.toContain('CODE_ANALYSIS → PATCH_GENERATION');
  });
});

describe('what a search tried', () => {
  it('is told once, in the trace, and not in the reason of the report', async () => {
    const edits: Edits = { 'test/main.c': ['ring.count == RING_SIZE', 'ring.count == 77'] };
    const parts = { constraints: { ...FEW_TRIALS, maxIterations: 1 } };
    const { ran, report } = await runJob(cli, prepare(cli, { edits, parts }));
    expect(report.final_status).toBe('FAILURE');
    expect(JSON.stringify(report)).not.toMatch(/candidates? (?:was|were|could)/);
    const told = ran.lines.filter((line) => /candidates were tried/.test(JSON.stringify(line.reason ?? '')));
    expect(told.map((line) => line.from)).toEqual(['PATCH_GENERATION']);
    expect(JSON.stringify(told)).toContain('The trials for the search are used up (searchTrials');
  });
});
