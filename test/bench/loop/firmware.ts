import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { execa } from 'execa';
import { stringify } from 'yaml';

/** Modules of the measured firmware; each holds a wrong constant and has a test case that shows it. */
export const MODULES = 24;

/** What each build and each test shall take beyond its own work. */
export interface Delays {
  /** Seconds that the build waits. */
  build?: number;
  /** Files that it compiles again. */
  compilations?: number;
  /** Seconds that the test waits. */
  test?: number;
}

const name = (index: number): string => `m${String(index).padStart(2, '0')}`;

/** A module of a size as in small firmware: a table-free checksum beside the wrong constant. */
const moduleText = (index: number, value: number): string => `#include "modules.h"

int ${name(index)}_limit(void) {
  return ${value};
}

uint32_t ${name(index)}_sum(const uint8_t *bytes, int count) {
  uint32_t sum = 0xFFFFFFFFu;
  for (int i = 0; i < count; i++) {
    sum ^= bytes[i];
    for (int bit = 0; bit < 8; bit++) sum = (sum >> 1) ^ ((sum & 1u) ? 0xEDB88320u : 0u);
  }
  return ~sum;
}
`;

/** What a module's function returns: the constant that its case wants, or one of two that it does not. */
export const VALUES = { wrong: 41, right: 42, alsoWrong: 43 } as const;
export type Value = keyof typeof VALUES;

/** The patch that gives one module, wrong so far, another value. */
export function patchOf(index: number, value: Value): string {
  const file = `src/${name(index)}.c`;
  return [
    `diff --git a/${file} b/${file}`,
    `--- a/${file}`,
    `+++ b/${file}`,
    '@@ -1,5 +1,5 @@',
    ' #include "modules.h"',
    ' ',
    ` int ${name(index)}_limit(void) {`,
    `-  return ${VALUES.wrong};`,
    `+  return ${VALUES[value]};`,
    ' }',
    '',
  ].join('\n');
}

/** Does by hand what `patchOf` does, or takes it back. */
export const writeModule = (dir: string, index: number, value: Value): void =>
  writeFileSync(path.join(dir, 'src', `${name(index)}.c`), moduleText(index, VALUES[value]));

const indices = Array.from({ length: MODULES }, (_, i) => i);

const header = (): string =>
  [
    '#include <stdint.h>',
    ...indices.map((i) => `int ${name(i)}_limit(void);\nuint32_t ${name(i)}_sum(const uint8_t *b, int n);`),
    '',
  ].join('\n');

/** TAP on the UART, then an exit through semihosting. SysTick (ARMv7-M ARM B3.3) gives the wanted duration. */
const mainText = (testMs: number): string => `#include "modules.h"
#include "target.h"
#define SYSTICK ((volatile uint32_t *)0xE000E010)

static void number(int n) {
  if (n > 9) number(n / 10);
  uart_putc((char)('0' + n % 10));
}

static void check(int n, const char *name, int value, uint32_t sum) {
  print(value == ${VALUES.right} && sum != 0 ? "ok " : "not ok ");
  number(n);
  print(" - ");
  print(name);
  print("\\n");
}

static void wait(int ms) {
  SYSTICK[1] = 1250000 - 1; /* 100 ms of the 12.5 MHz that QEMU's lm3s6965evb starts with */
  SYSTICK[0] = 5;
  while (ms > 0)
    if (SYSTICK[0] & 0x10000) ms -= 100;
}

int main(void) {
  const uint8_t bytes[4] = {1, 2, 3, 4};
  uart_init();
  print("1..${MODULES}\\n");
  wait(${testMs});
${indices.map((i) => `  check(${i + 1}, "${name(i)}", ${name(i)}_limit(), ${name(i)}_sum(bytes, 4));`).join('\n')}
  exit_with(0);
}
`;

const makefile = ({
  build = 0,
  compilations = 0,
}: Delays): string => `CFLAGS := -mcpu=cortex-m3 -mthumb -Os -g -Wall -ffreestanding -Isrc -Iboot -MMD
OBJECTS := $(patsubst %.c,build/%.o,$(wildcard src/*.c boot/*.c))

build/app.elf: $(OBJECTS)
${build > 0 ? `\tsleep ${build}\n` : ''}${'\tarm-none-eabi-gcc $(CFLAGS) -c -o build/again.o src/m00.c\n'.repeat(compilations)}\tarm-none-eabi-gcc $(CFLAGS) -nostdlib -Wl,--defsym=FLASH_ORIGIN=0x0 -T boot/link.ld -o $@ $^ -lgcc

build/%.o: %.c
\t@mkdir -p $(@D)
\tarm-none-eabi-gcc $(CFLAGS) -c -o $@ $<

-include $(OBJECTS:.o=.d)
`;

/** Writes the firmware below `dir`. */
export function writeFirmware(dir: string, fixtures: string, delays: Delays): void {
  for (const folder of ['src', 'boot']) mkdirSync(path.join(dir, folder), { recursive: true });
  for (const file of ['startup.c', 'target.h', 'link.ld', 'uart_lm3s6965evb.c'])
    cpSync(path.join(fixtures, file), path.join(dir, 'boot', file));
  for (const i of indices) writeModule(dir, i, 'wrong');
  writeFileSync(path.join(dir, 'src', 'modules.h'), header());
  writeFileSync(path.join(dir, 'src', 'main.c'), mainText((delays.test ?? 0) * 1000));
  writeFileSync(path.join(dir, 'Makefile'), makefile(delays));
  writeFileSync(path.join(dir, '.gitignore'), 'build/\n');
}

/** Commits the firmware and writes the task file beside its folder; returns the file's path. */
export async function writeProject(dir: string, fixtures: string, delays: Delays): Promise<string> {
  writeFirmware(dir, fixtures, delays);
  const git = (...args: string[]) =>
    execa('git', ['-c', 'user.name=Bench', '-c', 'user.email=bench@localhost', ...args], { cwd: dir });
  await git('init', '-q');
  await git('add', '-A');
  await git('commit', '-q', '-m', 'Firmware with wrong constants');
  const file = `${dir}.yaml`;
  writeFileSync(file, stringify(taskOf(dir)));
  return file;
}

const taskOf = (repo: string) => ({
  goal: 'every limit is right',
  repo,
  profile: 'qemu-lm3s6965evb',
  build: { command: ['make'], artifacts: { elf: 'build/app.elf' } },
  test: { parser: 'tap', timeoutSec: 30 },
  constraints: { maxIterations: MODULES + 1 },
});
