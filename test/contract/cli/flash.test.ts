import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type InProcess, inProcess } from '../../fixtures/in-process.js';

let cli: InProcess;
let image: string;
beforeAll(async () => {
  cli = await inProcess();
  image = path.join(cli.root, 'app.bin');
  writeFileSync(image, 'no format has this head');
});
afterAll(() => cli.close());

const flashAt = (home: string, ...args: string[]) =>
  cli.run(['flash', '--profile', 'arduino-uno', '--port', '/dev/none', ...args, image], { home });
const flash = (...args: string[]) => flashAt(cli.freshHome(), ...args);

it.each(['banana', '0x1ffffffff', '-1', ''])('takes %j for no address', async (text) => {
  const { code, stderr } = await flash(`--address=${text}`);
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('is no address') });
});

it.each(['0x8000000', '0', '4294967295'])(
  'takes %j for an address, and looks for the board',
  async (text) => {
    const { code, stderr } = await flash(`--address=${text}`);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('/dev/none') });
  },
);

it('ends with 2 where the registry of boards cannot be read: no board was touched', async () => {
  const home = cli.freshHome();
  mkdirSync(home);
  writeFileSync(path.join(home, 'boards.db'), 'garbage '.repeat(1000));
  expect(await flashAt(home)).toMatchObject({ code: 2, stderr: expect.stringContaining('boards.db') });
});
