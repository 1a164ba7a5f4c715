import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { linuxPorts } from '../../../../electron/bench/ports/linux-ports.js';
import { listPorts } from '../../../../electron/bench/ports/list-ports.js';
import { value } from '../../../fixtures/firmware-run.js';
import { DFU, FTDI, fakeSysfs, HUB, PROBE } from '../../../fixtures/ports/fake-sysfs.js';

describe('the list of ports', () => {
  it('tells all about a serial converter', async () => {
    const fake = fakeSysfs();
    fake.plug(FTDI);
    expect(value(await listPorts(fake.source))).toEqual([
      {
        kind: 'serial',
        path: path.join(fake.dev, 'ttyUSB0'),
        vendor: '0403',
        product: '6001',
        manufacturer: 'FTDI',
        description: 'FT232R USB UART',
        serial: 'A50285BI',
        topology: '1-4',
        interface: 0,
        driver: 'ftdi_sio',
        functions: [],
        access: 'allowed',
        in_use_by: [],
        by_id: [],
      },
    ]);
  });

  it('tells the ports of one device apart, names what else it does, and finds it behind hubs', async () => {
    const fake = fakeSysfs();
    fake.plug(HUB);
    fake.plug({ ...HUB, at: '3-1.4' });
    fake.plug(PROBE);
    const ports = value(await listPorts(fake.source));
    expect(ports).toMatchObject([
      { path: path.join(fake.dev, 'ttyACM0'), interface: 1, driver: 'cdc_acm', topology: '3-1.4.2' },
      { path: path.join(fake.dev, 'ttyACM1'), interface: 4, driver: 'cdc_acm', topology: '3-1.4.2' },
    ]);
    expect(ports[0]?.functions).toEqual(['cmsis-dap', 'mass-storage', 'hid']);
  });

  it('has devices without a serial port too, and no hubs', async () => {
    const fake = fakeSysfs();
    fake.plug({ ...HUB, at: '1-2' });
    fake.plug(DFU);
    const ports = value(await listPorts(fake.source));
    expect(ports).toMatchObject([
      { kind: 'usb', path: path.join(fake.dev, 'bus/usb/001/005'), access: 'missing', product: 'df11' },
    ]);
    expect(ports[0]?.functions).toEqual(['dfu']);
  });

  it('knows a UART of the computer from names that are only reserved, and from virtual consoles', async () => {
    const fake = fakeSysfs();
    const uart = (name: string, type: string): void => {
      const port = fake.make(`sys/devices/pnp0/00:00/00:00:0/${name}.0`);
      fake.link(fake.make('sys/bus/serial-base/drivers/port'), path.join(port, 'driver'));
      fake.tty(name, port, 'serial-base');
      fake.put(path.join(port, 'tty', name), { type });
    };
    fake.link(
      fake.make('sys/bus/pnp/drivers/serial'),
      path.join(fake.make('sys/devices/pnp0/00:00'), 'driver'),
    );
    uart('ttyS0', '4');
    uart('ttyS1', '0');
    fake.make('sys/class/tty/tty1');
    expect(value(await listPorts(fake.source))).toMatchObject([
      { path: path.join(fake.dev, 'ttyS0'), driver: 'serial', vendor: null, topology: null },
    ]);
  });

  it('shows what /dev has where sysfs is hidden', async () => {
    const fake = fakeSysfs();
    fake.make('dev');
    for (const name of ['ttyUSB10', 'ttyUSB9', 'tty1', 'null']) writeFileSync(path.join(fake.dev, name), '');
    const paths = value(await listPorts(fake.source)).map((port) => port.path);
    expect(paths).toEqual([path.join(fake.dev, 'ttyUSB9'), path.join(fake.dev, 'ttyUSB10')]);
  });

  it('names the links that udev made, and does not need them', async () => {
    const fake = fakeSysfs();
    fake.plug(FTDI);
    const link = path.join(fake.make('dev/serial/by-id'), 'usb-FTDI_A50285BI-if00-port0');
    symlinkSync('../../ttyUSB0', link);
    symlinkSync('../../ttyUSB7', `${link}-old`);
    expect(value(await listPorts(fake.source))).toMatchObject([{ by_id: [link] }]);
  });

  it('says that a port has no device file', async () => {
    const fake = fakeSysfs();
    fake.plug(FTDI);
    rmSync(path.join(fake.dev, 'ttyUSB0'));
    expect(value(await listPorts(fake.source))).toMatchObject([{ access: 'missing' }]);
  });

  it('is empty, and no error, where there is nothing at all', async () => {
    expect(value(await listPorts(fakeSysfs().source))).toEqual([]);
  });

  it('leaves out a device that is half gone', async () => {
    const fake = fakeSysfs();
    fake.plug(FTDI);
    fake.plug(DFU);
    rmSync(path.join(fake.folderOf(FTDI.at), 'idVendor'));
    rmSync(path.join(fake.folderOf(DFU.at), 'idProduct'));
    expect(value(await listPorts(fake.source))).toEqual([]);
  });

  it('gives whole devices or none while they come and go', async () => {
    const fake = fakeSysfs();
    for (let round = 0; round < 40; round++) {
      fake.plug(FTDI);
      const reading = linuxPorts(fake.source.places);
      for (let turn = 0; turn < round; turn++) await Promise.resolve();
      if (round % 2 === 0) await new Promise(setImmediate);
      fake.unplug(FTDI.at);
      for (const port of await reading) expect(port).toMatchObject({ vendor: '0403', product: '6001' });
    }
    for (let round = 0; round < 40; round++) {
      const reading = linuxPorts(fake.source.places);
      for (let turn = 0; turn < round; turn++) await new Promise(setImmediate);
      fake.plug(FTDI);
      for (const port of await reading) expect(port).toMatchObject({ vendor: '0403', product: '6001' });
      fake.unplug(FTDI.at);
    }
  });

  it.runIf(process.platform === 'linux')('names the program that has a port open', async () => {
    const fake = fakeSysfs();
    fake.plug(FTDI);
    const file = path.join(fake.dev, 'ttyUSB0');
    const holder: ChildProcess = spawn('tail', ['-f', file], { stdio: ['ignore', 'pipe', 'ignore'] });
    try {
      writeFileSync(file, 'held\n');
      if (holder.stdout) await once(holder.stdout, 'data');
      expect(value(await listPorts(fake.source))).toMatchObject([
        { in_use_by: [{ pid: holder.pid, program: 'tail' }] },
      ]);
    } finally {
      holder.kill();
      await once(holder, 'close');
    }
  });
});
