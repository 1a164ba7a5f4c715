import { describe, expect, it } from 'vitest';
import { findBoard } from '../../../../electron/bench/ports/find-board.js';
import { listPorts } from '../../../../electron/bench/ports/list-ports.js';
import { asKnown, consoleOf, knownAs, locateAgain, needOf } from '../../../../electron/lab/boards/locate.js';
import type { Port } from '../../../../shared/port.js';
import { BoardProfileSchema } from '../../../../shared/profile/board.js';
import { value } from '../../../fixtures/firmware-run.js';
import { type FakeDevice, fakeSysfs } from '../../../fixtures/ports/fake-sysfs.js';

const flash = { protocol: 'uf2', family: 0xe48b_ff56, regions: [] };
const find = { usb: { vendor: '2e8a', product: '000a' } };
const pico = (settings: object) =>
  BoardProfileSchema.parse({
    ...{ id: 'pico', kind: 'board', title: 'Pico', find },
    flash: { ...flash, ...settings },
  });
const IDS = { ids: { vendor: '2e8a', product: '0003' } };

/** An RP2040 with its boot ROM (datasheet, 2.8.4), and with a program that has a console. */
const IN_ROM: FakeDevice = {
  ...{ at: '1-4', vendor: '2e8a', product: '0003', serial: 'E0C9125B0D9B', name: 'RP2 Boot' },
  interfaces: [{ code: '080650', driver: 'usb-storage' }, { code: 'ff0000' }],
};
const RUNNING: FakeDevice = {
  ...{ at: '1-4', vendor: '2e8a', product: '000a', serial: 'E6614104037A6B2F', name: 'Pico' },
  interfaces: [
    { code: '020200', driver: 'cdc_acm', tty: 'ttyACM0' },
    { code: '0a0000', driver: 'cdc_acm' },
  ],
};

async function plugged(device: FakeDevice): Promise<readonly Port[]> {
  const fake = fakeSysfs();
  fake.plug(device);
  return value(await listPorts(fake.source));
}

const found = async (profile: ReturnType<typeof pico>, ports: readonly Port[]) =>
  findBoard(profile.find, asKnown(profile, ports), needOf(profile));

describe('a board that waits in its bootloader', () => {
  it('is found by the ids that it has there, and not by the serial number of its ROM', async () => {
    const blank = await plugged(IN_ROM);
    const board = value(await found(pico(IDS), blank));
    expect(board).toMatchObject({ vendor: '2e8a', product: '000a', serial: null, topology: '1-4' });
    expect(value(await consoleOf(pico(IDS), board))).toBeNull();
  });

  it('is found with its console while its program runs', async () => {
    const ports = await plugged(RUNNING);
    const board = value(await found(pico(IDS), ports));
    expect(value(await consoleOf(pico(IDS), board))).toBe(board.path);
  });

  it('is not found where the profile does not know its ids', async () => {
    const blank = await plugged(IN_ROM);
    expect(await found(pico({}), blank)).toMatchObject({ ok: false, error: { code: 'BOARD_NOT_FOUND' } });
  });
});

describe('a board that is flashed', () => {
  const profile = pico(IDS);
  const seenAs = (port: Port) => ({ port: knownAs(profile, port), itself: port });
  /** What is taken for it after something else was plugged into its socket. */
  const afterwards = async (before: FakeDevice, now: FakeDevice) => {
    const fake = fakeSysfs();
    fake.plug(before);
    const [board] = value(await listPorts(fake.source));
    if (!board) throw new Error('no port');
    fake.unplug(before.at);
    fake.plug(now);
    return locateAgain(profile, seenAs(board), fake.source);
  };

  it('is what comes back at its place under the ids of its bootloader or its program', async () => {
    expect(await afterwards(RUNNING, IN_ROM)).toMatchObject({ value: { product: '0003' } });
    expect(await afterwards(IN_ROM, RUNNING)).toMatchObject({ value: { product: '000a' } });
  });

  it('is not another one of its kind in the same socket', async () => {
    expect(await afterwards(RUNNING, { ...RUNNING, serial: 'E661000000000001' })).toMatchObject({
      ok: false,
      error: { code: 'BOARD_NOT_FOUND' },
    });
  });
});

describe('a debug probe', () => {
  const profile = (find: object) =>
    BoardProfileSchema.parse({
      ...{ id: 'probe', kind: 'board', title: 'Probe', find },
      flash: { protocol: 'cmsis-dap', regions: [] },
    });
  const DAPLINK: FakeDevice = {
    ...{ at: '1-4', vendor: '0d28', product: '0204', serial: '9900', name: 'DAPLink CMSIS-DAP' },
    interfaces: [
      { code: '020201', driver: 'cdc_acm', tty: 'ttyACM0' },
      { code: '030000', driver: 'usbhid', name: 'CMSIS-DAP v1' },
    ],
  };

  it('is found without ids, and its serial port is the console', async () => {
    const board = value(await found(profile({}), await plugged(DAPLINK)));
    expect(board).toMatchObject({ vendor: '0d28', serial: '9900' });
    expect(value(await consoleOf(profile({}), board))).toBe(board.path);
  });

  it('has no console where it has no serial port', async () => {
    const bare = { ...DAPLINK, interfaces: DAPLINK.interfaces.slice(1) };
    const board = value(await found(profile({}), await plugged(bare)));
    expect(value(await consoleOf(profile({}), board))).toBeNull();
  });
});
