import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleCommandLine, type CommandLine } from '../../fixtures/loop/command-line.js';
import { type Edits, onMachine } from '../../fixtures/loop/projects.js';
import { prepare, runJob } from './workshop.js';

let cli: CommandLine;
beforeAll(async () => {
  cli = await bundleCommandLine();
});
afterAll(() => cli.close());

/** No code may be changed: these programs lie, they have no bug, and nobody shall search for one. */
const UNCHANGEABLE = { constraints: { allowedPaths: ['NOTES.md'] } };
const NAMED = ['ring_a', 'ring_b'];
const TWO = ['ring_a', 'ring_b'].map((name) => `test/main.c:1:${name}:PASS`);
const SUMMARY = ['2 Tests 0 Failures 0 Ignored', 'OK'];

const say = (...lines: string[]): string => lines.map((line) => `    print("${line}\\r\\n");`).join('\n');
/** One round of SysTick (ARMv7-M ARM B3.3): 0.04 s to 0.2 s by the machines' clocks, which a busy computer prolongs. */
const pause = [
  '    *(volatile uint32_t *)0xE000E014u = 0x1FFFFFu;',
  '    *(volatile uint32_t *)0xE000E018u = 0u;',
  '    *(volatile uint32_t *)0xE000E010u = 5u;',
  '    while ((*(volatile uint32_t *)0xE000E010u & 0x10000u) == 0u) { }',
].join('\n');
const exit = (code: number) => `    exit_with(${code});`;

/** A firmware whose whole test program is this. */
const firmware = (body: string, before = ''): Edits => ({
  'NOTES.md': 'It lies.\n',
  'test/main.c': `#include "target.h"\n#include "ring.h"\n${before}\nint main(void)\n{\n    uart_init();\n${body}\n    return 0;\n}\n`,
});

interface Lie {
  what: string;
  body: string;
  before?: string;
  parser?: 'unity' | 'tap' | 'ztest';
  cases?: string[];
  /** What the report says about it. */
  told: RegExp;
  /** Tried on every machine: how it comes out has to do with the processor. */
  everywhere?: true;
}

/** ARMv7-M ARM B1.5.2: HardFault is exception 3; VTOR at 0xE000ED08. The table lies in RAM, so that it can be changed. */
const FAULT_HANDLER = (...lines: string[]): string =>
  [
    'static void on_fault(void)\n{',
    say(...lines),
    exit(0),
    '}',
    'static uint32_t table[16] __attribute__((aligned(128)));',
    'static inline void take_faults(void)\n{',
    '    for (int i = 0; i < 16; i++) table[i] = (uint32_t)on_fault;',
    '    *(volatile uint32_t *)0xE000ED08u = (uint32_t)table;\n}',
  ].join('\n');

// biome-ignore format: one lie an entry
const LIES: Lie[] = [
  { what: 'a summary that counts a failure which no case shows', body: `${say(...TWO, '2 Tests 1 Failures 0 Ignored', 'FAIL')}\n${exit(0)}`, told: /1 failed in the summary, 0 in the cases/ },
  { what: 'a failed assertion outside of any case', body: `${say(...TWO, 'test/main.c:9::FAIL: Expected 1 Was 2', ...SUMMARY)}\n${exit(0)}`, told: /outside of any case|2 cases were announced, 3 reported/ },
  { everywhere: true, what: 'its end pattern first, a pause, and then a failure', body: `${say(...TWO, ...SUMMARY)}\n${pause}\n${say('test/main.c:9:ring_b:FAIL: late')}\n${exit(0)}`, told: /ring_b/ },
  { what: 'its end pattern before any case, and then hangs', body: `${say('0 Tests 0 Failures 0 Ignored', 'OK')}\n    for (;;) { }`, told: /ring_a/ },
  { what: 'a TAP plan that is longer than its cases', parser: 'tap', body: `${say('1..3', 'ok 1 - ring_a', 'ok 2 - ring_b')}\n${exit(0)}`, told: /3 cases were announced, 2 reported/ },
  { what: 'more TAP cases than its plan has', parser: 'tap', body: `${say('1..2', 'ok 1 - ring_a', 'ok 2 - ring_b', 'ok 3 - ring_c')}\n${exit(0)}`, told: /2 cases were announced, 3 reported/ },
  { what: 'a second TAP stream with the same cases', parser: 'tap', body: `${say('1..2', 'ok 1 - ring_a', 'not ok 2 - ring_b', '1..2', 'ok 1 - ring_a', 'ok 2 - ring_b')}\n${exit(0)}`, told: /ring_b/ },
  { what: 'a second TAP stream after a pause, with a failure', parser: 'tap', body: `${say('1..2', 'ok 1 - ring_a', 'ok 2 - ring_b')}\n${pause}\n${say('1..1', 'not ok 1 - ring_b')}\n${exit(0)}`, told: /ring_b/ },
  { what: 'a case that nobody knows in place of a known one', body: `${say('test/main.c:1:ring_a:PASS', 'test/main.c:1:ring_new:PASS', ...SUMMARY)}\n${exit(0)}`, told: /ring_b/ },
  { what: 'a name that only looks like the known one', body: `${say('test/main.c:1:ring_a:PASS', 'test/main.c:1:ring_\\u200bb:PASS', ...SUMMARY)}\n${exit(0)}`, told: /ring_b/ },
  { what: 'a name that is turned round on the screen', body: `${say('test/main.c:1:ring_a:PASS', 'test/main.c:1:\\u202eb_gnir:PASS', ...SUMMARY)}\n${exit(0)}`, told: /ring_b/ },
  { what: 'a name of a megabyte', body: `    print("test/main.c:1:ring_a:PASS\\r\\ntest/main.c:1:");\n    for (int i = 0; i < 1000000; i++) uart_putc('b');\n${say(':PASS', ...SUMMARY)}\n${exit(0)}`, told: /ring_b|2 cases were announced, 1 reported/ },
  { what: 'the pass code behind a failing case', body: `${say(TWO[0] ?? '', 'test/main.c:9:ring_b:FAIL: no', '2 Tests 1 Failures 0 Ignored', 'FAIL')}\n${exit(0)}`, told: /ring_b/ },
  { everywhere: true, what: 'passes, and a code that says failure', body: `${say(...TWO, ...SUMMARY)}\n${exit(1)}`, told: /exit code is 1/ },
  { everywhere: true, what: 'a fault after its summary', body: `${say(...TWO, ...SUMMARY)}\n    __asm__ volatile("cpsid i; udf #0");`, told: /faulted|crashed/ },
  { everywhere: true, what: 'cases from its fault handler, which tells of the fault', before: FAULT_HANDLER('HardFault pc=0x00000100 lr=0x00000101', ...TWO, ...SUMMARY), body: '    take_faults();\n    __asm__ volatile("udf #0");', told: /faulted/ },
  { everywhere: true, what: 'passes from a block of lines that it boots into again and again', body: `${say('ring test', ...TWO)}\n    extern void reset_handler(void);\n    reset_handler();`, told: /boots again and again/ },
  { what: 'ztest passes under a suite that failed', parser: 'ztest', body: `${say('Running TESTSUITE ring', 'START - ring_a', ' PASS - ring_a in 0.001 seconds', 'START - ring_b', ' PASS - ring_b in 0.001 seconds', 'TESTSUITE ring failed.', 'SUITE FAIL -  50.00% [ring]: pass = 1, fail = 1, skip = 0, total = 2 duration = 0.002 seconds', 'PROJECT EXECUTION FAILED')}\n${exit(0)}`, told: /1 failed in the summary, 0 in the cases/ },
];

describe.each(['lm3s6965evb', 'mps2-an385'] as const)('a firmware on %s', (machine) => {
  it.each(LIES.filter((lie) => lie.everywhere || machine === 'lm3s6965evb'))(
    'gets no pass for $what',
    async ({ body, before, parser = 'unity', cases = NAMED, told }) => {
      const { edits, profile } = onMachine(machine, firmware(body, before));
      const parts = { ...UNCHANGEABLE, profile, test: { parser, timeoutSec: 120, cases } };
      const { report } = await runJob(cli, prepare(cli, { target: true, edits, parts }));
      expect([report.final_status, report.branch]).toEqual(['FAILURE', null]);
      const bad = report.tests.cases.filter((c) => c.status !== 'pass').map((c) => `${c.name}: ${c.status}`);
      expect([report.tests.incomplete ?? '', ...bad].join('\n')).toMatch(told);
    },
  );

  it('gets its pass where it tells the truth and then idles', async () => {
    const { edits, profile } = onMachine(machine, firmware(`${say(...TWO, ...SUMMARY)}\n    for (;;) { }`));
    const parts = { ...UNCHANGEABLE, profile, test: { timeoutSec: 120, cases: NAMED } };
    const { report } = await runJob(cli, prepare(cli, { target: true, edits, parts }));
    expect(report).toMatchObject({ final_status: 'SUCCESS', verdict: 'NOTHING_TO_FIX' });
  });

  it('reads no file of this computer through semihosting', async () => {
    const open = [
      `    static const char name[] = "${__filename}";`,
      '    static char text[64];',
      '    const struct { const char *name; uint32_t mode; uint32_t length; } file = {name, 0, sizeof name - 1};',
      '    const int handle = semihost(0x01, &file);',
      '    const struct { int handle; char *to; uint32_t length; } read = {handle, text, sizeof text - 1};',
      '    semihost(0x06, &read);',
      '    print(text);',
    ].join('\n');
    const { edits, profile } = onMachine(
      machine,
      firmware(`${open}\n${say(...TWO, ...SUMMARY)}\n${exit(0)}`),
    );
    const parts = { ...UNCHANGEABLE, profile, test: { timeoutSec: 120, cases: NAMED } };
    const { ran } = await runJob(cli, prepare(cli, { target: true, edits, parts }));
    expect(ran.stdout).not.toContain(readFileSync(__filename, 'utf8').slice(0, 30));
  });
});
