import { existsSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleCommandLine, type CommandLine } from '../../fixtures/loop/command-line.js';
import { type Edits, git } from '../../fixtures/loop/projects.js';
import { FEW_TRIALS, prepare, runJob, statuses } from './workshop.js';

let cli: CommandLine;
beforeAll(async () => {
  cli = await bundleCommandLine();
});
afterAll(() => cli.close());

/** Nobody shall search long for what cannot be repaired: these programs lie, they have no bug. */
const SHORT = { constraints: { ...FEW_TRIALS, maxIterations: 2 } };
/** For a program that comes to its end. */
const ENOUGH_SEC = 120;
const NAMED = ['ring_starts_empty', 'ring_keeps_order', 'ring_refuses_when_full', 'ring_counts'];

/** A firmware whose whole test program is this text, with some code that a search could change. */
const firmware = (body: string): Edits => ({
  'test/main.c': `#include "target.h"\n#include "ring.h"\nint main(void)\n{\n    uart_init();\n${body}\n    return 0;\n}\n`,
});

const say = (...lines: string[]): string => lines.map((line) => `    print("${line}\\r\\n");`).join('\n');
const pass = (name: string): string => `test/main.c:1:${name}:PASS`;
const four = NAMED.map(pass);

const lies: { what: string; body: string; status: Record<string, string>; hangs?: true }[] = [
  {
    what: 'prints a summary of passes without its cases',
    body: say('5 Tests 0 Failures 0 Ignored', 'OK'),
    status: { ring_counts: 'missing', ring_keeps_order: 'missing' },
  },
  {
    what: 'leaves out one case',
    body: say(...four.slice(0, 3), '4 Tests 0 Failures 0 Ignored', 'OK'),
    status: { ring_counts: 'missing' },
  },
  {
    what: 'reports one case more than its summary counts',
    body: say(...four, pass('ring_counts'), '4 Tests 0 Failures 0 Ignored', 'OK'),
    status: {},
  },
  {
    what: 'forges the pass of a case that fails',
    body: say(
      ...four.slice(0, 3),
      'test/main.c:9:ring_counts:FAIL: no',
      pass('ring_counts'),
      '4 Tests 0 Failures 0 Ignored',
      'OK',
    ),
    status: { ring_counts: 'fail' },
  },
  {
    what: 'fails a case and exits with 0',
    body: `${say(...four.slice(0, 3), 'test/main.c:9:ring_counts:FAIL: no', '4 Tests 0 Failures 0 Ignored', 'OK')}\n    exit_with(0);`,
    status: { ring_counts: 'fail' },
  },
  {
    what: 'goes on reporting after its summary',
    body: say(...four.slice(0, 2), '2 Tests 0 Failures 0 Ignored', 'OK', ...four.slice(2)),
    status: {},
  },
  {
    what: 'crashes after its cases',
    body: `${say(...four)}\n    __asm__ volatile("udf #0");`,
    status: {},
    hangs: true,
  },
];

describe('a firmware that lies', () => {
  it.each(lies)('gets no pass: it $what', async ({ body, status, hangs }) => {
    const parts = { ...SHORT, test: { timeoutSec: hangs ? 3 : ENOUGH_SEC, cases: NAMED } };
    const job = prepare(cli, { target: true, edits: firmware(body), parts });
    const { report } = await runJob(cli, job);
    expect([report.final_status, report.branch]).toEqual(['FAILURE', null]);
    expect(statuses(report)).toMatchObject(status);
    expect(git(job.repo, 'branch', '--list', 'benchloop/*')).toBe('');
  });

  it('runs no command on this computer through semihosting, and gets no pass for asking', async () => {
    const marker = path.join(cli.root, 'marker');
    const system = [
      `    static const char command[] = "touch ${marker}";`,
      '    const struct { const char *text; uint32_t length; } block = {command, sizeof command - 1};',
      '    semihost(0x12, &block);',
    ];
    const body = [...system, say(...four, '4 Tests 0 Failures 0 Ignored', 'OK'), '    exit_with(0);'].join(
      '\n',
    );
    const parts = { ...SHORT, test: { timeoutSec: 3, cases: NAMED } };
    const { report } = await runJob(cli, prepare(cli, { target: true, edits: firmware(body), parts }));
    expect(existsSync(marker)).toBe(false);
    expect([report.final_status, report.branch]).toEqual(['FAILURE', null]);
    expect(report.tests.incomplete).toMatch(/SYS_SYSTEM/);
  });

  it('gets its pass where it tells the truth', async () => {
    const body = `${say(...four, '4 Tests 0 Failures 0 Ignored', 'OK')}\n    exit_with(0);`;
    const parts = { test: { timeoutSec: ENOUGH_SEC, cases: NAMED } };
    const { report } = await runJob(cli, prepare(cli, { target: true, edits: firmware(body), parts }));
    expect(report).toMatchObject({ final_status: 'SUCCESS', verdict: 'NOTHING_TO_FIX' });
  });
});

/** A host program that prints these lines and ends with this code. */
const program = (code: number, ...lines: string[]): Edits => ({
  'test/main.c': `#include <stdio.h>\nint main(void)\n{\n${lines.map((l) => `    puts("${l}");`).join('\n')}\n    return ${code};\n}\n`,
});

const hostLies: { what: string; edits: Edits }[] = [
  {
    what: 'a failing case and exit code 0',
    edits: program(0, '1..2', 'ok 1 - ring_a', 'not ok 2 - ring_b'),
  },
  {
    what: 'a plan that is longer than its cases',
    edits: program(0, '1..3', 'ok 1 - ring_a', 'ok 2 - ring_b'),
  },
  {
    what: 'a case twice, of which one fails',
    edits: program(0, '1..3', 'ok 1 - ring_a', 'ok 2 - ring_b', 'not ok 3 - ring_b'),
  },
  { what: 'nothing at all', edits: program(0) },
  {
    what: 'all passes and a crash',
    edits: {
      'test/main.c':
        '#include <stdio.h>\n#include <stdlib.h>\nint main(void)\n{\n    puts("1..2\\nok 1 - ring_a\\nok 2 - ring_b");\n    fflush(stdout);\n    abort();\n}\n',
    },
  },
];

describe('a case that never comes', () => {
  it('is not repaired by losing the plan that told of it', async () => {
    const edits: Edits = {
      'src/ring.c':
        '#include <stdio.h>\nvoid say(const char *text)\n{\n    while (*text) putchar(*text++);\n}\n',
      'test/main.c':
        'void say(const char *text);\nint main(void)\n{\n    say("1..3\\nok 1 - ring_a\\nok 2 - ring_b\\n");\n    return 0;\n}\n',
    };
    const parts = { constraints: { searchSec: 20, maxIterations: 2 }, test: { cases: ['ring_*'] } };
    const { report } = await runJob(cli, prepare(cli, { edits, parts }));
    expect(report).toMatchObject({ final_status: 'FAILURE', branch: null });
    expect(report.tests.incomplete).toBe('3 cases were announced, 2 reported');
  });
});

describe('a program on this computer that lies', () => {
  it.each(hostLies)('gets no pass: $what', async ({ edits }) => {
    const parts = { ...SHORT, test: { timeoutSec: 3, cases: ['ring_a', 'ring_b'] } };
    const { report } = await runJob(cli, prepare(cli, { edits, parts }));
    expect([report.final_status, report.branch]).toEqual(['FAILURE', null]);
  });

  it('tells no lie where the untouched tree reports a name twice, and each report passes', async () => {
    const edits = program(0, '1..3', 'ok 1 - ring_a', 'ok 2 - ring_b', 'ok 3 - ring_b');
    const parts = { ...SHORT, test: { timeoutSec: 3, cases: ['ring_a', 'ring_b'] } };
    const { report } = await runJob(cli, prepare(cli, { edits, parts }));
    expect(report).toMatchObject({ final_status: 'SUCCESS', verdict: 'NOTHING_TO_FIX' });
  });
});
