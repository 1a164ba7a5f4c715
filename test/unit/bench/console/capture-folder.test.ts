import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { captureFolder } from '../../../../electron/bench/console/capture-folder.js';
import { type FakeDevice, FTDI, fakeSysfs, PROBE } from '../../../fixtures/ports/fake-sysfs.js';

const HOME = path.resolve('home');

let fake: ReturnType<typeof fakeSysfs>;
beforeEach(() => {
  fake = fakeSysfs();
});

const folderAt = (tty: string): Promise<string> => captureFolder(HOME, path.join(fake.dev, tty), fake.source);

/** The folder of a port while that device alone is plugged in. */
async function folderOf(tty: string, device: FakeDevice): Promise<string> {
  fake.plug(device);
  const folder = await folderAt(tty);
  fake.unplug(device.at);
  return folder;
}

const ttyUSB1 = [{ code: 'ffffff', driver: 'ftdi_sio', tty: 'ttyUSB1' }];

describe('the folder of what a port says', () => {
  it('stays with the device, in whatever socket and under whatever name', async () => {
    const first = await folderOf('ttyUSB0', FTDI);
    const elsewhere = { ...FTDI, at: '2-7', interfaces: ttyUSB1 };
    expect(await folderOf('ttyUSB1', elsewhere)).toBe(first);
    expect(path.dirname(first)).toBe(path.join(HOME, 'consoles'));
  });

  it('is another one for another device of the same name', async () => {
    const first = await folderOf('ttyUSB0', FTDI);
    expect(await folderOf('ttyUSB0', { ...FTDI, serial: 'ANOTHER' })).not.toBe(first);
    expect(await folderOf('ttyUSB0', { ...FTDI, serial: 'A50285BI/0' })).not.toBe(first);
  });

  it('is one for each port of a device', async () => {
    expect(await folderOf('ttyACM0', PROBE)).not.toBe(await folderOf('ttyACM1', PROBE));
  });

  it('is named after the port where nothing else tells it apart', async () => {
    expect(await captureFolder(HOME, '/dev/pts/3')).toBe(path.join(HOME, 'consoles', 'pts-3'));
    expect(path.basename(await captureFolder(HOME, 'tcp://127.0.0.1:9090'))).toBe('tcp-127.0.0.1-9090');
    fake.plug(FTDI);
    const second = path.join(fake.folderOf(FTDI.at), `${FTDI.at}:1.0`, 'ttyUSB1');
    fake.make(path.relative(fake.root, second));
    fake.tty('ttyUSB1', second, 'usb-serial');
    const folders = ['ttyUSB0', 'ttyUSB1'].map(folderAt);
    for (const [at, folder] of (await Promise.all(folders)).entries())
      expect(folder).toMatch(new RegExp(`ttyUSB${at}$`));
  });

  it('is no other place, whatever the device says of itself', async () => {
    const folder = await folderOf('ttyUSB0', { ...FTDI, serial: `../../${'x'.repeat(126)}` });
    expect(path.dirname(folder)).toBe(path.join(HOME, 'consoles'));
    expect(path.basename(folder).length).toBeLessThan(100);
  });
});
