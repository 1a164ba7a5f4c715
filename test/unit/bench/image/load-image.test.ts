import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IMAGE_FORMATS } from '../../../../electron/bench/image/image.js';
import { loadImage, parseImage } from '../../../../electron/bench/image/load-image.js';
import { toStored } from '../../../../electron/bench/image/stored-image.js';
import { inEnglish } from '../../../../shared/texts/words.js';

const run = promisify(execFile);

describe('an image from the toolchain', () => {
  it.each(['elf', 'hex'] as const)('holds as %s what objcopy extracts, at load addresses', async (format) => {
    const image = await loadImage(path.join(dir, `app.${format}`));
    if (!image.ok) throw new Error(inEnglish(image.error.message));
    const binary = await readFile(path.join(dir, 'app.bin'));
    expect(image.value.format).toBe(format);
    const flat = Buffer.alloc(binary.length);
    for (const { address, bytes } of image.value.segments) flat.set(bytes, address - 0x0800_0000);
    expect(flat.equals(binary)).toBe(true);
  });

  it('carries machine and build-id of an ELF file, as readelf prints them', async () => {
    const image = await loadImage(path.join(dir, 'app.elf'));
    const { stdout } = await run('arm-none-eabi-readelf', ['-n', path.join(dir, 'app.elf')]);
    expect(image).toMatchObject({ ok: true, value: { machine: 40 } });
    expect(image.ok && image.value.buildId).toBe(/Build ID: ([0-9a-f]+)/.exec(stdout)?.[1]);
    expect(image.ok && image.value.buildId).toMatch(/^[0-9a-f]{40}$/);
  });

  it('refuses an object file: it was not linked', async () => {
    const object = await loadImage(path.join(dir, 'app.o'));
    expect(object).toMatchObject({
      ok: false,
      error: { code: 'IMAGE_MALFORMED', where: path.join(dir, 'app.o') },
    });
  });

  it('refuses headers that load the same bytes of the file again and again', async () => {
    const elf = await readFile(path.join(dir, 'app.elf'));
    const [start, count] = [elf.readUInt32LE(28), 64];
    const headers = Buffer.alloc(32 * count);
    for (let i = 0; i < count; i++)
      for (const [word, value] of [1, 0, 0, i * elf.length, elf.length, elf.length, 5, 1].entries())
        headers.writeUInt32LE(value, i * 32 + word * 4);
    const bomb = Buffer.concat([elf.subarray(0, start), headers, elf]);
    bomb.writeUInt16LE(count, 44);
    expect(parseImage(bomb, {})).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('more bytes') },
    });
  });

  it.each([
    ['app.hex', '\ufeff:00000001FF\n', /HEX.* efbbbf3a/],
    ['text.HEX', 'hello', /HEX.* 68656c6c/],
    ['empty.elf', '', /ELF.* nothing/],
    ['short.uf2', 'UF2', /UF2/],
  ])('refuses %s that is none, whatever its address', async (name, content, message) => {
    const file = path.join(await mkdtemp(path.join(dir, 'named-')), name);
    await writeFile(file, content);
    expect(await loadImage(file, { base: 0 })).toMatchObject({
      ok: false,
      error: { code: 'IMAGE_MALFORMED', where: file, message: expect.stringMatching(message) },
    });
  });

  it('reads what is kept of a board as the image that it was', async () => {
    const image = await loadImage(path.join(dir, 'app.hex'));
    if (!image.ok) throw new Error(inEnglish(image.error.message));
    const kept = path.join(await mkdtemp(path.join(dir, 'kept-')), 'kept.json');
    await writeFile(kept, JSON.stringify(toStored(image.value)));
    expect(await loadImage(kept)).toEqual(image);
    await writeFile(kept, '{"format":"hex"}');
    expect(await loadImage(kept)).toMatchObject({ ok: false, error: { code: 'IMAGE_MALFORMED' } });
  });

  it.each(['/dev/zero', os.tmpdir()])('does not read %s, which is no file', async (place) => {
    expect(await loadImage(place, { base: 0 })).toMatchObject({
      ok: false,
      error: { code: 'ARTIFACT_MISSING', where: place },
    });
  });

  it('says where a bin file belongs only when told so', async () => {
    const file = path.join(dir, 'app.bin');
    expect(await loadImage(file)).toMatchObject({ ok: false, error: { code: 'IMAGE_MALFORMED' } });
    const placed = await loadImage(file, { base: 0x0800_0000 });
    expect(placed).toMatchObject({ ok: true, value: { segments: [{ address: 0x0800_0000 }] } });
  });

  it('says that there is no such file', async () => {
    const missing = await loadImage(path.join(dir, 'nothing.elf'));
    expect(missing).toMatchObject({ ok: false, error: { code: 'ARTIFACT_MISSING' } });
  });

  it('never throws, whatever the bytes', () => {
    fc.assert(
      fc.property(fc.constantFrom(...IMAGE_FORMATS), fc.uint8Array({ maxLength: 2048 }), (format, bytes) => {
        parseImage(bytes, { format, base: 0 });
      }),
    );
  });

  it('never throws on a damaged ELF, hex or UF2 file, and never gives bytes from outside of it', async () => {
    const sources = await Promise.all(['app.elf', 'app.hex'].map((name) => readFile(path.join(dir, name))));
    const all = [...sources, uf2Of([block(0, 1, 0x2000, 256)])];
    const change = fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 }));
    fc.assert(
      fc.property(
        fc.constantFrom(...all),
        fc.array(change, { minLength: 1, maxLength: 8 }),
        fc.nat(),
        (file, changes, cut) => {
          const damaged = Uint8Array.from(file);
          for (const [at, value] of changes) damaged[at % Math.min(damaged.length, 400)] = value;
          const bytes = cut % 3 === 0 ? damaged.subarray(0, cut % damaged.length) : damaged;
          const image = parseImage(bytes, {});
          if (!image.ok) return;
          const total = image.value.segments.reduce((sum, { bytes }) => sum + bytes.length, 0);
          expect(total).toBeLessThanOrEqual(bytes.length);
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe('an Intel HEX file', () => {
  const data = ':0400000001020304F2';
  const end = ':00000001FF';
  const parse = (...lines: string[]) => parseImage(Buffer.from(lines.join('\r\n')), { format: 'hex' });

  it.each([
    ['segment addresses (02)', ':020000021000EC', 0x10000],
    ['linear addresses (04)', ':020000040800F2', 0x0800_0000],
    ['linear addresses above 2 GiB', ':02000004800C6E', 0x800c_0000],
    ['start addresses (03, 05), which it passes over', ':0400000300007E007B', 0],
    ['an empty line', '', 0],
  ])('is read with %s', (_, line, address) => {
    const image = parse(line, data, end, '');
    expect(image).toMatchObject({
      ok: true,
      value: { segments: [{ address, bytes: Uint8Array.of(1, 2, 3, 4) }] },
    });
  });

  it.each([
    ['a wrong checksum', [':0400000001020304F3', end], 'line 1: the checksum'],
    ['a wrong length', [':0500000001020304F1', end], 'line 1'],
    ['an unknown type', [':00000006FA', end], 'type 6'],
    ['an extended address of three bytes', [':03000004080000F1', end], 'line 1'],
    ['data that is there twice', [data, data, end], 'overlap at 0x0000'],
    ['data over the end of 64 KiB', [':04FFFE0001020304F5', end], '64 KiB'],
    ['no end', [data], 'cut off'],
    ['anything after the end', [end, data], 'after the end'],
    ['other text', [data, 'hello', end], 'line 2'],
    ['nothing to write', [end], 'nothing to write'],
  ])('is refused for %s', (_, lines, message) => {
    const image = parse(...lines);
    expect(image).toMatchObject({ ok: false, error: { code: 'IMAGE_MALFORMED' } });
    expect(!image.ok && image.error.message).toContain(message);
  });
});

describe('a UF2 file', () => {
  const parse = (...blocks: Buffer[]) => parseImage(uf2Of(blocks), {});

  it('is read with its family, whatever the order of its blocks', () => {
    const image = parse(block(1, 2, 0x2100, 256), block(0, 2, 0x2000, 256));
    expect(image).toMatchObject({ ok: true, value: { family: FAMILY, segments: [{ address: 0x2000 }] } });
    expect(image.ok && image.value.segments[0]?.bytes.length).toBe(512);
  });

  it('passes over blocks that are not for the main flash', () => {
    const image = parse(block(0, 2, 0x2000, 256), block(1, 2, 0x2000, 256, { flags: 0x2001 }));
    expect(image.ok && image.value.segments.length).toBe(1);
  });

  it.each([
    ['a missing block', [block(0, 2, 0, 256)], 'the file has 1'],
    ['a block twice', [block(0, 2, 0, 256), block(0, 2, 256, 256)], 'twice'],
    ['a number out of range', [block(2, 1, 0, 256)], 'number 2'],
    ['a payload that is too long', [block(0, 1, 0, 477)], '477'],
    ['blocks that overlap', [block(0, 2, 0, 256), block(1, 2, 255, 256)], 'overlap'],
    ['several families', [block(0, 2, 0, 256), block(1, 2, 256, 256, { family: 7 })], 'several families'],
    ['a place beyond 32 bits', [block(0, 1, 0xffff_ff01, 256)], '32 bits'],
  ])('is refused for %s', (_, blocks, message) => {
    const image = parse(...blocks);
    expect(image).toMatchObject({ ok: false, error: { code: 'IMAGE_MALFORMED' } });
    expect(!image.ok && image.error.message).toContain(message);
  });
});

const FAMILY = 0xe48bff56;

/** Microsoft's UF2 specification, "File format". */
function block(
  number: number,
  count: number,
  address: number,
  size: number,
  { flags = 0x2000, family = FAMILY } = {},
): Buffer {
  const bytes = Buffer.alloc(512, number + 1);
  const words = [0x0a324655, 0x9e5d5157, flags, address, size, number, count, family];
  for (const [index, word] of words.entries()) bytes.writeUInt32LE(word, index * 4);
  bytes.writeUInt32LE(0x0ab16f30, 508);
  return bytes;
}

const uf2Of = (blocks: readonly Buffer[]) => Buffer.concat(blocks);

const SOURCE = `
  const char text[] = "read-only data, far from the code";
  int counter = 42;
  int unset[100];
  __attribute__((section(".vectors"), used)) static const unsigned vectors[2] = { 0x20001000, 0x08000101 };
  void start(void) { unset[counter] = text[counter]; for (;;) ; }
`;
// Data runs in RAM and is loaded from flash: the two addresses of a segment differ.
const SCRIPT = `
  MEMORY { FLASH (rx): ORIGIN = 0x08000000, LENGTH = 64K  RAM (rwx): ORIGIN = 0x20000000, LENGTH = 8K }
  ENTRY(start)
  SECTIONS {
    .vectors : { KEEP(*(.vectors)) } > FLASH
    .note.gnu.build-id : { KEEP(*(.note.gnu.build-id)) } > FLASH
    .text : { *(.text*) } > FLASH
    .rodata 0x08001000 : { *(.rodata*) } > FLASH
    .data : { *(.data*) } > RAM AT> FLASH
    .bss (NOLOAD) : { *(.bss*) *(COMMON) } > RAM
  }
`;

let dir: string;

beforeAll(async () => {
  dir = await mkdtemp(path.join(os.tmpdir(), 'benchloop-image-'));
  const [source, object, script, elf] = ['app.c', 'app.o', 'app.ld', 'app.elf'].map((name) =>
    path.join(dir, name),
  );
  if (!source || !object || !script || !elf) throw new Error('unreachable');
  await writeFile(source, SOURCE);
  await writeFile(script, SCRIPT);
  await run('arm-none-eabi-gcc', ['-mcpu=cortex-m3', '-mthumb', '-c', '-o', object, source]);
  await run('arm-none-eabi-ld', ['--build-id=sha1', '-T', script, '-o', elf, object]);
  for (const [format, name] of [
    ['binary', 'app.bin'],
    ['ihex', 'app.hex'],
  ] as const)
    await run('arm-none-eabi-objcopy', ['-O', format, elf, path.join(dir, name)]);
});
afterAll(() => rm(dir, { recursive: true, force: true }));
