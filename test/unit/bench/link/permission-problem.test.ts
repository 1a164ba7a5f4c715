import { chownSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { permissionProblem } from '../../../../electron/bench/link/permission-problem.js';
import { tempDir } from '../../../fixtures/firmware-run.js';

const file = (): string => {
  const made = path.join(tempDir(), 'ttyUSB0');
  writeFileSync(made, '');
  return made;
};

describe('a port that may not be opened', () => {
  it.runIf(process.getuid?.() === 0)('names its group and the command that lets this user in', async () => {
    const port = file();
    chownSync(port, 0, 20); // dialout on Debian
    expect(await permissionProblem(port)).toEqual({
      code: 'PORT_PERMISSION',
      where: port,
      message: `only the user root and the group dialout may open the port, and ${os.userInfo().username} is not in it`,
      next: `sudo usermod -aG dialout ${os.userInfo().username}, then log out and in`,
    });
  });

  it.runIf(process.getuid?.() === 0)('of root alone needs the udev rules', async () => {
    const port = file();
    chownSync(port, 0, 0);
    expect(await permissionProblem(port)).toMatchObject({ next: expect.stringContaining('udev rules') });
  });

  it('of which nothing is known needs the udev rules', async () => {
    expect(await permissionProblem(`${file()}-gone`)).toMatchObject({
      code: 'PORT_PERMISSION',
      message: 'this user may not open the port',
    });
  });
});
