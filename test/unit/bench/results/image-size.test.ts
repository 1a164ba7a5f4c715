import { mkdtemp, realpath, rm, truncate, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { imageSize } from '../../../../electron/bench/results/image-size.js';
import type { Exec } from '../../../../shared/process.js';
import { realExec } from '../../../fixtures/exec.js';

const SOURCE = `
int zeroed[300];
int set[7] = {1, 2, 3};
const char table[] = "read only";
__attribute__((section(".ramcode"))) int in_ram(void) { return set[1]; }
int main(void) { return zeroed[1] + set[2] + table[3] + in_ram(); }
`;
const BARE = ['-g', '-O0', '-nostdlib', '-Wl,-e,main'];
const IMAGES: readonly [what: string, prefix: string, flags: readonly string[]][] = [
  ['32-bit, little-endian', 'arm-none-eabi-', [...BARE, '-mcpu=cortex-m3', '-mthumb']],
  ['32-bit, big-endian', 'arm-none-eabi-', [...BARE, '-mcpu=arm926ej-s', '-mbig-endian']],
  ['64-bit', '', ['-g']],
];

describe('the size of an image', () => {
  let dir: string;
  let exec: Exec;
  const elf = () => path.join(dir, 'a.elf');
  const run = async (...argv: string[]) => {
    const done = await exec({ argv, cwd: dir, timeoutMs: 60_000, operation: 'op' });
    expect([done.exitCode, Buffer.from(done.stderr).toString()]).toEqual([0, '']);
    return Buffer.from(done.stdout).toString();
  };
  const build = (prefix: string, flags: readonly string[]) =>
    run(`${prefix}gcc`, ...flags, '-o', 'a.elf', 'a.c');

  beforeAll(async () => {
    exec = await realExec();
    dir = await realpath(await mkdtemp(path.join(os.tmpdir(), 'benchloop-size-')));
    await writeFile(path.join(dir, 'a.c'), SOURCE);
  });
  afterAll(() => rm(dir, { recursive: true, force: true }));

  it.each(IMAGES)('is what GNU size tells, %s', async (_, prefix, flags) => {
    await build(prefix, flags);
    const told = (await run(`${prefix}size`, '-B', 'a.elf')).split('\n')[1]?.trim().split(/\s+/).map(Number);
    const size = imageSize(elf());
    expect([size?.image_text_bytes, size?.image_data_bytes, size?.image_bss_bytes]).toEqual(
      told?.slice(0, 3),
    );
    expect(size?.image_bss_bytes).toBeGreaterThanOrEqual(1200);
  });

  it('is not known where there is no image, no ELF, or half of one', async () => {
    expect(imageSize(`${elf()}x`)).toBeNull();
    expect(imageSize(path.join(dir, 'a.c'))).toBeNull();
    await build('arm-none-eabi-', BARE);
    await truncate(elf(), 400);
    expect(imageSize(elf())).toBeNull();
    await truncate(elf(), 30);
    expect(imageSize(elf())).toBeNull();
  });

  it('is not known where the header lies about its sections', async () => {
    const header = Buffer.alloc(64);
    header.write('\x7fELF\x02\x01', 'latin1');
    for (const [place, count, entry] of [
      [2n ** 63n, 1, 64],
      [0n, 65_535, 64],
      [0n, 1, 1],
    ] as const) {
      header.writeBigUInt64LE(place, 40);
      header.writeUInt16LE(entry, 58);
      header.writeUInt16LE(count, 60);
      await writeFile(elf(), header);
      expect(imageSize(elf())).toBeNull();
    }
  });
});
