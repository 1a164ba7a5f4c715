import { mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { FlashProgress } from '../../../../electron/bench/flash/flasher.js';
import type { FlasherAccess } from '../../../../electron/bench/flash/flasher-access.js';
import { createFlasher } from '../../../../electron/bench/flash/flashers.js';
import { loadImage } from '../../../../electron/bench/image/load-image.js';
import { ok } from '../../../../shared/problem.js';
import { FlashSchema } from '../../../../shared/profile/flash.js';
import { inEnglish } from '../../../../shared/texts/words.js';
import { realExec } from '../../../fixtures/exec.js';
import { openSerialLink } from '../../../fixtures/serial/direct-link.js';
import {
  avrdude,
  type Board,
  type BoardFiles,
  buildBoard,
  buildHello,
  powerOn,
} from '../../../fixtures/simavr/optiboot-board.js';

describe('STK500 version 1 against optiboot', () => {
  it('writes what avrdude verifies', async () => {
    const board = await onForAvrdude('ours.bin');
    const bytes = program(1000);
    const flasher = await flasherOf(board);
    expect(await flasher.connect(options())).toMatchObject({ ok: true, value: { chip: '1e950f' } });
    expect(await flasher.write([{ address: 0, bytes }], { ...options(), eraseAll: false })).toMatchObject({
      ok: true,
    });
    expect(await flasher.verify([{ address: 0, bytes }], options())).toMatchObject({ ok: true });
    await flasher.close();
    const copy = path.join(dir, 'ours-image.bin');
    await writeFile(copy, bytes);
    await avrdude(board, `flash:v:${copy}:r`);
  });

  it('verifies what avrdude wrote, and names the first byte that differs', async () => {
    const board = await onForAvrdude('theirs.bin');
    const bytes = program(700);
    const file = path.join(dir, 'theirs-in.bin');
    await writeFile(file, bytes);
    await avrdude(board, `flash:w:${file}:r`);
    const flasher = await flasherOf(board);
    await flasher.connect(options());
    expect(await flasher.verify([{ address: 0, bytes }], options())).toMatchObject({ ok: true });
    const other = Buffer.from(bytes);
    other[513] = (other[513] ?? 0) ^ 1;
    const differs = await flasher.verify([{ address: 0, bytes: other }], options());
    expect(differs).toMatchObject({
      ok: false,
      error: { code: 'VERIFY_FAILURE', message: expect.stringContaining('0x0201') },
    });
  });

  it.each(['erase', 'half', 'write'])(
    'never says done when power goes at the %s of any page',
    { tags: 'full' },
    async (when) => {
      const bytes = program(3 * 128);
      for (const page of [1, 2, 3]) {
        const flashFile = path.join(dir, `cut-${when}-${page}.bin`);
        const board = await on(flashFile, `cut=${when}:${page}`);
        const flasher = await flasherOf(board);
        expect(await flasher.connect(options())).toMatchObject({ ok: true });
        const written = await flasher.write([{ address: 0, bytes }], { ...options(), eraseAll: false });
        expect(written).toMatchObject({ ok: false, error: { code: 'FLASH_FAILURE' } });
        expect(!written.ok && written.error.message).toContain(
          `${(page - 1) * 128} of 384 bytes were written`,
        );
        await flasher.close();

        await flashWhole(await on(flashFile), bytes);
        expect((await readFile(flashFile)).subarray(0, bytes.length).equals(bytes)).toBe(true);
      }
    },
  );

  it('fails verification cleanly when the device goes away in the middle of it', async () => {
    const board = await on(path.join(dir, 'gone.bin'));
    const flasher = await flasherOf(board);
    await flasher.connect(options());
    const bytes = program(1024);
    await flasher.write([{ address: 0, bytes }], { ...options(), eraseAll: false });
    const verified = flasher.verify(
      [{ address: 0, bytes }],
      options(() => void board.powerOff()),
    );
    expect(await verified).toMatchObject({ ok: false, error: { code: 'VERIFY_FAILURE' } });
  });

  it('is not confused by what the application was sending, INSYNC and OK among it', async () => {
    const board = await on(path.join(dir, 'noise.bin'), 'noise=2500');
    await flashWhole(board, program(300));
  });

  it('says that nothing answers, and what to do, where there is no bootloader', async () => {
    const flasher = await flasherOf({ port: '/dev/null' });
    expect(await flasher.connect(options())).toMatchObject({ ok: false });
  });

  it('refuses an image that is too large, or an erase that it cannot do, before a byte is written', async () => {
    const flashFile = path.join(dir, 'refused.bin');
    const board = await on(flashFile);
    const flasher = await flasherOf(board);
    await flasher.connect(options());
    const large = await flasher.write([{ address: 0x7f80, bytes: program(129) }], {
      ...options(),
      eraseAll: false,
    });
    expect(large).toMatchObject({ ok: false, error: { code: 'IMAGE_REFUSED' } });
    const all = await flasher.write([{ address: 0, bytes: program(10) }], { ...options(), eraseAll: true });
    expect(all).toMatchObject({ ok: false, error: { code: 'FLASH_FAILURE' } });
    await board.powerOff();
    expect((await readFile(flashFile)).subarray(0, 0x7c00).every((byte) => byte === 0xff)).toBe(true);
  });

  it('stops between pages when it is told to, and says what is written', async () => {
    const flasher = await flasherOf(await on(path.join(dir, 'stopped.bin')));
    await flasher.connect(options());
    const stop = new AbortController();
    const written = await flasher.write([{ address: 0, bytes: program(512) }], {
      onProgress: ({ done }) => done === 256 && stop.abort(),
      signal: stop.signal,
      eraseAll: false,
    });
    expect(!written.ok && written.error.message).toContain('256 of 512 bytes were written');
  });

  it('starts the program, whose first bytes are left to the console', async () => {
    const board = await on(path.join(dir, 'start.bin'));
    const elf = await buildHello(path.join(dir, 'hello'));
    const image = await loadImage(elf);
    if (!image.ok) throw new Error(inEnglish(image.error.message));
    expect(image.value.machine).toBe(83);
    const opened = await openSerialLink(board.port);
    if (!opened.ok) throw new Error(inEnglish(opened.error.message));
    const link = opened.value;
    onTestFinished(() => link.close());
    // The console keeps the port: giving it back does not close it.
    const flasher = await flasherOf(board, async () => ok({ ...link, close: async () => {} }));
    expect(await flasher.connect(options())).toMatchObject({ ok: true });
    const { segments } = image.value;
    expect(await flasher.write(segments, { ...options(), eraseAll: false })).toMatchObject({ ok: true });
    expect(await flasher.verify(segments, options())).toMatchObject({ ok: true });
    expect(await flasher.start(options())).toMatchObject({ ok: true });
    await flasher.close();
    let text = '';
    while (!text.includes('\n')) text += Buffer.from((await link.read(64, 120_000)) ?? []).toString('latin1');
    expect(text).toBe('hello from flash\n');
  });

  it('reads any range, counts bytes, and leaves untouched pages alone', async () => {
    const flasher = await flasherOf(await on(path.join(dir, 'range.bin')));
    await flasher.connect(options());
    const bytes = program(200);
    await flasher.write([{ address: 0x200, bytes }], { ...options(), eraseAll: false });
    await flasher.write([{ address: 0x1001, bytes }], { ...options(), eraseAll: false });
    const seen: number[] = [];
    const read = await flasher.read?.(
      { start: 0x203, size: 700 },
      options(({ done }) => void seen.push(done)),
    );
    const wanted = Buffer.concat([bytes.subarray(3), Buffer.alloc(503, 0xff)]);
    expect(read?.ok && wanted.equals(read.value)).toBe(true);
    expect(seen.at(-1)).toBe(700);
    expect(await flasher.verify([{ address: 0x1001, bytes }], options())).toMatchObject({ ok: true });
  });
});

describe('the simulated board', () => {
  it('leaves no name behind that leads to the board that is powered next', async () => {
    const first = await powerOn(files, path.join(dir, 'first.bin'));
    await first.powerOff();
    await on(path.join(dir, 'second.bin'));
    await expect(realpath(first.port)).rejects.toThrow('ENOENT');
  });
});

let dir: string;
let files: BoardFiles;

beforeAll(async () => {
  dir = await mkdtemp(path.join(os.tmpdir(), 'benchloop-stk500-'));
  files = await buildBoard(path.join(dir, 'board'));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

async function on(flashFile: string, ...how: string[]): Promise<Board> {
  const board = await powerOn(files, flashFile, ...how);
  onTestFinished(board.powerOff);
  return board;
}

async function onForAvrdude(name: string): Promise<Board> {
  const board = await powerOn(await buildBoard(path.join(dir, `for-${name}`), 0), path.join(dir, name));
  onTestFinished(board.powerOff);
  return board;
}

async function flasherOf(
  board: Pick<Board, 'port'>,
  openPort: FlasherAccess['openPort'] = (wanted) => openSerialLink(board.port, wanted),
) {
  const settings = FlashSchema.parse({ protocol: 'stk500v1', entry: 'none', connectSec: 120 });
  const exec = await realExec();
  const made = createFlasher(settings, {
    openPort,
    usb: null,
    exec,
    scratchDir: dir,
  });
  if (!made.ok) throw new Error(inEnglish(made.error.message));
  onTestFinished(() => made.value.close());
  return made.value;
}

async function flashWhole(board: Board, bytes: Uint8Array): Promise<void> {
  const flasher = await flasherOf(board);
  expect(await flasher.connect(options())).toMatchObject({ ok: true });
  const segments = [{ address: 0, bytes }];
  expect(await flasher.write(segments, { ...options(), eraseAll: false })).toMatchObject({ ok: true });
  expect(await flasher.verify(segments, options())).toMatchObject({ ok: true });
  await flasher.close();
  await board.powerOff();
}

/** Bytes without a pattern that a page or a block could share, and the same every time. */
const program = (size: number) =>
  Buffer.from(Array.from({ length: size }, (_, i) => (i * 151 + (i >> 8) * 7) & 0xff));

const options = (onProgress: (progress: FlashProgress) => void = () => {}) => ({
  onProgress,
  signal: new AbortController().signal,
});
