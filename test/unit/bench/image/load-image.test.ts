import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { crc32 } from 'node:zlib';
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

  it('holds of an ELF file whose first segment begins at a page what its sections hold, as objcopy writes it', async () => {
    const elf = await linkedAtPages();
    const image = await loadImage(elf);
    await run('arm-none-eabi-objcopy', ['-O', 'srec', elf, `${elf}.srec`]);
    const written = await loadImage(`${elf}.srec`);
    expect(image.ok && image.value.segments).toEqual(written.ok && written.value.segments);
    expect(image).toMatchObject({ value: { segments: [{ address: 0x0800_1000 }] } });
  });

  it('holds of an ELF file without sections what is loaded, but for the headers of the file', async () => {
    const elf = await linkedAtPages();
    const bytes = await readFile(elf);
    bytes.writeUInt32LE(0, 32);
    bytes.writeUInt16LE(0, 48);
    const image = parseImage(bytes, {});
    expect(image).toMatchObject({ ok: true, value: { segments: [{ address: 0x0800_0054 }] } });
  });

  it.each(['srec', 'hex'] as const)('is read as %s with text around its records', async (format) => {
    const name = format === 'hex' ? 'app.hex' : 'app.srec';
    const text = await readFile(path.join(dir, name), 'latin1');
    const plain = parseImage(Buffer.from(text, 'latin1'), {});
    const around =
      format === 'hex'
        ? `\xef\xbb\xbf; made by a tool\r\n\r\n${text}; CRC\r\n\x1a`
        : `\xef\xbb\xbf\n${text}\n\x1a`;
    const read = parseImage(Buffer.from(around, 'latin1'), {});
    expect(plain).toMatchObject({ ok: true, value: { format } });
    expect(read.ok && read.value.segments).toEqual(plain.ok && plain.value.segments);
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
    ['app.hex', 'MZ\0\0 no records here', /HEX.* 4d5a0000/],
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
    ['two files in one', [data, end, data, end], 'line 3: a record after the end in line 2'],
    ['other text', [data, 'hello', end], 'line 2'],
    ['a record without its colon', [data, '0400040001020304EE', end], 'without its colon'],
    ['nothing to write', [end], 'nothing to write'],
  ])('is refused for %s', (_, lines, message) => {
    const image = parse(...lines);
    expect(image).toMatchObject({ ok: false, error: { code: 'IMAGE_MALFORMED' } });
    expect(!image.ok && image.error.message).toContain(message);
  });
});

describe('a Universal Hex', () => {
  const part = (id: string, byte: string, type: string) => [
    ':020000040000FA',
    record(`0400000A${id}C0DE`),
    record(`02000000${byte}${byte}`.replace(/^(......)00/, `$1${type}`)),
    ':0000000BF5',
  ];
  const file = Buffer.from(
    [...part('9900', '11', '00'), ...part('9903', '22', '0D'), ':00000001FF'].join('\n'),
  );

  it('gives the part of the board', () => {
    const second = parseImage(file, { universalHex: ['9904', '9903'] });
    expect(second).toMatchObject({ value: { segments: [{ address: 0, bytes: Uint8Array.of(0x22, 0x22) }] } });
    const first = parseImage(file, { universalHex: ['9900'] });
    expect(first).toMatchObject({ value: { segments: [{ bytes: Uint8Array.of(0x11, 0x11) }] } });
  });

  it.each([
    [undefined, 'parts for the boards 9900, 9903, and the profile names none'],
    [['9999'], 'none for 9999'],
  ])('is refused by name for a profile with %s', (universalHex, message) => {
    expect(parseImage(file, { universalHex })).toMatchObject({
      error: { message: expect.stringContaining(message), next: expect.stringContaining('universalHex') },
    });
  });
});

/** A record of Intel HEX from its digits, with its checksum. */
function record(digits: string): string {
  const sum = Buffer.from(digits, 'hex').reduce((total, byte) => total + byte, 0);
  return `:${digits}${(-sum & 0xff).toString(16).padStart(2, '0')}`;
}

describe('S-records', () => {
  const parse = (...lines: string[]) => parseImage(Buffer.from(lines.join('\n')), { format: 'srec' });
  const [data, end] = ['S1061000010203E3', 'S9030000FC'];

  it('are read with addresses of 16, 24 and 32 bits', () => {
    expect(parse('S00600004844521B', data, 'S5030001FB', end)).toMatchObject({
      value: { segments: [{ address: 0x1000, bytes: Uint8Array.of(1, 2, 3) }] },
    });
    expect(parse('S20508000001F1', 'S804000000FB')).toMatchObject({
      value: { segments: [{ address: 0x08_0000, bytes: Uint8Array.of(1) }] },
    });
    expect(parse('S30608000000AA47', 'S70508000000F2')).toMatchObject({
      value: { segments: [{ address: 0x0800_0000, bytes: Uint8Array.of(0xaa) }] },
    });
  });

  it.each([
    ['a wrong checksum', ['S1061000010203E4', end], 'line 1: the checksum'],
    ['a wrong length', ['S1071000010203E2', end], '7 bytes announced'],
    ['another count', [data, 'S5030002FA', end], '2 data records announced, 1 there'],
    ['no end', [data], 'cut off'],
    ['two files in one', [data, end, data, end], 'two files in one'],
    ['other text', [data, 'hello', end], 'line 2: not an S-record'],
    ['S4, which nobody uses', ['S4061000010203E3', end], 'line 1'],
  ])('are refused for %s', (_, lines, message) => {
    const image = parse(...lines);
    expect(!image.ok && image.error.message).toContain(message);
  });
});

describe('a DFU file', () => {
  const program = Uint8Array.from({ length: 64 }, (_, i) => i * 7);

  it('of DfuSe is read at its own addresses, without prefix and suffix', () => {
    const image = parseImage(dfuSe([[0x0800_4000, program]]), { base: 0 });
    expect(image).toMatchObject({
      value: { format: 'dfu', segments: [{ address: 0x0800_4000, bytes: program }] },
    });
  });

  it('of bytes alone is read without its suffix, at the address that a person gives', () => {
    const file = suffixed(Buffer.from(program));
    expect(parseImage(file, { base: 0x1000 }, 'app.dfu')).toMatchObject({
      value: { segments: [{ address: 0x1000, bytes: program }] },
    });
    expect(parseImage(file, {}, 'app.dfu')).toMatchObject({
      error: { next: expect.stringContaining('--address') },
    });
  });

  it.each([
    ['a wrong checksum', (file: Buffer) => file.writeUInt8(1, 300), 'checksum'],
    ['a missing suffix', (file: Buffer) => file.writeUInt8(0, file.length - 8), 'suffix'],
  ])('is refused for %s', (_, damage, message) => {
    const file = dfuSe([[0x0800_0000, program]]);
    damage(file);
    expect(parseImage(file, {})).toMatchObject({ error: { message: expect.stringContaining(message) } });
  });
});

/** UM0391: prefix, one target, its elements; then the suffix of DFU 1.1. */
function dfuSe(elements: readonly (readonly [address: number, bytes: Uint8Array])[]): Buffer {
  const parts = elements.map(([address, bytes]) => {
    const header = Buffer.alloc(8);
    header.writeUInt32LE(address, 0);
    header.writeUInt32LE(bytes.length, 4);
    return Buffer.concat([header, bytes]);
  });
  const body = Buffer.concat(parts);
  const [prefix, target] = [Buffer.alloc(11), Buffer.alloc(274)];
  prefix.write('DfuSe\x01', 'latin1');
  prefix.writeUInt32LE(11 + 274 + body.length, 6);
  prefix.writeUInt8(1, 10);
  target.write('Target', 'latin1');
  target.writeUInt32LE(body.length, 266);
  target.writeUInt32LE(elements.length, 270);
  return suffixed(Buffer.concat([prefix, target, body]));
}

function suffixed(body: Buffer): Buffer {
  const suffix = Buffer.from([0xff, 0xff, 0x11, 0xdf, 0x83, 0x04, 0x1a, 0x01, 0x55, 0x46, 0x44, 16]);
  const file = Buffer.concat([body, suffix]);
  const sum = Buffer.alloc(4);
  sum.writeUInt32LE(~crc32(file) >>> 0);
  return Buffer.concat([file, sum]);
}

describe('a file that no format claims', () => {
  const program = Uint8Array.from({ length: 64 }, (_, i) => i * 7);

  it('is bytes alone where its name says so, and refused with what to do where not', () => {
    expect(parseImage(program, { base: 0 }, 'app.bin')).toMatchObject({ value: { format: 'bin' } });
    expect(parseImage(program, { base: 0, format: 'bin' }, 'app.dat')).toMatchObject({ ok: true });
    expect(parseImage(program, { base: 0 }, 'app.dat')).toMatchObject({
      error: { message: expect.stringContaining('00070e15'), next: expect.stringContaining('.bin') },
    });
  });

  it('is never text, whatever its name', () => {
    const text = Buffer.from('make: *** No rule to make target app.bin. Stop.\n');
    expect(parseImage(text, { base: 0, format: 'bin' }, 'app.bin')).toMatchObject({
      error: { message: expect.stringContaining('it is text') },
    });
  });

  it('is no text where one byte fills it', () => {
    expect(parseImage(new Uint8Array(600).fill(0x5a), { base: 0 }, 'app.bin')).toMatchObject({ ok: true });
  });
});

describe('a UF2 file', () => {
  const parse = (...blocks: Buffer[]) => parseImage(uf2Of(blocks), {});

  it('is read with its family, whatever the order of its blocks', () => {
    const image = parse(block(1, 2, 0x2100, 256), block(0, 2, 0x2000, 256));
    expect(image).toMatchObject({ ok: true, value: { family: FAMILY, segments: [{ address: 0x2000 }] } });
    expect(image.ok && image.value.segments[0]?.bytes.length).toBe(512);
  });

  it('of several families gives the blocks of the board, however they are numbered', () => {
    const own = [
      block(0, 2, 0, 256, { family: 7 }),
      block(0, 2, 0, 256),
      block(1, 2, 256, 256),
      block(1, 2, 256, 256, { family: 7 }),
    ];
    const all = [block(0, 2, 0, 256, { family: 7 }), block(1, 2, 0, 256)];
    for (const blocks of [own, all])
      expect(parseImage(uf2Of(blocks), { family: 7 })).toMatchObject({ ok: true, value: { family: 7 } });
    expect(parseImage(uf2Of(own), { family: 8 })).toMatchObject({
      error: { message: expect.stringContaining("none is the board's, 0x0008") },
    });
  });

  it('is read without the absolute block that pico-sdk puts before it', () => {
    const absolute = block(0, 2, 0x10ff_ff00, 256, { flags: 0xa000, family: 0xe48bff57 });
    absolute.writeUInt32LE(0x9957e304, 32 + 256);
    const own = { family: 0xe48bff59 };
    const image = parse(absolute, block(0, 2, 0x1000_0000, 256, own), block(1, 2, 0x1000_0100, 256, own));
    expect(image).toMatchObject({ value: { family: 0xe48bff59, segments: [{ address: 0x1000_0000 }] } });
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

/** An image whose only segment begins at a page of the file, with the file's own headers in it. */
async function linkedAtPages(): Promise<string> {
  const folder = await mkdtemp(path.join(dir, 'pages-'));
  const [script, elf] = [path.join(folder, 'app.ld'), path.join(folder, 'app.elf')];
  await writeFile(script, SCRIPT_AT_PAGES);
  await run('arm-none-eabi-ld', [
    '-z',
    'max-page-size=0x10000',
    '-T',
    script,
    '-o',
    elf,
    path.join(dir, 'app.o'),
  ]);
  return elf;
}

const SCRIPT_AT_PAGES = `
  ENTRY(start)
  PHDRS { all PT_LOAD FILEHDR PHDRS; }
  SECTIONS {
    . = 0x08000000 + SIZEOF_HEADERS;
    . = 0x08001000;
    .text : { *(.vectors) *(.text*) *(.rodata*) *(.data*) } : all
    .bss : { *(.bss*) *(COMMON) } : all
    /DISCARD/ : { *(.ARM.*) *(.note*) }
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
    ['srec', 'app.srec'],
  ] as const)
    await run('arm-none-eabi-objcopy', ['-O', format, elf, path.join(dir, name)]);
});
afterAll(() => rm(dir, { recursive: true, force: true }));
