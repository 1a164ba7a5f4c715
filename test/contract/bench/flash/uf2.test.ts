import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { encodeBlock } from 'uf2';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createUf2 } from '../../../../electron/bench/flash/uf2/uf2.js';
import { mountedVolumes, type Volume } from '../../../../electron/bench/flash/uf2/volumes.js';
import { FlashSchema } from '../../../../shared/profile/flash.js';
import { realExec } from '../../../fixtures/exec.js';
import { done, options, program } from '../../../fixtures/flashing.js';
import { openSerialLink } from '../../../fixtures/serial/direct-link.js';
import { type Board, type Drive, fatDrive, folderDrive } from '../../../fixtures/uf2/bootloader.js';

const RP2040 = 0xe48bff56;
const START = 0x1000_0000;
const BLOCK = 256;
const PICO: Board = {
  info: 'UF2 Bootloader v3.0\r\nModel: Raspberry Pi RP2\r\nBoard-ID: RPI-RP2\r\n',
  family: RP2040,
};

describe('a bootloader with a real FAT file system', { skip: !existsSync('/dev/fuse') }, () => {
  it('takes the image whole, and its leaving is the sign', async () => {
    const drive = await fat(PICO);
    const flasher = await flasherOf(() => ours(drive), {});
    expect(done(await flasher.connect(options()))).toEqual({
      chip: 'RPI-RP2',
      serial: null,
      loader: 'UF2 Bootloader v3.0',
    });
    const bytes = program(100_000);
    const segments = [{ address: START + 10, bytes }];
    const seen: number[] = [];
    expect(await flasher.start(options())).toMatchObject({ ok: false, error: { code: 'TEST_ENV_FAILURE' } });
    done(await flasher.write(segments, { ...options(({ done }) => seen.push(done)), eraseAll: false }));
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    done(await flasher.verify(segments, options()));
    expect(drive.isThere()).toBe(false);
    expect(held(drive, START + 10, bytes.length).equals(bytes)).toBe(true);
    expect(await flasher.verify([{ address: START, bytes }], options())).toMatchObject({ ok: false });
  });

  it.each([0, 64, 128, 192, 199])('never says done when power goes at block %i of 200', async (block) => {
    const drive = await fat(PICO);
    const listed = await ours(drive);
    let at = -1;
    const pulled = async () => {
      if (at === block * BLOCK) await drive.stop();
      return listed; // as a system does that has not noticed it yet
    };
    const flasher = await flasherOf(pulled, {});
    done(await flasher.connect(options()));
    const written = await flasher.write([{ address: START, bytes: program(200 * BLOCK) }], {
      ...options(({ done }) => {
        at = done;
      }),
      eraseAll: false,
    });
    expect(written).toMatchObject({
      ok: false,
      error: { code: 'FLASH_FAILURE', left: block === 0 ? 'erased' : 'part' },
    });
  });
});

describe('a bootloader', () => {
  it('that stays got an image that it does not take', async () => {
    const drive = await folder('stays', { ...PICO, family: 1 });
    const flasher = await flasherOf(() => listed(drive), { connectSec: 0.5 });
    done(await flasher.connect(options()));
    const segments = [{ address: START, bytes: program(3 * BLOCK) }];
    done(await flasher.write(segments, { ...options(), eraseAll: false }));
    expect(await flasher.verify(segments, options())).toMatchObject({
      ok: false,
      error: { code: 'VERIFY_FAILURE', message: expect.stringContaining('did not take') },
    });
  });

  it.each([0, 128, 299])(
    'that leaves at block %i of 300 has a part of the image, though no write fails',
    async (block) => {
      const drive = await folder('leaves', PICO);
      let at = -1;
      const flasher = await flasherOf(() => (at === block * BLOCK ? [] : listed(drive)), {});
      done(await flasher.connect(options()));
      const written = await flasher.write([{ address: START, bytes: program(300 * BLOCK) }], {
        ...options(({ done }) => {
          at = done;
        }),
        eraseAll: false,
      });
      expect(written).toMatchObject({ ok: false, error: { message: expect.stringContaining('went away') } });
    },
  );

  it('shows what it holds, which is kept before the first write', async () => {
    const drive = await folder('current', PICO);
    const bytes = program(8 * BLOCK);
    const blocks = Array.from({ length: 8 }, (_, index) =>
      encodeBlock({
        ...{ flags: 0x2000, boardFamily: RP2040, blockNumber: index, totalBlocks: 8 },
        ...{
          flashAddress: START + index * BLOCK,
          payload: bytes.subarray(index * BLOCK, (index + 1) * BLOCK),
        },
      }),
    );
    await writeFile(path.join(drive.dir, 'CURRENT.UF2'), Buffer.concat(blocks));
    const flasher = await flasherOf(() => listed(drive), { current: true });
    done(await flasher.connect(options()));
    const read = await flasher.read?.({ start: START + 100, size: 1000 }, options());
    expect(read?.ok && bytes.subarray(100, 1100).equals(read.value)).toBe(true);
    expect(await flasher.read?.({ start: START, size: 9 * BLOCK }, options())).toMatchObject({ ok: false });
    expect((await flasherOf(() => listed(drive), {})).read).toBeUndefined();
  });

  it('of another family is refused, and of several the one that is meant is taken', async () => {
    const other = await folder('other', {
      ...PICO,
      info: 'UF2 Bootloader v1\nBoard-ID: SAMD21G18A-Zero-v0\n',
    });
    const wrong = await flasherOf(() => listed(other), {});
    expect(await wrong.connect(options())).toMatchObject({ ok: false, error: { code: 'BOARD_MISMATCH' } });
    const [left, right] = [await folder('left', PICO), await folder('right', PICO)];
    const both = () => [
      ...listed(other),
      ...listed(left, { serial: 'E0C9', topology: '1-4' }),
      ...listed(right, { serial: 'E0C9', topology: '1-5' }),
    ];
    expect(await (await flasherOf(both, { chip: 'rpi-rp2' })).connect(options())).toMatchObject({
      ok: false,
      error: { code: 'BOARD_MISMATCH', message: expect.stringContaining(right.dir) },
    });
    const named = await flasherOf(both, { chip: 'rpi-rp2' }, { topology: '1-5' });
    expect(done(await named.connect(options()))).toMatchObject({ chip: 'RPI-RP2', serial: 'E0C9' });
  });

  it('is waited for, and asked for in words', async () => {
    const none = await flasherOf(() => [], { connectSec: 0.3 });
    expect(await none.connect(options())).toMatchObject({
      ok: false,
      error: { code: 'TEST_ENV_FAILURE', next: expect.stringContaining('RESET twice') },
    });
    let looks = 0;
    const drive = await folder('late', PICO);
    const late = await flasherOf(() => (++looks > 2 ? listed(drive) : []), {});
    expect(done(await late.connect(options())).chip).toBe('RPI-RP2');
  });

  it('is not believed to be short, clean or there', async () => {
    const info = `Evil \x1b]0;x\x07${'y'.repeat(9000)}\nBoard-ID: \x1b[2Ja\u202e b\n`;
    const evil = await folder('evil', { ...PICO, info });
    const identity = done(await (await flasherOf(() => listed(evil), {})).connect(options()));
    expect(identity.loader).toMatch(/^Evil \]0;xy{1,80}$/);
    expect(identity.chip).toBe('unknown');
    await mkdir(path.join(dir, 'plain'));
    const plain = { dir: path.join(dir, 'plain'), id: '1', usb: null };
    expect(await (await flasherOf(() => [plain], { connectSec: 0.2 })).connect(options())).toMatchObject({
      ok: false,
    });
  });
});

let dir: string;

beforeAll(async () => {
  dir = await mkdtemp(path.join(os.tmpdir(), 'benchloop-uf2-'));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

async function fat(board: Board): Promise<Drive> {
  const drive = await fatDrive(await mkdtemp(path.join(dir, 'fat-')), board);
  onTestFinished(drive.stop);
  return drive;
}

async function folder(name: string, board: Board): Promise<Drive> {
  const drive = await folderDrive(path.join(dir, name), board);
  onTestFinished(drive.stop);
  return drive;
}

/** The drive as this system lists it, other drives of this computer left out. */
const ours = async ({ dir }: Drive): Promise<readonly Volume[]> =>
  (await mountedVolumes()).filter((volume) => volume.dir === dir);

const listed = (drive: Drive, usb: Volume['usb'] = null): Volume[] =>
  drive.isThere() ? [{ dir: drive.dir, id: '1', usb }] : [];

const held = ({ memory }: Drive, start: number, size: number): Buffer => {
  const first = start - (start % BLOCK);
  const pages = Array.from(
    { length: Math.ceil((start + size - first) / BLOCK) },
    (_, index) => memory.get(first + index * BLOCK) ?? Buffer.alloc(0),
  );
  return Buffer.concat(pages).subarray(start - first, start - first + size);
};

async function flasherOf(
  volumes: () => readonly Volume[] | Promise<readonly Volume[]>,
  settings: object,
  usb: { topology?: string } | null = null,
) {
  const parsed = FlashSchema.parse({ protocol: 'uf2', family: RP2040, entry: 'none', ...settings });
  if (parsed.protocol !== 'uf2') throw new Error('unreachable');
  const openPort = () => openSerialLink('/dev/null');
  const access = { openPort, usb, exec: await realExec(), scratchDir: dir };
  return createUf2(parsed, access, async () => volumes());
}
