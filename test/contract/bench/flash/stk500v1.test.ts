import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { FlashProgress } from '../../../../electron/bench/flash/flasher.js';
import { createFlasher } from '../../../../electron/bench/flash/flashers.js';
import { openSerialLink } from '../../../../electron/bench/link/serial-link.js';
import { FlashSchema } from '../../../../shared/profile/flash.js';
import { realExec } from '../../../fixtures/exec.js';
import {
  avrdude,
  type Board,
  type BoardFiles,
  buildBoard,
  powerOn,
} from '../../../fixtures/simavr/optiboot-board.js';

describe('STK500 version 1 against optiboot', () => {
  it('writes what avrdude verifies', async () => {
    const flashFile = path.join(dir, 'ours.bin');
    const board = await on(flashFile);
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
    const board = await on(path.join(dir, 'theirs.bin'));
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

async function flasherOf(board: Board, entry = 'none') {
  const settings = FlashSchema.parse({ protocol: 'stk500v1', entry });
  const exec = await realExec();
  const made = createFlasher(settings, {
    openPort: (wanted) => openSerialLink(board.port, wanted),
    usb: null,
    exec,
    scratchDir: dir,
  });
  if (!made.ok) throw new Error(made.error.message);
  onTestFinished(() => made.value.close());
  return made.value;
}

/** Bytes without a pattern that a page or a block could share, and the same every time. */
const program = (size: number) =>
  Buffer.from(Array.from({ length: size }, (_, i) => (i * 151 + (i >> 8) * 7) & 0xff));

const options = (onProgress: (progress: FlashProgress) => void = () => {}) => ({
  onProgress,
  signal: new AbortController().signal,
});
