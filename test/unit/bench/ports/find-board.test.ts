import { symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { findBoard, type Need } from '../../../../electron/bench/ports/find-board.js';
import { listPorts } from '../../../../electron/bench/ports/list-ports.js';
import { boardKey, findAgain, identityOf, portsOf } from '../../../../electron/bench/ports/same-board.js';
import type { Find } from '../../../../shared/profile/find.js';
import { value } from '../../../fixtures/firmware-run.js';
import { DFU, type FakeDevice, FTDI, fakeSysfs, PROBE } from '../../../fixtures/ports/fake-sysfs.js';

async function bench(...devices: FakeDevice[]) {
  const fake = fakeSysfs();
  for (const device of devices) fake.plug(device);
  const ports = async () => value(await listPorts(fake.source));
  return {
    fake,
    ports,
    find: async (wanted: Find, need?: Need) => findBoard(wanted, await ports(), need),
    at: (name: string) => path.join(fake.dev, name),
  };
}

/** The same converter a second time. */
const TWIN: FakeDevice = {
  ...FTDI,
  at: '1-3',
  serial: 'B70285XY',
  interfaces: [{ code: 'ffffff', driver: 'ftdi_sio', tty: 'ttyUSB1' }],
};

describe('a board', () => {
  it('is found by each thing that its profile names, and not where one of them differs', async () => {
    const { find, at } = await bench(FTDI, PROBE);
    const fits: Find[] = [
      { usb: { vendor: '0403' } },
      { usb: { vendor: '0403', product: '6001', serial: 'a50285bi' } },
      { usb: { topology: '1-4' } },
      { port: at('ttyUSB0') },
      { port: at('ttyUSB*') },
      { port: at('ttyUSB?'), usb: { vendor: '0403', interface: 0 } },
    ];
    for (const wanted of fits)
      expect(await find(wanted)).toMatchObject({ ok: true, value: { path: at('ttyUSB0') } });
    const others: Find[] = [
      { usb: { vendor: '0403', product: '6010' } },
      { usb: { vendor: '0403', serial: 'A50285' } },
      { usb: { topology: '1-4.1' } },
      { usb: { vendor: '0403', interface: 1 } },
      { port: at('ttyUSB'), usb: { vendor: '0403' } },
      { port: at('ttyACM*'), usb: { vendor: '0403' } },
    ];
    for (const wanted of others)
      expect(await find(wanted)).toMatchObject({ ok: false, error: { code: 'BOARD_NOT_FOUND' } });
  });

  it('that is one of several is asked for by what tells them apart', async () => {
    const { find, at } = await bench(FTDI, TWIN);
    expect(await find({ usb: { vendor: '0403' } })).toMatchObject({
      ok: false,
      error: {
        code: 'BOARD_NOT_FOUND',
        message: expect.stringMatching(/2 ports fit.*ttyUSB0 .*A50285BI.*ttyUSB1 .*B70285XY/),
        next: expect.stringContaining('usb.serial: A50285BI / B70285XY'),
      },
    });
    expect(await find({ usb: { serial: 'B70285XY' } })).toMatchObject({ value: { path: at('ttyUSB1') } });
  });

  it('with two ports is asked for by interface, and twins without serial numbers by their place', async () => {
    const probe = await bench(PROBE);
    const next = (text: string) => ({ error: { next: expect.stringContaining(text) } });
    expect(await probe.find({ usb: { vendor: '0d28' } })).toMatchObject(next('usb.interface: 1 / 4'));
    const { serial: _, ...nameless } = FTDI;
    const twins = await bench(nameless, { ...TWIN, serial: '' });
    expect(await twins.find({ usb: { vendor: '0403' } })).toMatchObject(next('usb.topology: 1-4 / 1-3'));
  });

  it('that is missing is told with what is there', async () => {
    const { find } = await bench(FTDI);
    expect(await find({ usb: { vendor: '2341', product: '0043' } })).toMatchObject({
      error: {
        code: 'BOARD_NOT_FOUND',
        message: expect.stringMatching(/wanted: usb.vendor 2341, usb.product 0043; found: .*0403:6001/),
      },
    });
    const nothing = await bench();
    expect(await nothing.find({ port: nothing.at('ttyUSB*') })).toMatchObject({
      error: { message: expect.stringContaining('no port and no USB device is plugged in') },
    });
  });

  it('without a serial port is a device for those who speak USB, and says what is amiss to others', async () => {
    const { find } = await bench(DFU);
    const wanted: Find = { usb: { vendor: '0483', product: 'df11' } };
    expect(await find(wanted, 'device')).toMatchObject({ value: { kind: 'usb', topology: '1-2.1' } });
    expect(await find(wanted)).toMatchObject({
      error: { message: expect.stringContaining('it has no serial port') },
    });
  });

  it.runIf(process.platform === 'linux')('whose converter has no driver says how to load it', async () => {
    const { find } = await bench({ ...FTDI, interfaces: [{ code: 'ffffff' }] });
    expect(await find({ usb: { vendor: '0403' } })).toMatchObject({
      error: { message: expect.stringContaining('has no driver'), next: 'sudo modprobe ftdi_sio' },
    });
    const taken = await bench({
      ...FTDI,
      vendor: '1a86',
      product: '7523',
      interfaces: [{ code: 'ffffff', driver: 'usbfs' }],
    });
    expect(await taken.find({ usb: { vendor: '1a86' } })).toMatchObject({
      error: { next: expect.stringContaining('brltty') },
    });
  });

  it('is one device however many ports it has', async () => {
    const { find } = await bench(PROBE);
    expect(await find({ usb: { vendor: '0d28' } }, 'device')).toMatchObject({
      value: { topology: '3-1.4.2' },
    });
  });

  it('is a debug probe by what it calls itself, and by nothing else', async () => {
    const { find } = await bench(FTDI, DFU, PROBE);
    expect(await find({}, 'probe')).toMatchObject({ value: { vendor: '0d28', topology: '3-1.4.2' } });
    expect(await find({ usb: { vendor: '0403' } }, 'probe')).toMatchObject({
      error: {
        message: expect.stringMatching(/wanted: a CMSIS-DAP probe, usb.vendor 0403; found: .*0403:6001/),
      },
    });
    const none = await bench();
    expect(await none.find({}, 'probe')).toMatchObject({
      error: { message: expect.stringContaining('no port and no USB device is plugged in') },
    });
    const several = await bench(PROBE, {
      ...PROBE,
      at: '3-2',
      serial: 'ANOTHER',
      interfaces: PROBE.interfaces.slice(3, 4),
    });
    expect(await several.find({}, 'probe')).toMatchObject({
      error: { next: expect.stringContaining('usb.serial') },
    });
  });

  it('is named by a link, by-id or your own', async () => {
    const { find, fake, at } = await bench(FTDI);
    const link = path.join(fake.make('dev/serial/by-id'), 'usb-FTDI_A50285BI-if00-port0');
    symlinkSync('../../ttyUSB0', link);
    symlinkSync('ttyUSB0', at('my-board'));
    for (const port of [path.join(path.dirname(link), 'usb-FTDI*'), at('my-board'), at('my-*')])
      expect(await find({ port })).toMatchObject({ value: { path: at('ttyUSB0'), serial: 'A50285BI' } });
  });

  it('may be any file that exists, as a pseudo-terminal is, but no folder', async () => {
    const { find, fake } = await bench(FTDI);
    const file = path.join(fake.make('else'), 'pty7');
    writeFileSync(file, '');
    expect(await find({ port: file })).toMatchObject({ value: { path: file, vendor: null } });
    expect(await find({ port: path.join(fake.root, 'e*', 'pty?') })).toMatchObject({ value: { path: file } });
    expect(await find({ port: path.dirname(file) })).toMatchObject({ ok: false });
    expect(await find({ port: `${file}0` })).toMatchObject({ ok: false });
    expect(await find({ port: file, usb: { vendor: '0403' } })).toMatchObject({ ok: false });
  });
});

describe('a board that was away', () => {
  it('is the same one under another port, by its serial number wherever it is', async () => {
    const before = (await (await bench(FTDI)).ports())[0];
    const moved: FakeDevice = { ...FTDI, at: '2-1', interfaces: TWIN.interfaces };
    const now = await (await bench(moved, { ...TWIN, at: '1-4', interfaces: FTDI.interfaces })).ports();
    expect(before && findAgain(before, now)).toMatchObject({ serial: 'A50285BI', topology: '2-1' });
  });

  it('is the same one by its place where it has no serial number, and another one elsewhere', async () => {
    const { serial: _, ...nameless } = FTDI;
    const before = (await (await bench(nameless)).ports())[0];
    if (!before) throw new Error('no port');
    const there = await (await bench({ ...nameless, interfaces: TWIN.interfaces })).ports();
    expect(findAgain(before, there)).toMatchObject({ topology: '1-4' });
    const elsewhere = await (await bench({ ...nameless, at: '1-9' })).ports();
    expect(findAgain(before, elsewhere)).toBeNull();
    expect(portsOf(boardKey(before), elsewhere)).toEqual([]);
  });

  it('is known in its bootloader by its place, and keeps to its interface', async () => {
    const before = (await (await bench(PROBE)).ports()).find((port) => port.interface === 4);
    const bootloader = await (await bench({ ...DFU, at: PROBE.at })).ports();
    expect(before && findAgain(before, bootloader)).toMatchObject({ product: 'df11' });
    const back = await (await bench(PROBE)).ports();
    expect(before && findAgain(before, back)).toMatchObject({ interface: 4 });
  });
});

describe('what a device is known by', () => {
  const identities = async (...devices: FakeDevice[]) => {
    const ports = await (await bench(...devices)).ports();
    return ports.filter(({ kind }) => kind === 'serial').map((port) => identityOf(port, ports));
  };

  it('stays with it at another place and under another name', async () => {
    const moved = { ...TWIN, serial: FTDI.serial ?? '' };
    expect(await identities(FTDI)).toEqual(['0403:6001 a50285bi 0']);
    expect(await identities(moved)).toEqual(['0403:6001 a50285bi 0']);
    // Two with the same serial number: only their places tell them apart.
    expect(await identities(FTDI, moved)).toEqual(['0403:6001 @1-4 0', '0403:6001 @1-3 0']);
  });
});
