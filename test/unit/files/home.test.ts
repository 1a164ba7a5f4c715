import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { freshDemo } from '../../../electron/core/demo.js';
import { checkHome } from '../../../electron/files/home.js';
import { homeFolder } from '../../../electron/files/home-folder.js';
import { openBoardRegistry } from '../../../electron/lab/boards/registry.js';
import { inEnglish } from '../../../shared/texts/words.js';

const demosBelow = (home: string) => ({
  demoDir: path.resolve('native-config/demo'),
  into: path.join(home, 'demo'),
});

/** To `mkdir` there the kernel says ENOENT, though the folder is there. */
describe.runIf(process.platform === 'linux')('a data folder below /proc', () => {
  it('is refused for runs, boards and demos, instead of being tried for ever', async () => {
    const home = '/proc/benchloop/below';
    const refused = { ok: false, error: { code: 'HOME_UNWRITABLE', where: expect.stringContaining(home) } };
    expect(checkHome(home)).toMatchObject(refused);
    expect(openBoardRegistry(home)).toMatchObject(refused);
    expect(await freshDemo(demosBelow(home))).toMatchObject(refused);
  });
});

describe('a data folder below a plain file', () => {
  let dir: string;
  let home: string;
  beforeEach(() => {
    dir = mkdtempSync(path.join(os.tmpdir(), 'benchloop-home-'));
    writeFileSync(path.join(dir, 'file'), '');
    home = path.join(dir, 'file', 'below');
  });
  afterEach(() => rmSync(dir, { recursive: true, force: true }));

  const inTheWay = {
    ok: false,
    error: { code: 'HOME_UNWRITABLE', message: expect.stringMatching(/file is no folder$/) },
  };

  it('is refused for runs, boards and demos with what stands in the way', async () => {
    expect(checkHome(home)).toMatchObject(inTheWay);
    expect(openBoardRegistry(home)).toMatchObject(inTheWay);
    expect(await freshDemo(demosBelow(home))).toMatchObject(inTheWay);
  });

  it('is refused where its path is too long for a database, with both lengths', () => {
    const checked = checkHome(path.join(dir, 'x'.repeat(200), 'y'.repeat(200)));
    expect(checked.ok ? '' : inEnglish(checked.error.message)).toMatch(
      /its path has 4\d\d bytes, and may have 400/,
    );
  });

  it('can be made where nothing stands in the way', () => {
    expect(checkHome(path.join(dir, 'new', 'below'))).toMatchObject({ ok: true });
  });
});

describe('the data folder', () => {
  const own = path.join(os.homedir(), '.local', 'share', 'benchloop');

  it.each([
    ['where the system keeps such data', {}, own],
    ['where the person keeps such data', { XDG_DATA_HOME: '/data' }, '/data/benchloop'],
    ['not in the folder of the moment: an empty name counts as none', { XDG_DATA_HOME: '' }, own],
    ['not in the folder of the moment: a relative name counts as none', { XDG_DATA_HOME: 'data' }, own],
    ['where the variable of our own says', { BENCHLOOP_HOME: '/b', XDG_DATA_HOME: '/data' }, '/b'],
  ])('is %s', (_, env, folder) => {
    expect(homeFolder(env, 'linux')).toBe(folder);
  });
});

describe.skipIf(process.platform === 'win32')('who has access to the data folder', () => {
  let home: string;
  beforeEach(() => {
    home = mkdtempSync(path.join(os.tmpdir(), 'benchloop-home-'));
  });
  afterEach(() => rmSync(home, { recursive: true, force: true }));
  const modeOf = (file: string) => (statSync(file).mode & 0o7777).toString(8);

  it('is its owner alone, also of one that others could enter before', () => {
    const below = path.join(home, 'new', 'data');
    expect(checkHome(below)).toMatchObject({ ok: true });
    expect(['', 'runs'].map((name) => modeOf(path.join(below, name)))).toEqual(['700', '700']);
    for (const name of ['', 'runs']) chmodSync(path.join(below, name), 0o777);
    expect(checkHome(below)).toMatchObject({ ok: true });
    expect(['', 'runs'].map((name) => modeOf(path.join(below, name)))).toEqual(['700', '700']);
  });

  it.each([0o1777, 0o777])('is nobody where it is a folder for others, which stays as it is (%o)', (mode) => {
    mkdirSync(path.join(home, 'work of others'));
    chmodSync(home, mode);
    const checked = checkHome(home);
    expect(checked.ok ? '' : inEnglish(checked.error.message)).toContain('others can write there');
    expect(modeOf(home)).toBe(mode.toString(8));
  });
});
