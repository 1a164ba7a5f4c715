import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import type { Flasher } from '../../../../electron/bench/flash/flasher.js';
import type { FlasherAccess } from '../../../../electron/bench/flash/flasher-access.js';
import { createFlasher } from '../../../../electron/bench/flash/flashers.js';
import type { Link } from '../../../../electron/bench/link/link.js';
import { holdersOf } from '../../../../electron/bench/link/port-holders.js';
import { ok } from '../../../../shared/problem.js';
import type { Exec } from '../../../../shared/process.js';
import { FlashSchema } from '../../../../shared/profile/flash.js';
import * as stm32 from '../../../fixtures/an3155/board.js';
import { realExec } from '../../../fixtures/exec.js';
import { done, program } from '../../../fixtures/flashing.js';
import { qemuAtPort } from '../../../fixtures/serial/bridge.js';
import { openSerialLink } from '../../../fixtures/serial/direct-link.js';
import * as avr from '../../../fixtures/simavr/optiboot-board.js';
import { type FlasherKind, flasherContract } from './flasher-contract.js';

let dir: string;
let exec: Exec;
let an3155Files: stm32.BootloaderFiles;
let avrFiles: avr.BoardFiles;
beforeAll(async () => {
  dir = await mkdtemp(path.join(os.tmpdir(), 'benchloop-boards-'));
  exec = await realExec();
  an3155Files = await stm32.buildBootloader(path.join(dir, 'stm32'));
  avrFiles = await avr.buildBoard(path.join(dir, 'avr'), 0);
});
afterAll(() => rm(dir, { recursive: true, force: true }));

const own = () => mkdtemp(path.join(dir, 'on-'));

const flasherFor = (settings: object, openPort: FlasherAccess['openPort']): Flasher =>
  done(
    createFlasher(FlashSchema.parse({ connectSec: 120, ...settings }), {
      ...{ openPort, usb: null, exec, scratchDir: dir },
    }),
  );

/** This process has the port open while a flasher has it. */
const expectClosed = async (port: string): Promise<void> => {
  const pids = (await holdersOf(port)).map(({ pid }) => pid);
  expect(pids).not.toContain(process.pid);
};

const an3155: FlasherKind = {
  name: 'an3155',
  open: async () => {
    const folder = await own();
    const flash = path.join(folder, 'flash.bin');
    await stm32.blankFlash(flash);
    const { port, powerOff } = await stm32.powerOn(an3155Files, folder, flash);
    const regions = [{ name: 'flash', start: stm32.FLASH_START, size: stm32.FLASH_BYTES, page: 1024 }];
    return {
      // pseudo-terminals have no parity
      flasher: flasherFor({ protocol: 'an3155', parity: 'none', regions }, () => openSerialLink(port)),
      held: async (address, size) => {
        const at = address - stm32.FLASH_START;
        return (await stm32.flashOf(flash)).subarray(at, at + size);
      },
      unplug: powerOff,
      expectNothingLeft: () => expectClosed(port),
      dispose: powerOff,
    };
  },
  segments: [
    { address: stm32.FLASH_START, bytes: program(3000) },
    { address: stm32.FLASH_START + 0x2000, bytes: program(700) },
  ],
  outside: stm32.FLASH_START + stm32.FLASH_BYTES,
  erasesAll: true,
  blank: 0xff,
};

const stk500v1: FlasherKind = {
  name: 'stk500v1',
  open: async () => {
    const flash = path.join(await own(), 'flash.bin');
    const { port, powerOff } = await avr.powerOn(avrFiles, flash);
    const regions = [{ name: 'application', start: 0, size: 0x1000, page: 128 }];
    return {
      flasher: flasherFor({ protocol: 'stk500v1', entry: 'open', regions }, () => openSerialLink(port)),
      held: async (address, size) => {
        await powerOff();
        return (await readFile(flash)).subarray(address, address + size);
      },
      unplug: powerOff,
      expectNothingLeft: () => expectClosed(port),
      dispose: powerOff,
    };
  },
  segments: [
    { address: 0, bytes: program(1000) },
    { address: 0x800, bytes: program(300) },
  ],
  outside: 0x1000,
  blank: 0xff,
};

const RAM = 0x4020_0000;

/** U-Boot on QEMU's `virt`: the port is opened before power comes. */
const bootMonitor = (protocol: 'xmodem' | 'ymodem'): FlasherKind => ({
  name: protocol,
  open: async () => {
    const opened: Link[] = [];
    const bios = '/usr/lib/u-boot/qemu_arm/u-boot.bin';
    const { stop } = await qemuAtPort(await own(), ['-M', 'virt', '-bios', bios], async (at) => {
      opened.push(done(await openSerialLink(at)));
    });
    const settings = {
      ...{ protocol, interrupt: 'Hit any key' },
      receive: `${protocol === 'ymodem' ? 'loady' : 'loadx'} {address}`,
      check: { command: 'crc32 {address} {size}', pattern: '==> ([0-9a-f]{8})' },
      regions: [{ name: 'ram', start: RAM, size: 0x1_0000, page: 1024 }],
    };
    const [link] = opened;
    if (link === undefined) throw new Error('the port was not opened');
    return {
      // the console keeps the port: giving it back does not close it
      flasher: flasherFor(settings, async () => ok({ ...link, close: async () => undefined })),
      unplug: stop,
      dispose: async () => {
        await link.close();
        await stop();
      },
    };
  },
  segments: [
    { address: RAM, bytes: program(5000) },
    { address: RAM + 0x4000, bytes: program(1500) },
  ],
  outside: RAM + 0x1_0000,
  blank: 0,
});

describe.each([an3155, stk500v1, bootMonitor('ymodem'), bootMonitor('xmodem')])(
  'the flasher "$name"',
  flasherContract,
);
