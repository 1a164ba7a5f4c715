import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildFilesFingerprint } from '../../../../electron/workspace/build/fingerprint.js';
import { latin1In } from '../repositories.js';

let dir: string;
const write = (name: string, text: string) => writeFile(path.join(dir, name), text);
const print = async (command = ['make']) => (await buildFilesFingerprint(dir, command)).fingerprint;

beforeEach(async () => {
  dir = await mkdtemp(path.join(os.tmpdir(), 'benchloop-print-'));
  await mkdir(path.join(dir, 'sub'));
  await write('Makefile', 'all:\n');
  await write('main.c', 'int x;\n');
  await write('sub/tool', 'echo\n');
});
afterEach(() => rm(dir, { recursive: true, force: true }));

describe('the fingerprint of the build files', () => {
  it('stays when only sources change', async () => {
    const before = await print();
    await write('main.c', 'int y;\n');
    await write('new.c', '');
    expect(await print()).toBe(before);
  });

  it.each(['Makefile', 'sub/rules.mk', 'app.ld', 'CMakeLists.txt', 'gen.sh', 'sub/config.py'])(
    'changes with %s',
    async (name) => {
      const before = await print();
      await write(name, 'changed\n');
      expect(await print()).not.toBe(before);
    },
  );

  it('changes with the command, a file that it names, and that file becoming executable', async () => {
    const command = ['sub/tool', '--x'];
    const first = await print(command);
    expect(await print()).not.toBe(first);
    await chmod(path.join(dir, 'sub/tool'), 0o755);
    const second = await print(command);
    await write('sub/tool', 'other\n');
    expect(new Set([first, second, await print(command)]).size).toBe(3);
  });

  it('takes a word that can be no file name for what it is', async () => {
    const script = `echo ${'x'.repeat(5000)}`;
    const { files } = await buildFilesFingerprint(dir, ['sh', '-c', script]);
    expect(files).toEqual(['Makefile']);
  });

  // macOS and Windows have no such names.
  it.runIf(process.platform === 'linux')(
    'covers build files below folders whose names are no text',
    async () => {
      const folder = latin1In(dir);
      await mkdir(folder);
      const before = await print();
      await writeFile(Buffer.concat([folder, Buffer.from('/rules.mk')]), 'x\n');
      const { fingerprint, files } = await buildFilesFingerprint(dir, ['make']);
      expect(fingerprint).not.toBe(before);
      expect(files).toEqual(['Makefile', 'gr\u{fffd}\u{fffd}e/rules.mk']);
    },
  );

  it('names the files that it covers', async () => {
    await write('sub/rules.mk', 'x\n');
    const { files } = await buildFilesFingerprint(dir, ['sub/tool', 'all']);
    expect(files).toEqual(['Makefile', 'sub/rules.mk', 'sub/tool']);
  });

  it('does not count what a CMake build folder generates', async () => {
    const before = await print();
    await write('sub/CMakeCache.txt', '');
    await write('sub/Makefile', 'generated\n');
    expect(await print()).toBe(before);
  });
});
