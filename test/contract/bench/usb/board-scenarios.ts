import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { toIntelHex } from '../../../../electron/bench/image/write-hex.js';
import {
  type Board,
  blankFlash,
  buildBootloader,
  FLASH_START,
  powerOn,
} from '../../../fixtures/an3155/board.js';
import { START } from '../../../fixtures/dfu/model.js';
import { until } from '../../../fixtures/until.js';
import type { Guest } from '../../../fixtures/usb-guest/guest.js';

/** Boards that are flashed by hand in the guest. */
export function boardScenarios(guest: () => Guest): void {
  const put = (file: string, bytes: Buffer) => guest().call('put', { file, bytes: bytes.toString('base64') });
  /** As stty reads it from the device. */
  const framing = async () => (await guest().call('run', { argv: ['stty', '-F', PORT, '-a'] })).stdout;

  it('knows a board in its bootloader and with its program, and another one in the same socket from it', async () => {
    await put('/tmp/twofold.hex', Buffer.from(toIntelHex([{ address: START, bytes: BYTES }])));
    const flash = async () => {
      await guest().call('beginFlash', { profile: TWOFOLD, image: '/tmp/twofold.hex' });
      return guest().call('endFlash');
    };
    const one = { dfuse: true, serial: 'ROM-1', programSerial: 'PROGRAM-1' };
    const other = { dfuse: true, serial: 'ROM-2', programSerial: 'PROGRAM-2' };
    await guest().call('plug', one);
    const first = await flash();
    expect(await flash(), 'its program runs now').toBe(first);
    await guest().call('plug', { ...other, begins: 'run-time' });
    const second = await flash();
    await guest().call('plug', other);
    expect(await flash(), 'it waits in its bootloader').toBe(second);
    expect(await guest().call('knownBoards')).toEqual([first, second].sort());
    expect(second).not.toBe(first);
  });

  it('gives a console its own framing back after a flasher had the port at another', async () => {
    const dir = await mkdtemp(path.join(os.tmpdir(), 'benchloop-framing-'));
    onTestFinished(() => rm(dir, { recursive: true }));
    const files = await buildBootloader(dir);
    const flashFile = path.join(dir, 'flash.bin');
    await blankFlash(flashFile);
    const wire = wireTo(guest(), await powerOn(files, dir, flashFile));
    onTestFinished(() => wire.cut());
    await put('/tmp/program.elf', await readFile(files.program));

    await guest().call('openConsole', { path: PORT, baud: 57_600 });
    onTestFinished(() =>
      guest()
        .call('closeConsole')
        .then(() => undefined),
    );
    expect(await framing()).toMatch(/speed 57600[\s\S]*\n-parenb .*cs8/);
    await guest().call('beginFlash', { profile: STM32, image: '/tmp/program.elf' });
    await until(wire.hasSpoken);
    expect(await framing(), 'AN3155 wants even parity').toMatch(/speed 115200[\s\S]*\nparenb -parodd .*cs8/);
    wire.join();
    await guest().call('endFlash');
    await until(async () => (await framing()).includes('speed 57600'));
    expect(await framing()).toMatch(/\n-parenb .*cs8/);
    await until(async () => (await guest().call('consoleText')).includes('hello from flash'));
  });
}

/** The far end of the guest's serial converter leads to a board once they are joined; what is said before is lost. */
function wireTo({ wire }: Guest, board: Board) {
  const [far, ear] = [createWriteStream(board.port), createReadStream(board.port)];
  let [isJoined, hasSpoken] = [false, false];
  const say = (bytes: Buffer) => {
    hasSpoken = true;
    if (isJoined) far.write(bytes);
  };
  wire.on('data', say);
  ear.on('data', (bytes) => wire.write(bytes));
  // a pseudo-terminal whose other end went ends with EIO
  far.on('error', () => undefined);
  ear.on('error', () => undefined);
  return {
    hasSpoken: () => hasSpoken,
    join: () => {
      isJoined = true;
    },
    cut: async () => {
      wire.off('data', say);
      wire.pause();
      await board.powerOff();
      far.destroy();
      ear.destroy();
    },
  };
}

const BYTES = Buffer.from(Array.from({ length: 903 }, (_, i) => (i * 149 + (i >> 8) * 11) & 0xff));
/** Its bootloader has other ids, and another serial number, than its program. */
const TWOFOLD = {
  ...{ id: 'twofold', kind: 'board', title: 'Twofold', find: { usb: { vendor: '1209', product: '0001' } } },
  flash: {
    ...{ protocol: 'dfu', ids: { vendor: '1209', product: '0002' }, connectSec: 120 },
    regions: [{ name: 'flash', start: START, size: 0x4000, page: 0x4000 }],
  },
};
const PORT = '/dev/ttyUSB0';
const STM32 = {
  ...{ id: 'stm32', kind: 'board', title: 'STM32', find: { port: PORT } },
  flash: {
    ...{ protocol: 'an3155', connectSec: 240 },
    regions: [{ name: 'flash', start: FLASH_START, size: 4096, page: 1024 }],
  },
};
