import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { bindingHash, type FlashBinding } from '../../../../electron/bench/flash/binding.js';
import { openBoardStore } from '../../../../electron/bench/flash/board-store.js';
import { flashBoard } from '../../../../electron/bench/flash/flash-board.js';
import type { FlashRequest } from '../../../../electron/bench/flash/flash-request.js';
import { createFlasher } from '../../../../electron/bench/flash/flashers.js';
import { resetBoard } from '../../../../electron/bench/flash/reset-board.js';
import { imageToRestore } from '../../../../electron/bench/flash/restore.js';
import type { Image } from '../../../../electron/bench/image/image.js';
import { parseImage } from '../../../../electron/bench/image/load-image.js';
import { fail, ok } from '../../../../shared/problem.js';
import { FlashSchema } from '../../../../shared/profile/flash.js';
import { inEnglish } from '../../../../shared/texts/words.js';
import { realExec } from '../../../fixtures/exec.js';
import { openSerialLink } from '../../../fixtures/serial/direct-link.js';
import { BOOT_START, type BoardFiles, buildBoard, powerOn } from '../../../fixtures/simavr/optiboot-board.js';

describe('flashing a board', () => {
  it('keeps what it held, asks, writes, verifies, and can bring back both', async () => {
    const bench = await benchOf('whole');
    const asked: FlashBinding[] = [];
    const first = await flashBoard(await bench.request(image(1), { confirm: agree(asked) }));
    expect(first).toMatchObject({ outcome: 'done', holds: 'image', verified: 'read-back' });
    expect(asked).toMatchObject([{ board: 'uno', chip: '1e950f', erase: 'pages', irreversible: null }]);
    expect(await bench.flash(400)).toEqual(image(1).segments[0]?.bytes);

    const second = await flashBoard(await bench.request(image(2)));
    expect(second).toMatchObject({ outcome: 'done' });
    const good = await imageToRestore(bench.store, 'last-good', safe);
    expect(good.ok && good.value.segments).toEqual(image(2).segments);
    const dump = await imageToRestore(bench.store, 'first-dump', safe);
    if (!dump.ok) throw new Error(inEnglish(dump.error.message));
    expect(await flashBoard(await bench.request(dump.value))).toMatchObject({ outcome: 'done' });
    expect((await bench.flash(400)).every((byte) => byte === 0xff)).toBe(true);
  });

  it('spares the flash where the image is there already, and writes it where it is not any more', async () => {
    const bench = await benchOf('again');
    let writes = 0;
    const spend = () => {
      writes += 1;
      return ok(undefined);
    };
    const flash = async (change: Partial<FlashRequest> = {}) =>
      flashBoard(await bench.request(image(1), { spend, ...change }));
    expect(await flash()).toMatchObject({ outcome: 'done', written: true });
    expect(await flash()).toMatchObject({ outcome: 'done', written: false, verified: 'read-back' });
    expect(writes).toBe(1);
    expect(await flash({ always: true })).toMatchObject({ outcome: 'done', written: true });
    await bench.damage(7);
    expect(await flash()).toMatchObject({ outcome: 'done', written: true });
    expect(writes).toBe(3);
    expect(await bench.flash(400)).toEqual(image(1).segments[0]?.bytes);
  });

  it('writes nothing where no more writes are allowed', async () => {
    const bench = await benchOf('spent');
    const spend = () => fail({ code: 'FLASH_BUDGET_SPENT' as const, message: 'that was all' });
    const outcome = await flashBoard(await bench.request(image(1), { spend }));
    expect(outcome).toMatchObject({ outcome: 'refused', problem: { code: 'FLASH_BUDGET_SPENT' } });
    expect((await bench.flash(400)).every((byte) => byte === 0xff)).toBe(true);
  });

  it('resets a board without writing to it', async () => {
    const bench = await benchOf('reset');
    const request = await bench.request(image(1));
    expect(await flashBoard(request)).toMatchObject({ outcome: 'done' });
    expect(await resetBoard(request)).toEqual({ ok: true, value: undefined });
    expect(await resetBoard({ ...request, wanted: { ...WANTED, chip: '1e9514' } })).toMatchObject({
      error: { code: 'BOARD_MISMATCH' },
    });
    expect(await bench.flash(400)).toEqual(image(1).segments[0]?.bytes);
  });

  it('writes nothing where nobody agrees', async () => {
    const bench = await benchOf('declined');
    const outcome = await flashBoard(await bench.request(image(1), { confirm: async () => null }));
    expect(outcome).toMatchObject({ outcome: 'declined', problem: { code: 'FLASH_DECLINED' } });
    expect((await bench.flash(400)).every((byte) => byte === 0xff)).toBe(true);
  });

  it('takes an agreement to anything else for none', async () => {
    const bench = await benchOf('drift');
    const confirm = async (binding: FlashBinding) => bindingHash({ ...binding, regions: [] });
    const outcome = await flashBoard(await bench.request(image(1), { confirm }));
    expect(outcome).toMatchObject({ outcome: 'refused', holds: 'unchanged' });
    expect((await bench.flash(400)).every((byte) => byte === 0xff)).toBe(true);
  });

  it('refuses another chip, an image in the bootloader and one for another processor before a byte is written', async () => {
    const bench = await benchOf('refused');
    const otherChip = await bench.request(image(1), { wanted: { ...WANTED, chip: '1e9514' } });
    expect(await flashBoard(otherChip)).toMatchObject({
      outcome: 'refused',
      problem: { code: 'BOARD_MISMATCH' },
    });
    const [segment] = image(1).segments;
    if (segment === undefined) throw new Error('no segment');
    const inside: Image = { ...image(1), segments: [{ ...segment, address: BOOT_START - 8 }] };
    const refused = await flashBoard(await bench.request(inside));
    expect(refused).toMatchObject({ outcome: 'refused', problem: { code: 'IMAGE_REFUSED' } });
    const arm = await flashBoard(await bench.request({ ...image(1), machine: 40 }));
    expect(arm).toMatchObject({ outcome: 'refused', problem: { code: 'IMAGE_REFUSED' } });
    expect((await bench.flash(400)).every((byte) => byte === 0xff)).toBe(true);
  });

  it('says what the board holds after power went, and flashes it whole the next time', {
    tags: 'full',
  }, async () => {
    const bench = await benchOf('cut', 'cut=write:2');
    const cut = await flashBoard(await bench.request(image(1)));
    expect(cut).toMatchObject({ outcome: 'failed', holds: 'part', problem: { code: 'FLASH_FAILURE' } });
    expect(await bench.store.record()).toMatchObject({ ok: true, value: { holds: null, lastGood: null } });
    await bench.powerAgain();
    expect(await flashBoard(await bench.request(image(1)))).toMatchObject({ outcome: 'done' });
    expect(await bench.flash(400)).toEqual(image(1).segments[0]?.bytes);
  });

  it('calls a first flash irreversible where the flash cannot be read', async () => {
    const bench = await benchOf('unreadable');
    const asked: FlashBinding[] = [];
    await flashBoard(await bench.request(image(1), { unreadable: true, confirm: agree(asked) }));
    expect(asked[0]?.irreversible).toContain('protected');
  });

  it('brings nothing back where the profile says that it cannot be undone', async () => {
    const store = openBoardStore(path.join(dir, 'boards'), 'fused');
    const fused = await imageToRestore(store, 'last-good', { ...safe, oneTimeFuses: true });
    expect(fused).toMatchObject({ ok: false, error: { code: 'FLASH_DECLINED' } });
    expect(await imageToRestore(store, 'last-good', safe)).toMatchObject({
      ok: false,
      error: { code: 'ARTIFACT_MISSING' },
    });
  });

  it('leaves no temporary file beside what it keeps', async () => {
    const store = openBoardStore(path.join(dir, 'boards'), '../odd name');
    await store.keep(image(3));
    const folders = await readdir(path.join(dir, 'boards'));
    expect(folders.some((name) => name.includes('odd'))).toBe(true);
    const [folder = ''] = folders.filter((name) => name.includes('odd'));
    expect(
      (await readdir(path.join(dir, 'boards', folder, 'images'))).every((name) => /^\w+\.json$/.test(name)),
    ).toBe(true);
  });
});

let dir: string;
let files: BoardFiles;

beforeAll(async () => {
  dir = await mkdtemp(path.join(os.tmpdir(), 'benchloop-flash-'));
  files = await buildBoard(path.join(dir, 'board'));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

// Small, so that the dump is quick.
const WANTED = {
  chip: '1e950f',
  machine: 'avr',
  regions: [{ name: 'application', start: 0, size: 0x800, page: 128 }],
} as const;

const safe = { antiRollback: false, readOutProtection: false, oneTimeFuses: false };

const agree = (asked: FlashBinding[]) => async (binding: FlashBinding, hash: string) => {
  asked.push(binding);
  return hash;
};

function image(seed: number): Image {
  const bytes = Uint8Array.from({ length: 400 }, (_, i) => (i * 7 + seed * 31) & 0xff);
  const parsed = parseImage(bytes, { format: 'bin', base: 0 });
  if (!parsed.ok) throw new Error(inEnglish(parsed.error.message));
  return parsed.value;
}

async function benchOf(name: string, ...how: string[]) {
  const flashFile = path.join(dir, `${name}.bin`);
  let board = await powerOn(files, flashFile, ...how);
  onTestFinished(() => board.powerOff());
  const store = openBoardStore(path.join(dir, name), 'uno');
  const settings = FlashSchema.parse({ protocol: 'stk500v1', entry: 'none', connectSec: 120 });
  const exec = await realExec();
  return {
    store,
    async powerAgain() {
      await board.powerOff();
      board = await powerOn(files, flashFile);
    },
    /** Another byte at this address, as after a program that wrote to its own flash. */
    async damage(address: number): Promise<void> {
      await board.powerOff();
      const bytes = await readFile(flashFile);
      bytes[address] = (bytes[address] ?? 0) ^ 0x55;
      await writeFile(flashFile, bytes);
      board = await powerOn(files, flashFile);
    },
    /** The first bytes of its flash; takes power away. */
    async flash(size: number): Promise<Uint8Array> {
      await board.powerOff();
      const bytes = Uint8Array.from((await readFile(flashFile)).subarray(0, size));
      board = await powerOn(files, flashFile);
      return bytes;
    },
    async request(image: Image, change: Partial<FlashRequest> = {}): Promise<FlashRequest> {
      const openPort = () => openSerialLink(board.port);
      return {
        board: { id: 'uno', store },
        createFlasher: () => createFlasher(settings, { openPort, usb: null, exec, scratchDir: dir }),
        wanted: WANTED,
        image,
        erase: 'pages',
        unreadable: false,
        enteredByHand: false,
        keepFor: null,
        always: false,
        good: true,
        spend: () => ok(undefined),
        confirm: agree([]),
        options: { onProgress() {}, signal: new AbortController().signal },
        ...change,
      };
    },
  };
}
