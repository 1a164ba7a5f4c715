import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const fixtures = fileURLToPath(new URL('../../../fixtures/qemu/', import.meta.url));

export type Machine = 'lm3s6965evb' | 'mps2-an385' | 'netduinoplus2';

/** Builds one scenario for one machine with the real cross compiler; returns the path of the image. */
export function buildFirmware(
  scenario: string,
  into: string,
  machine: Machine = 'lm3s6965evb',
  flags: readonly string[] = [],
): string {
  const image = join(into, `${[machine, scenario, ...flags].join('').replaceAll(/[^\w-]/g, '_')}.elf`);
  const flash = machine === 'netduinoplus2' ? '0x08000000' : '0x0';
  execFileSync('arm-none-eabi-gcc', [
    ...['-mcpu=cortex-m3', '-mthumb', '-Os', '-g', '-ffreestanding', '-nostdlib', `-I${fixtures}`, ...flags],
    ...[`-Wl,--defsym=FLASH_ORIGIN=${flash}`, '-T', join(fixtures, 'link.ld')],
    ...[join(fixtures, 'startup.c'), join(fixtures, `uart_${machine}.c`)],
    ...[join(fixtures, 'scenarios', `${scenario}.c`), '-lgcc', '-o', image],
  ]);
  return image;
}
