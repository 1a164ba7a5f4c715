import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { captureFolder } from '../../../../electron/bench/console/capture-folder.js';
import { captureChecks } from '../../../../electron/core/doctor/captures-check.js';
import { tempDir } from '../../../fixtures/firmware-run.js';
import { FTDI, fakeSysfs } from '../../../fixtures/ports/fake-sysfs.js';

const keep = (folder: string): void => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, '000000000000000.raw'), 'said\n');
};

describe('captures that no port leads to', () => {
  it('are named, with what to do; those of devices and of ports that are known by name alone are not', async () => {
    const [home, fake] = [tempDir(), fakeSysfs()];
    fake.plug(FTDI);
    writeFileSync(path.join(fake.dev, 'ttyS0'), '');
    expect(await captureChecks(home, fake.source)).toEqual([]);
    for (const name of ['ttyUSB0', 'ttyS0'])
      keep(await captureFolder(home, path.join(fake.dev, name), fake.source));
    expect(await captureChecks(home, fake.source)).toEqual([]);
    keep(path.join(home, 'consoles', 'ttyUSB0'));
    keep(path.join(home, 'consoles', 'COM7'));
    expect(await captureChecks(home, fake.source)).toMatchObject([
      {
        name: 'captures',
        ok: true,
        detail: '2 by names that no port here goes by, 1 MB: COM7, ttyUSB0',
        next: expect.stringContaining(path.join(home, 'consoles')),
      },
    ]);
  });
});
