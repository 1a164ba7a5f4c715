import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toIntelHex } from '../../../../electron/bench/image/write-hex.js';
import { type DfuHow, START, type Unplug } from '../../../fixtures/dfu/model.js';
import { until } from '../../../fixtures/until.js';
import type { FlashAsk } from '../../../fixtures/usb-guest/flash-in-guest.js';
import { bootGuest, type Guest } from '../../../fixtures/usb-guest/guest.js';
import { KERNEL_DIR } from '../../../fixtures/usb-guest/image.js';
import { boardScenarios } from './board-scenarios.js';
import { probeScenarios } from './probe-scenarios.js';

// The set-up unpacks a kernel where it is a Debian for x86-64.
describe.skipIf(!existsSync(KERNEL_DIR))('USB as a real kernel has it', () => {
  it('lists serial ports and devices with what tells them apart, and notices plugging and pulling', async () => {
    await guest.call('makeGadget');
    const acm = {
      ...{ kind: 'serial', path: '/dev/ttyACM0', vendor: '1d6b', product: '0104', driver: 'cdc_acm' },
      ...{ manufacturer: 'Bench', description: 'Gadget', serial: 'ACM-0001', topology: '3-1', interface: 0 },
    };
    expect(await guest.call('noticed', true)).toMatchObject({ added: [acm], removed: [] });
    await guest.call('plug', { dfuse: true });
    const ports = await guest.call('ports');
    expect(ports.ok && ports.value.filter(({ vendor }) => vendor !== null)).toMatchObject([
      acm,
      {
        ...{ kind: 'serial', path: '/dev/ttyUSB0', vendor: '0403', product: '6001', driver: 'ftdi_sio' },
        ...{ serial: 'FTDI-0001', topology: '1-1', access: 'allowed' },
      },
      { kind: 'usb', vendor: '1209', product: '0002', serial: 'DFU-0001', driver: null, functions: ['dfu'] },
    ]);
    expect(await guest.call('noticed', false)).toMatchObject({ added: [], removed: [acm] });
  });

  it('speaks through an FTDI converter, with its lines and its parity', async () => {
    expect(await guest.call('openPort', { path: '/dev/ttyUSB0', baud: 57_600, parity: 'even' })).toBeNull();
    const settings = async () => (await run('stty', '-F', '/dev/ttyUSB0', '-a')).stdout;
    expect(await settings()).toMatch(/speed 57600[\s\S]*\nparenb -parodd/);
    await guest.call('configurePort', { baud: 115_200, parity: 'odd' });
    expect(await settings()).toMatch(/speed 115200[\s\S]*\nparenb parodd/);
    await guest.call('configurePort', { parity: 'none' });
    expect(await settings()).toMatch(/\n-parenb /);
    for (const asserted of [false, true])
      expect(await guest.call('setLines', { dtr: asserted, rts: asserted, brk: !asserted })).toBe(true);
    const heard = hear('to the wire'.length);
    await guest.call('writePort', 'to the wire');
    expect(await heard).toBe('to the wire');
    guest.wire.write('from the wire');
    expect(await guest.call('readPort', 13)).toBe('from the wire');
    await guest.call('closePort');
  });

  it('speaks through an ACM port, and says at once when it is pulled', async () => {
    await guest.call('noticed', true);
    expect(await guest.call('openPort', { path: '/dev/ttyACM0' })).toBeNull();
    expect(await guest.call('setLines', { dtr: true, rts: true }), 'it cannot send a break').toBe(false);
    await run('sh', '-c', 'echo from the gadget > /dev/ttyGS0');
    expect(await guest.call('readPort', 15)).toBe('from the gadget');
    await guest.call('plugGadget', false);
    await expect(guest.call('readPort', 100)).rejects.toThrow('LinkLost');
    await guest.call('closePort');
  });

  it('hears which lines of an ACM port are asserted, and when that changes', async () => {
    await guest.call('noticed', true);
    await guest.call('openConsole', { path: '/dev/ttyACM0' });
    const lines = (asserted: boolean) => ({ cts: true, dsr: asserted, dcd: asserted });
    const are = (asserted: boolean) =>
      until(async () => isDeepStrictEqual(await guest.call('consoleModem'), lines(asserted)));
    await are(false);
    // the kernel's gadget asserts them while its end is open (Linux: drivers/usb/gadget/function/f_acm.c)
    const held = await run('sh', '-c', 'sleep 600 < /dev/ttyGS0 > /dev/null 2>&1 & echo $!');
    await are(true);
    await run('kill', held.stdout.trim());
    await are(false);
    await guest.call('closeConsole');
    await guest.call('noticed', false);
  });

  it.each([
    ['DfuSe', { dfuse: true, eraseMs: 10, writeMs: 2 }, ['-s', `${START}:${BYTES.length}`]],
    ['DFU 1.1', { manifestMs: 10 }, []],
  ] as const)('writes what dfu-util reads, and reads what dfu-util wrote: %s', async (_, how, range) => {
    await guest.call('plug', how);
    expect(await flash(['write', 'verify'])).toMatchObject({ verifies: 'read-back' });
    await run('rm', '-f', '/tmp/copy.bin');
    expect(await run('dfu-util', '-a', '0', ...range, '-U', '/tmp/copy.bin')).toMatchObject({ code: 0 });
    expect((await got('/tmp/copy.bin')).subarray(0, BYTES.length).equals(BYTES)).toBe(true);

    const other = Buffer.from(BYTES).reverse();
    await put('/tmp/other.bin', other);
    const to = range.length === 0 ? [] : ['-s', `${START}`];
    expect(await run('dfu-util', '-a', '0', ...to, '-D', '/tmp/other.bin')).toMatchObject({ code: 0 });
    expect(await flash(['verify'], other)).toMatchObject({ verifies: 'read-back' });
    expect(await flash(['verify'])).toMatchObject({ at: 'verify', code: 'VERIFY_FAILURE' });
    expect(await guest.call('look')).toMatchObject({ offences: [] });
  });

  it('brings a running program into its bootloader, and back', async () => {
    await guest.call('plug', { dfuse: true, begins: 'run-time' });
    const said = await flash(['write', 'verify', 'start'], BYTES, { vendor: '1209', product: '0001' });
    expect(said).toMatchObject({
      identity: { chip: '1209:0002', serial: 'DFU-0001' },
      verifies: 'read-back',
    });
    expect(await holds()).toBe(true);
    // What comes back now is found under the ids of its program again.
    expect(await flash(['verify', 'start'], BYTES, { vendor: '1209' })).toMatchObject({
      verifies: 'read-back',
    });
  });

  it.each<[Unplug, DfuHow]>([
    [{ request: 'erase', nth: 1 }, { dfuse: true }],
    [{ request: 'dnload', nth: 4 }, { dfuse: true }],
    [{ request: 'getstatus', nth: 9 }, {}],
    [{ request: 'upload', nth: 2 }, { dfuse: true }],
    [
      { request: 'manifest', nth: 2 },
      { tolerant: false, manifestMs: 5 },
    ],
  ])('never says done when it is unplugged: %j', async (unplug, how) => {
    await guest.call('plug', { ...how, unplug });
    const said = await flash(['write', 'verify', 'start'], BYTES, { vendor: '1209' }, 5);
    expect(said.code).toMatch(/^(FLASH|VERIFY)_FAILURE$/);
  });

  it('flashes from the command line, and tells a common user what to do first', async () => {
    await guest.call('plug', { dfuse: true });
    await put('/tmp/board.yaml', Buffer.from(PROFILE));
    await put('/tmp/image.hex', Buffer.from(toIntelHex([{ address: START, bytes: BYTES }])));
    const command = [
      'node',
      '/app/dist/cli.js',
      'flash',
      '--profile',
      '/tmp/board.yaml',
      '--approve',
      'flash',
    ];
    const argv = [...command, '--json', '/tmp/image.hex'];
    const refused = await guest.call('run', { argv, user: true });
    expect(refused).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('only the user root may open'),
    });
    expect(refused).toMatchObject({ stderr: expect.stringContaining('udev rules') });
    expect(await guest.call('run', { argv })).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('"outcome":"done"'),
    });
    expect(await holds()).toBe(true);
  });

  boardScenarios(() => guest);
  probeScenarios(() => guest);
});

let dir: string;
let guest: Guest;
/** Bytes without a pattern that two blocks could share. */
const BYTES = Buffer.from(Array.from({ length: 5003 }, (_, i) => (i * 151 + (i >> 8) * 7) & 0xff));
const PROFILE = `id: guest
kind: board
title: Guest
find: { usb: { vendor: '1209' } }
flash: { protocol: dfu, regions: [{ name: flash, start: ${START}, size: 262144, page: 16384 }] }
`;

beforeAll(async () => {
  if (!existsSync(KERNEL_DIR)) return;
  dir = await mkdtemp(path.join(os.tmpdir(), 'benchloop-usb-'));
  guest = await bootGuest(dir);
});
afterAll(async () => {
  await guest?.stop();
  if (dir) await rm(dir, { recursive: true });
});

const run = (...argv: string[]) => guest.call('run', { argv });
const put = (file: string, bytes: Buffer) => guest.call('put', { file, bytes: bytes.toString('base64') });
const got = async (file: string) => Buffer.from(await guest.call('get', file), 'base64');

const flash = (
  steps: FlashAsk['steps'],
  bytes = BYTES,
  find: FlashAsk['find'] = { vendor: '1209' },
  connectSec = 120,
) =>
  guest.call('flash', {
    steps,
    find,
    settings: { connectSec },
    segments: [{ address: START, bytes: bytes.toString('base64') }],
  });

async function holds(): Promise<boolean> {
  const { memory } = await guest.call('look');
  return Buffer.from(memory, 'base64').subarray(0, BYTES.length).equals(BYTES);
}

/** What comes out of the wire's far end. */
async function hear(count: number): Promise<string> {
  let text = '';
  for await (const chunk of guest.wire.iterator({ destroyOnReturn: false })) {
    text += String(chunk);
    if (text.length >= count) break;
  }
  return text;
}
