import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleCommandLine, type CommandLine } from '../../../fixtures/loop/command-line.js';
import { ON_QEMU, ringProject, targetProject, writeTask } from '../../../fixtures/loop/projects.js';

let cli: CommandLine;
beforeAll(async () => {
  cli = await bundleCommandLine();
});
afterAll(() => cli?.close());

const BUG = ['count >= RING_SIZE', 'count > RING_SIZE'] as const;
const LAST_LINE = 'print(failures == 0 ? "OK\\r\\n" : "FAIL\\r\\n");';
/** PL011: UARTFR at +0x18 (RXFE is bit 4), UARTDR at +0. */
const ECHO = `
    print("nonce?");
    for (char c = 0; c != '\\n';) {
        volatile uint32_t *uart = (volatile uint32_t *)0x4000C000u;
        while (uart[0x18 / 4] & (1u << 4)) {
        }
        c = (char)uart[0];
        uart_putc(c);
    }`;
const RECORDED = '\n    print("nonce?0123456789abcdef\\r\\n");';

async function run(name: string, prepare: (repo: string) => void, parts: Record<string, unknown>) {
  const home = cli.freshHome();
  const dir = path.join(cli.root, name);
  for (const folder of [home, dir]) mkdirSync(folder);
  writeFileSync(path.join(home, 'policy.yaml'), 'successConfidence: 0\n');
  prepare(path.join(dir, 'fw'));
  const task = writeTask(path.join(dir, 'task.yaml'), './fw', parts);
  const ran = await cli.run(['run', task, '--approve', 'all', '--json'], { home, cwd: dir });
  return { report: ran.lines.at(-1), said: ran.stdout.slice(-2000) + ran.stderr };
}

/** Nothing passes, whatever is tried. */
const IN_VAIN = { constraints: { searchTrials: 2 } };

const onQemu = (name: string, printed: string, more: Record<string, unknown> = {}) =>
  run(
    name,
    (repo) =>
      targetProject(repo, { 'src/ring.c': BUG, 'test/main.c': [LAST_LINE, `${LAST_LINE}${printed}`] }),
    { ...ON_QEMU, test: { ...Object(ON_QEMU.test), nonce: { prompt: 'nonce?' } }, ...more },
  );

const onHost = (name: string, printed: string, more: Record<string, unknown> = {}) =>
  run(
    name,
    (repo) =>
      ringProject(repo, {
        'src/ring.c': BUG,
        'test/main.c': ['#include <stdio.h>', `#include <stdio.h>\n#include <stdlib.h>\n${printed}`],
      }),
    { test: { nonce: true }, ...more },
  );

const AT_END = (words: string) =>
  `static void last(void) { ${words} }\n__attribute__((constructor)) static void begin(void) { atexit(last); }`;

describe('a run whose task asks for a nonce', () => {
  it('converges where firmware in QEMU reads the nonce and prints it with its verdict', async () => {
    const { report, said } = await onQemu('echo', ECHO);
    expect(report, said).toMatchObject({ final_status: 'SUCCESS', tests: { passed: 4, failed: 0 } });
    expect(report?.tests).not.toHaveProperty('incomplete');
  });

  it('takes no verdict of firmware for a pass that prints what it always prints', async () => {
    const { report, said } = await onQemu('recorded', RECORDED, IN_VAIN);
    expect(report?.final_status, said).toBe('FAILURE');
    expect(report?.tests).toMatchObject({
      incomplete: expect.stringContaining('the nonce did not come back with the verdict'),
    });
  });

  it('gives it to a program as a variable', async () => {
    const good = await onHost('program', AT_END('printf("%s\\n", getenv("BENCHLOOP_NONCE"));'));
    expect(good.report?.final_status, good.said).toBe('SUCCESS');
    const bad = await onHost('silent', AT_END('printf("done\\n");'), IN_VAIN);
    expect(bad.report?.final_status, bad.said).toBe('FAILURE');
  });
});
