import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporary } from '../../../workspace/repositories.js';
import { cover, objects, type Setting, STOPS, stopOf, tellsLines } from './covering.js';

describe('lines that a test program executes on this computer are told', () => {
  const ways: [string, Omit<Setting, 'cases'>][] = [
    [
      'where a Makefile names gcc and makes objects',
      { files: { Makefile: objects('gcc') }, command: ['make'] },
    ],
    [
      'where the command says which compiler',
      { files: { Makefile: objects('$(CC)') }, command: ['make', 'CC=gcc'] },
    ],
    [
      'where the environment says which compiler',
      { files: { Makefile: objects('$(CC)') }, command: ['make', '-e'], env: { CC: 'cc' } },
    ],
    [
      'where the test command itself builds',
      {
        files: { Makefile: `${objects('gcc')}check: app\n\t./app\n` },
        command: ['true'],
        test: ['make', '-s', 'check'],
      },
    ],
  ];
  it.each(ways)('%s', (_, setting) => tellsLines(setting));

  it('where the build reads an SDK folder, and ends with a code that its task takes for done', async () => {
    const sdk = temporary('sdk');
    writeFileSync(path.join(sdk, 'sdk.h'), '#define SDK 1\n');
    const setting = { files: { Makefile: objects('gcc $(SDK)') }, command: ['sh', '-c', 'make && exit 1'] };
    const env = { SDK: `-include ${sdk}/sdk.h` };
    const told = async (more: Partial<Setting>) => (await cover({ ...setting, env, ...more })).told.ok;
    expect(await told({ readable: [sdk], okExitCodes: [0, 1] })).toBe(true);
    expect(await told({ readable: [sdk] })).toBe(false);
    expect(await told({ okExitCodes: [0, 1] })).toBe(false);
  });
});

describe('where a test program on this computer was stopped is told', () => {
  it.each(Object.keys(STOPS))('%s', async (name) => {
    expect(await stopOf(name)).toEqual(STOPS[name]);
  });
});

describe('why they are not known is said', () => {
  it('where the project builds by no compiler that can be made to count', async () => {
    const command = ['sh', '-c', '"$(command -v gcc | xargs readlink -f)" -o app src/unit.c test/main.c'];
    const { told } = await cover({ files: {}, command });
    expect(told).toMatchObject({ ok: false, error: { code: 'ANALYSIS_FAILURE' } });
  });
});
