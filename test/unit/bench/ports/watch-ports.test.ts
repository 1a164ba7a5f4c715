import { linkSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { PortSource } from '../../../../electron/bench/ports/list-ports.js';
import { type PortChange, plugged, watchPorts } from '../../../../electron/bench/ports/watch-ports.js';
import type { Result } from '../../../../shared/problem.js';
import { value } from '../../../fixtures/firmware-run.js';
import { DFU, FTDI, fakeSysfs } from '../../../fixtures/ports/fake-sysfs.js';

/** The changes, one after the other. */
function changesOf(source: PortSource) {
  const seen: Result<PortChange>[] = [];
  let wake = (): void => {};
  const watch = watchPorts(
    (change) => {
      seen.push(change);
      wake();
    },
    source,
    5,
  );
  onTestFinished(() => watch.stop());
  return async (): Promise<PortChange> => {
    while (seen.length === 0)
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    const [first] = seen.splice(0, 1);
    if (first === undefined) throw new Error('woken without a change');
    return value(first);
  };
}

describe('the watch of the ports', () => {
  it('tells what is there, what is plugged in and what is pulled', async () => {
    const fake = fakeSysfs();
    fake.plug(DFU);
    const next = changesOf(fake.source);
    expect(await next()).toMatchObject({ added: [{ product: 'df11' }], removed: [], changed: [] });
    fake.plug(FTDI);
    const plugging = await next();
    expect(plugging).toMatchObject({ added: [{ serial: 'A50285BI' }], removed: [] });
    expect(plugging.ports).toHaveLength(2);
    rmSync(path.join(fake.sys, 'class/tty/ttyUSB0'));
    fake.unplug(FTDI.at);
    rmSync(path.join(fake.dev, 'ttyUSB0'));
    const pulled: string[] = [];
    while (pulled.length === 0) for (const port of (await next()).removed) pulled.push(port.product ?? '');
    expect(pulled).toEqual(['6001']);
  });

  it('tells when udev has made the links of a port', async () => {
    const fake = fakeSysfs();
    fake.plug(FTDI);
    const next = changesOf(fake.source);
    await next();
    const link = path.join(fake.make('dev/serial/by-id'), 'usb-FTDI-if00');
    symlinkSync('../../ttyUSB0', link);
    expect(await next()).toMatchObject({ added: [], removed: [], changed: [{ by_id: [link] }] });
  });

  it('sees a device that was pulled and came back between two looks', async () => {
    const fake = fakeSysfs();
    fake.plug(DFU);
    const before = await plugged(fake.source.places);
    // A kernel gives no number twice; a file system would, unless the file is still there under another name.
    linkSync(path.join(fake.sys, 'bus/usb/devices', DFU.at), path.join(fake.make('elsewhere'), 'held'));
    fake.unplug(DFU.at);
    fake.plug(DFU);
    expect(await plugged(fake.source.places)).not.toBe(before);
  });
});
