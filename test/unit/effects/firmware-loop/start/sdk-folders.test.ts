import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sdkFolders } from '../../../../../electron/effects/firmware-loop/start/sdk-folders.js';

let top: string;
const at = (...parts: string[]) => path.join(top, ...parts);

beforeEach(() => {
  top = realpathSync(mkdtempSync(path.join(tmpdir(), 'benchloop-sdk-')));
  for (const dir of ['user/sdk', 'user/data/runs', 'opt/sdk']) mkdirSync(at(dir), { recursive: true });
  writeFileSync(at('user', 'file'), '');
});
afterEach(() => rmSync(top, { recursive: true, force: true }));

const folders = (...named: string[]) => sdkFolders(named, { home: at('user', 'data'), user: at('user') });

describe('the SDK folders of a run', () => {
  it('are absolute, or from ~, each once, with links resolved', () => {
    symlinkSync(at('opt', 'sdk'), at('user', 'link'));
    expect(folders('~/sdk', at('user', 'sdk'), '~/link')).toEqual({
      ok: true,
      value: [at('user', 'sdk'), at('opt', 'sdk')],
    });
  });

  it.each([
    ['/', 'the whole disk'],
    ['~', 'your own folder'],
    ['~/..', 'your own folder'],
    ['~/data', 'the data folder'],
    ['~/data/runs', 'the data folder'],
    ['~/nowhere', 'does not exist'],
    ['~/file', 'is a file'],
    ['sdk', 'is not absolute'],
  ])('are refused with the reason: %s', (named, why) => {
    expect(folders(named)).toMatchObject({
      ok: false,
      error: { code: 'SDK_REFUSED', message: expect.stringContaining(why) },
    });
  });

  it('are refused where a link leads to too much', () => {
    symlinkSync(top, at('opt', 'all'));
    expect(folders(at('opt', 'all'))).toMatchObject({ ok: false });
  });
});
