import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openBoardStore } from '../../../../electron/bench/flash/board-store.js';
import { flashBoard } from '../../../../electron/bench/flash/flash-board.js';
import { createFlasher } from '../../../../electron/bench/flash/flashers.js';
import { loadImage, parseImage } from '../../../../electron/bench/image/load-image.js';
import { ok } from '../../../../shared/problem.js';
import { FlashSchema } from '../../../../shared/profile/flash.js';
import { inEnglish } from '../../../../shared/texts/words.js';
import {
  type Board,
  type BootloaderFiles,
  blankFlash,
  buildBootloader,
  FLASH_BYTES,
  FLASH_START,
  flashOf,
  type How,
  powerOn,
  stm32flash,
} from '../../../fixtures/an3155/board.js';
import { realExec } from '../../../fixtures/exec.js';
import { done, options } from '../../../fixtures/flashing.js';
import { openSerialLink } from '../../../fixtures/serial/direct-link.js';

describe('AN3155 against a bootloader that stm32flash can use', () => {
  it('writes what stm32flash reads back', async () => {
    const { board, flash } = await on();
    const flasher = await flasherOf(board);
    expect(await flasher.connect(options())).toMatchObject({ ok: true, value: { chip: '0x410' } });
    done(await flasher.write(SEGMENTS, { ...options(), eraseAll: false }));
    done(await flasher.verify(SEGMENTS, options()));
    expect(flasher.verifies).toBe('read-back');
    await flasher.close();
    await board.powerOff();
    const again = await on({}, flash);
    const copy = path.join(again.dir, 'copy.bin');
    await stm32flash(again.board, '-r', copy, '-S', `${FLASH_START}:${BYTES.length}`);
    expect(BYTES.equals(await readFile(copy))).toBe(true);
  });

  it('verifies and dumps what stm32flash wrote, and names the first byte that differs', async () => {
    const { board, dir } = await on();
    await writeFile(path.join(dir, 'image.bin'), BYTES);
    await stm32flash(board, '-w', path.join(dir, 'image.bin'), '-v');
    const flasher = await flasherOf(board);
    done(await flasher.connect(options()));
    done(await flasher.verify(SEGMENTS, options()));
    const read = await flasher.read?.({ start: FLASH_START + 3, size: 700 }, options());
    expect(read?.ok && BYTES.subarray(3, 703).equals(read.value)).toBe(true);
    const other = Buffer.from(BYTES);
    other[513] = (other[513] ?? 0) ^ 1;
    expect(await flasher.verify([{ address: FLASH_START, bytes: other }], options())).toMatchObject({
      ok: false,
      error: { code: 'VERIFY_FAILURE', message: expect.stringContaining('0x8000201') },
    });
  });

  it('starts the program, whose first bytes are left to the console', async () => {
    const { board } = await on();
    const image = await loadImage(files.program);
    if (!image.ok) throw new Error(inEnglish(image.error.message));
    const opened = await openSerialLink(board.port);
    if (!opened.ok) throw new Error(inEnglish(opened.error.message));
    const link = opened.value;
    onTestFinished(() => link.close());
    // The console keeps the port: giving it back does not close it.
    const flasher = await flasherOf(board, async () => ok({ ...link, close: async () => {} }));
    done(await flasher.connect(options()));
    const { segments } = image.value;
    done(await flasher.write(segments, { ...options(), eraseAll: false }));
    done(await flasher.verify(segments, options()));
    done(await flasher.start(options()));
    await flasher.close();
    let text = '';
    while (!text.includes('\n')) text += Buffer.from((await link.read(64, 120_000)) ?? []).toString('latin1');
    expect(text).toBe('hello from flash\n');
  });

  it.each([
    ['cutErase', 5],
    ['cutWrite', 17],
  ] as const)('never says done when power goes at any %s', { tags: 'full' }, async (cut, last) => {
    const flash = await blank();
    for (let at = 1; at <= last; at++) {
      const { board } = await on({ [cut]: at }, flash);
      const flasher = await flasherOf(board);
      done(await flasher.connect(options()));
      const written = await flasher.write(SEGMENTS, { ...options(), eraseAll: false });
      expect(written).toMatchObject({
        ok: false,
        error: { code: 'FLASH_FAILURE', left: cut === 'cutWrite' && at > 1 ? 'part' : 'erased' },
      });
      expect(await flasher.verify(SEGMENTS, options())).toMatchObject({ ok: false });
      await flasher.close();
      await board.powerOff();
    }
    const { board } = await on({}, flash);
    await flashWhole(board);
  });

  it('sends a damaged block again, and gives up on one that is refused for good', async () => {
    const { board, flash } = await on({ nackWrite: 3 });
    const flasher = await flasherOf(board);
    done(await flasher.connect(options()));
    expect(await flasher.write(SEGMENTS, { ...options(), eraseAll: false })).toMatchObject({
      ok: false,
      error: { code: 'FLASH_FAILURE', message: expect.stringContaining('512 of') },
    });
    await flasher.close();
    await board.powerOff();
    const again = await on({ nackOnce: 3 }, flash);
    await flashWhole(again.board);
  });

  it('finds one wrong bit of a device that acknowledged everything', async () => {
    const { board } = await on({ flip: 9 });
    const flasher = await flasherOf(board);
    done(await flasher.connect(options()));
    done(await flasher.write(SEGMENTS, { ...options(), eraseAll: false }));
    expect(await flasher.verify(SEGMENTS, options())).toMatchObject({
      ok: false,
      error: { code: 'VERIFY_FAILURE' },
    });
  });

  it('is not confused by what the application was sending, ACK among it', async () => {
    const { board } = await on({ noise: 2500 });
    await flashWhole(board);
  });

  it('gets through to a bootloader that waits for the rest of a command', async () => {
    const { board } = await on();
    const opened = await openSerialLink(board.port);
    if (!opened.ok) throw new Error(inEnglish(opened.error.message));
    await opened.value.write(Uint8Array.of(0x7f));
    expect(await opened.value.read(1, 120_000)).toEqual(Buffer.of(0x79));
    await opened.value.write(Uint8Array.of(0x31, 0xce, 0x08));
    expect(await opened.value.read(1, 120_000)).toEqual(Buffer.of(0x79));
    await opened.value.close();
    await flashWhole(board);
  });

  it('says that a protected chip cannot be read, and then verifies by acknowledgements only', async () => {
    const { board, flash } = await on({ protect: 1 });
    const flasher = await flasherOf(board);
    done(await flasher.connect(options()));
    const refused = { ok: false, error: { message: expect.stringContaining('read-out protection') } };
    expect(await flasher.read?.({ start: FLASH_START, size: 16 }, options())).toMatchObject(refused);
    expect(await flasher.verify(SEGMENTS, options())).toMatchObject({
      ok: false,
      error: { code: 'VERIFY_FAILURE' },
    });
    done(await flasher.write(SEGMENTS, { ...options(), eraseAll: false }));
    done(await flasher.verify(SEGMENTS, options()));
    expect(flasher.verifies).toBe('echo');
    expect((await flashOf(flash)).subarray(0, BYTES.length).equals(BYTES)).toBe(true);
    await flasher.close();
    await board.powerOff();
    const all = await on({ protect: 2 });
    const locked = await flasherOf(all.board);
    done(await locked.connect(options()));
    expect(await locked.write(SEGMENTS, { ...options(), eraseAll: false })).toMatchObject({ ok: false });
  });

  it('stays in a loader that only a hand can enter while a person is asked', async () => {
    const { board } = await on();
    const image = parseImage(BYTES, { format: 'bin', base: FLASH_START });
    if (!image.ok) throw new Error(inEnglish(image.error.message));
    const regions = [{ name: 'flash', start: FLASH_START, size: FLASH_BYTES, page: 1024 }];
    const outcome = await flashBoard({
      board: {
        id: 'nucleo',
        store: openBoardStore(path.join(await mkdtemp(path.join(dir, 'kept-'))), 'nucleo'),
      },
      createFlasher: () => makeFlasher(board),
      wanted: { regions },
      ...{ image: image.value, erase: 'pages', unreadable: false, keepFor: null, always: false, good: true },
      enteredByHand: true,
      spend: () => ok(undefined),
      confirm: async (_, hash) => hash,
      options: options(),
    });
    expect(outcome).toMatchObject({ outcome: 'done', verified: 'read-back' });
  });

  it('erases only the pages that are written, by the numbers that the chip has for them', async () => {
    for (const extended of [0, 1]) {
      const flash = await blank();
      const before = program(FLASH_BYTES, 3);
      await writeFile(flash, before, { flag: 'r+' });
      const { board } = await on({ extended }, flash);
      const segments = [{ address: FLASH_START + 0x2d01, bytes: BYTES }];
      await flashWhole(board, segments);
      const after = await flashOf(flash);
      const [first, end] = [0x2c00, 0x4000];
      expect(after.subarray(0, first).equals(before.subarray(0, first))).toBe(true);
      expect(after.subarray(end).equals(before.subarray(end))).toBe(true);
      expect(after.subarray(first, 0x2d01).every((byte) => byte === 0xff)).toBe(true);
    }
  });

  it.each([0, 1])('erases everything where that is asked for (extended: %s)', async (extended) => {
    const flash = await blank();
    await writeFile(flash, program(FLASH_BYTES, 3), { flag: 'r+' });
    const { board } = await on({ extended }, flash);
    const flasher = await flasherOf(board);
    done(await flasher.connect(options()));
    done(await flasher.write(SEGMENTS, { ...options(), eraseAll: true }));
    const after = await flashOf(flash);
    expect(after.subarray(BYTES.length).every((byte) => byte === 0xff)).toBe(true);
  });

  it('refuses, before the first erase, pages that the chip does not have', async () => {
    const flash = await blank();
    const { board } = await on({ product: 0x413, cutErase: 1 }, flash);
    const flasher = await flasherOf(board);
    expect(await flasher.connect(options())).toMatchObject({ ok: true, value: { chip: '0x413' } });
    expect(await flasher.write(SEGMENTS, { ...options(), eraseAll: false })).toMatchObject({
      ok: false,
      error: { code: 'BOARD_MISMATCH', message: expect.stringContaining('nothing was written') },
    });
    const outside = [{ address: FLASH_START + FLASH_BYTES, bytes: BYTES }];
    expect(await flasher.write(outside, { ...options(), eraseAll: false })).toMatchObject({
      ok: false,
      error: { code: 'IMAGE_REFUSED' },
    });
    expect(await flasher.read?.({ start: FLASH_START, size: 16 }, options())).toMatchObject({ ok: true });
  });

  it('stops between pages when it is told to, and says what is written', async () => {
    const { board } = await on();
    const flasher = await flasherOf(board);
    done(await flasher.connect(options()));
    const stop = new AbortController();
    const written = await flasher.write(SEGMENTS, {
      onProgress: ({ phase, done }) => phase === 'write' && done === 512 && stop.abort(),
      signal: stop.signal,
      eraseAll: false,
    });
    expect(!written.ok && written.error.message).toContain('512 of');
  });
});

let dir: string;
let files: BootloaderFiles;
/** Bytes without a pattern that a page or a block could share, and the same every time. */
const program = (size: number, seed = 0) =>
  Buffer.from(Array.from({ length: size }, (_, i) => (i * 151 + (i >> 8) * 7 + seed) & 0xff));
const BYTES = program(4198);
const SEGMENTS = [{ address: FLASH_START, bytes: BYTES }];

beforeAll(async () => {
  dir = await mkdtemp(path.join(os.tmpdir(), 'benchloop-an3155-'));
  files = await buildBootloader(path.join(dir, 'board'));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

async function blank(): Promise<string> {
  const file = path.join(await mkdtemp(path.join(dir, 'flash-')), 'flash.bin');
  await blankFlash(file);
  return file;
}

async function on(how: How = {}, flashFile?: string): Promise<{ board: Board; dir: string; flash: string }> {
  const flash = flashFile ?? (await blank());
  const own = await mkdtemp(path.join(dir, 'on-'));
  const board = await powerOn(files, own, flash, how);
  onTestFinished(board.powerOff);
  return { board, dir: own, flash };
}

const exec = await realExec();

function makeFlasher(board: Board, openPort = () => openSerialLink(board.port)) {
  const settings = FlashSchema.parse({
    protocol: 'an3155',
    parity: 'none', // pseudo-terminals have none
    connectSec: 120,
    regions: [{ name: 'flash', start: FLASH_START, size: FLASH_BYTES, page: 1024 }],
  });
  return createFlasher(settings, { openPort, usb: null, exec, scratchDir: dir });
}

async function flasherOf(board: Board, openPort = () => openSerialLink(board.port)) {
  const made = makeFlasher(board, openPort);
  if (!made.ok) throw new Error(inEnglish(made.error.message));
  onTestFinished(() => made.value.close());
  return made.value;
}

async function flashWhole(board: Board, segments = SEGMENTS): Promise<void> {
  const flasher = await flasherOf(board);
  done(await flasher.connect(options()));
  done(await flasher.write(segments, { ...options(), eraseAll: false }));
  done(await flasher.verify(segments, options()));
  await flasher.close();
  await board.powerOff();
}
