import { mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { findAgain } from '../../../../electron/bench/broker/find-again.js';
import { type FakeDevice, FTDI, fakeSysfs } from '../../../fixtures/ports/fake-sysfs.js';
import { startSocat } from '../../../fixtures/serial/socat.js';

const withPort = (device: FakeDevice, at: string, tty: string): FakeDevice => ({
  ...device,
  at,
  interfaces: [{ code: 'ffffff', driver: 'ftdi_sio', tty }],
});

describe('a port whose device was away', () => {
  it('is found under another name and at another place, without udev', async () => {
    const fake = fakeSysfs();
    fake.plug(FTDI);
    const { look: again } = await findAgain(path.join(fake.dev, 'ttyUSB0'), fake.source);
    expect(await again()).toBe(path.join(fake.dev, 'ttyUSB0'));
    fake.unplug(FTDI.at);
    expect(await again()).toBeNull();
    fake.plug(withPort(FTDI, '2-7', 'ttyUSB3'));
    expect(await again()).toBe(path.join(fake.dev, 'ttyUSB3'));
  });

  it('is found in its bootloader, which has ids of its own, by its place', async () => {
    const fake = fakeSysfs();
    fake.plug(FTDI);
    const { look: again } = await findAgain(path.join(fake.dev, 'ttyUSB0'), fake.source);
    fake.unplug(FTDI.at);
    fake.plug({ ...withPort(FTDI, FTDI.at, 'ttyACM5'), vendor: '2341', product: '0036', serial: 'boot' });
    expect(await again()).toBe(path.join(fake.dev, 'ttyACM5'));
  });

  it('is not another board of its kind in the same socket, until it is back there itself', async () => {
    const fake = fakeSysfs();
    fake.plug(FTDI);
    const { look: again } = await findAgain(path.join(fake.dev, 'ttyUSB0'), fake.source);
    fake.unplug(FTDI.at);
    fake.plug({ ...FTDI, serial: 'ANOTHER1' });
    expect(await again()).toBeNull();
    fake.unplug(FTDI.at);
    fake.plug(FTDI);
    expect(await again()).toBe(path.join(fake.dev, 'ttyUSB0'));
  });

  it('is not another device that has its serial number and was there all the time', async () => {
    const fake = fakeSysfs();
    fake.plug(FTDI);
    fake.plug(withPort(FTDI, '2-7', 'ttyUSB1'));
    const { look: again } = await findAgain(path.join(fake.dev, 'ttyUSB0'), fake.source);
    fake.unplug(FTDI.at);
    expect(await again()).toBeNull();
    fake.plug(withPort(FTDI, FTDI.at, 'ttyUSB2'));
    expect(await again()).toBe(path.join(fake.dev, 'ttyUSB2'));
  });

  it('keeps its name where it is no device', async () => {
    const fake = fakeSysfs();
    const file = path.join(fake.make('pts'), '7');
    writeFileSync(file, '');
    expect(await (await findAgain(file, fake.source)).look()).toBe(file);
    expect(await (await findAgain(`${file}0`, fake.source)).look()).toBeNull();
  });

  it('is not whatever has the number of a pseudo-terminal now, but what its link is made for anew', async () => {
    const dir = mkdtempSync(path.join(tmpdir(), 'benchloop-again-'));
    const [link, far] = [path.join(dir, 'tty'), path.join(dir, 'far')];
    const socat = await startSocat([`pty,raw,link=${link}`, `pty,raw,link=${far}`]);
    onTestFinished(() => {
      socat.kill('SIGKILL');
      rmSync(dir, { recursive: true });
    });
    const number = realpathSync(link);
    const { look: again, opened } = await findAgain(link);
    expect(await again()).toBeNull();
    expect(await (await findAgain(number)).look()).toBeNull();
    rmSync(link);
    expect(await again()).toBeNull();
    symlinkSync(number, link);
    expect(await again()).toBe(link);
    await opened();
    expect(await again()).toBeNull();
  });
});
