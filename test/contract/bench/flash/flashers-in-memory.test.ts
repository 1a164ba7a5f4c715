import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe } from 'vitest';
import type { FlasherAccess } from '../../../../electron/bench/flash/flasher-access.js';
import { createFlasher, guarded } from '../../../../electron/bench/flash/flashers.js';
import { createUf2 } from '../../../../electron/bench/flash/uf2/uf2.js';
import { openSocketLink } from '../../../../electron/bench/link/socket-link.js';
import { fail } from '../../../../shared/problem.js';
import type { Exec } from '../../../../shared/process.js';
import { FlashSchema } from '../../../../shared/profile/flash.js';
import { createProbe } from '../../../fixtures/dap/probe.js';
import type { UsbModel } from '../../../fixtures/dfu/bus.js';
import { accessTo } from '../../../fixtures/dfu/in-memory.js';
import { createDfuDevice, type DfuHow } from '../../../fixtures/dfu/model.js';
import { startRom } from '../../../fixtures/esp/rom.js';
import { realExec } from '../../../fixtures/exec.js';
import { startFlashStub } from '../../../fixtures/flash-stub.js';
import { done, program } from '../../../fixtures/flashing.js';
import { folderDrive } from '../../../fixtures/uf2/bootloader.js';
import { type BoardUnderTest, type FlasherKind, flasherContract } from './flasher-contract.js';

const FLASH = 0x0800_0000;
/** Within it an image may lie; the devices have as much. */
const REGION = { name: 'flash', start: FLASH, size: 0x1_0000, page: 4096 };
const parts = (start: number, first: number, gap: number, second: number) => [
  { address: start, bytes: program(first) },
  { address: start + gap, bytes: program(second) },
];

let dir: string;
let exec: Exec;
beforeAll(async () => {
  dir = await mkdtemp(path.join(os.tmpdir(), 'benchloop-flashers-'));
  exec = await realExec();
});
afterAll(() => rm(dir, { recursive: true, force: true }));

const flasherFor = (settings: object, access: Partial<FlasherAccess>) =>
  done(
    createFlasher(FlashSchema.parse(settings), {
      openPort: async () => fail({ code: 'PORT_NOT_FOUND', message: 'it has no port' }),
      ...{ usb: null, exec, scratchDir: dir },
      ...access,
    }),
  );

const onUsb = (model: UsbModel, settings: object): BoardUnderTest => ({
  flasher: flasherFor({ regions: [REGION], ...settings }, { device: accessTo(model) }),
  held: (address, size) => model.memory.bytes.subarray(address - FLASH, address - FLASH + size),
  unplug: () => model.unplug(),
});

const dfu = (name: string, how: DfuHow): FlasherKind => ({
  name,
  open: async () => onUsb(createDfuDevice(how), { protocol: 'dfu' }),
  ...{ segments: parts(FLASH, 5000, 0x5000, 3000), outside: FLASH + 0x1_0000, blank: 0xff },
  erasesAll: how.dfuse === true,
});

const gdb = (name: string, crc: 'none' | 'right'): FlasherKind => ({
  name,
  open: async () => {
    const stub = await startFlashStub(crc);
    const regions = [{ name: 'flash', start: FLASH, size: 0x800, page: 256 }];
    return {
      flasher: flasherFor({ protocol: 'gdb', port: stub.port, regions }, {}),
      held: (address, size) => stub.flash.subarray(address - FLASH, address - FLASH + size),
      unplug: stub.unplug,
      dispose: stub.close,
    };
  },
  ...{ segments: parts(FLASH, 600, 0x400, 300), outside: FLASH + 0x800, blank: 0 },
});

const RP2040 = 0xe48b_ff56;
const PICO = { info: 'UF2 Bootloader v3.0\nModel: Raspberry Pi RP2\nBoard-ID: RPI-RP2\n', family: RP2040 };
let drives = 0;

const uf2: FlasherKind = {
  name: 'uf2',
  open: async () => {
    drives += 1;
    const drive = await folderDrive(path.join(dir, `drive-${drives}`), PICO);
    let isPulled = false;
    const settings = FlashSchema.parse({ protocol: 'uf2', family: RP2040, entry: 'none', regions: [REGION] });
    if (settings.protocol !== 'uf2') throw new Error('unreachable');
    const openPort = async () => fail({ code: 'PORT_NOT_FOUND', message: 'it has no port' } as const);
    const listed = async () => (drive.isThere() && !isPulled ? [{ dir: drive.dir, id: '1', usb: null }] : []);
    const access = { openPort, usb: null, exec, scratchDir: dir };
    return {
      flasher: guarded(createUf2(settings, access, listed), settings.regions),
      held: (address, size) =>
        Uint8Array.from({ length: size }, (_, i) => {
          const at = address + i;
          return drive.memory.get(at - (at % 256))?.[at % 256] ?? 0xff;
        }),
      unplug: () => {
        isPulled = true;
      },
      dispose: drive.stop,
    };
  },
  ...{ segments: parts(FLASH, 20_000, 0x8000, 3000), outside: FLASH + 0x1_0000, blank: 0xff },
};

const esp: FlasherKind = {
  name: 'esp',
  open: async () => {
    const rom = await startRom({ chip: 'ESP32-C3' });
    const regions = [{ name: 'app', start: 0x1_0000, size: 0x4_0000, page: 4096 }];
    const openPort = () => openSocketLink({ host: '127.0.0.1', port: rom.port });
    let closed: Promise<void> | undefined;
    const close = () => {
      closed ??= rom.close();
      return closed;
    };
    return {
      flasher: flasherFor({ protocol: 'esp', entry: 'none', connectSec: 120, regions }, { openPort }),
      held: (address, size) => rom.flash.subarray(address, address + size),
      unplug: close,
      dispose: close,
    };
  },
  ...{ segments: parts(0x1_0000, 20_000, 0x8000, 9000), outside: 0x5_0000, blank: 0xff },
};

const cmsisDap: FlasherKind = {
  name: 'cmsis-dap',
  open: async () => onUsb(createProbe(), { protocol: 'cmsis-dap' }),
  ...{ segments: parts(FLASH, 5000, 0x3000, 3000), outside: FLASH + 0x1_0000, blank: 0xff },
  erasesAll: true,
};

const DEVICE_BYTES = 4096;

/** A tool that copies bytes into a file, the device, and tells of it as flashing tools do. */
async function toolFor(device: string): Promise<string> {
  const tool = `${device}.sh`;
  const body = [
    '#!/bin/sh',
    `[ -f '${device}' ] || { echo 'no device'; exit 1; }`,
    'case $1 in',
    'write)',
    '  echo "Erasing: 100%"',
    '  for percent in 10 60; do echo "Writing: $percent%"; sleep 0.05; done',
    `  [ -f '${device}' ] || { echo 'the device is gone'; exit 1; }`,
    `  dd if="$3" of='${device}' bs=1 seek=$(($2)) conv=notrunc 2>/dev/null`,
    '  echo "Writing: 100%"',
    '  echo "Verifying: 0%"',
    '  echo "done";;',
    `read) dd if='${device}' of="$4" bs=1 skip=$(($2)) count=$3 2>/dev/null;;`,
    'esac',
  ];
  await writeFile(tool, body.join('\n'));
  await chmod(tool, 0o755);
  return tool;
}

let devices = 0;
const external: FlasherKind = {
  name: 'external',
  open: async () => {
    devices += 1;
    const device = path.join(dir, `device-${devices}`);
    await writeFile(device, Buffer.alloc(DEVICE_BYTES, 0xff));
    const tool = await toolFor(device);
    const settings = {
      ...{ protocol: 'external', write: [tool, 'write', '{address}', '{bin}'] },
      read: [tool, 'read', '{start}', '{size}', '{file}'],
      regions: [{ name: 'flash', start: 0, size: DEVICE_BYTES, page: 256 }],
    };
    return {
      flasher: flasherFor(settings, {}),
      held: async (address, size) => (await readFile(device)).subarray(address, address + size),
      unplug: () => rm(device),
    };
  },
  ...{ segments: parts(0, 600, 0x400, 300), outside: DEVICE_BYTES, blank: 0xff },
};

describe.each([
  dfu('dfu, DfuSe', { dfuse: true }),
  dfu('dfu, one file', {}),
  gdb('gdb, read back', 'none'),
  gdb('gdb, checksums', 'right'),
  ...[esp, cmsisDap, uf2, external],
])('the flasher "$name"', flasherContract);
