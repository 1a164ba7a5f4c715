import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { searchFolders, toolchainRoots } from '../../../../electron/bench/process/search-path.js';

const home = '/home/ann';

describe('what a confined program sees of a folder on PATH', () => {
  it.each([
    ['/opt/gcc-arm/bin', '/opt/gcc-arm'],
    [`${home}/gcc-arm-none-eabi/bin`, `${home}/gcc-arm-none-eabi`],
    [`${home}/.espressif/tools/xtensa/12/bin`, `${home}/.espressif/tools/xtensa/12`],
  ])('%s: the toolchain it belongs to', (folder, root) =>
    expect(toolchainRoots(folder, home)).toEqual([root]),
  );

  it.each([`${home}/bin`, `${home}/.cargo/bin`, `${home}/.local/bin`, '/home/bin', '/tools'])(
    '%s: the folder and nothing beside it',
    (folder) => expect(toolchainRoots(folder, home)).toEqual([folder]),
  );

  it.each(['/', '/home', home, `${home}/.pyenv/shims`, '/usr/bin', '/usr/local/bin', '/bin'])(
    '%s: nothing of its own',
    (folder) => expect(toolchainRoots(folder, home)).toEqual([]),
  );
});

describe('a folder on PATH that is reached by a symbolic link', () => {
  let dir: string;
  beforeEach(() => {
    dir = realpathSync(mkdtempSync(path.join(tmpdir(), 'bl-path-')));
    mkdirSync(path.join(dir, 'data', 'ann', 'bin'), { recursive: true });
    mkdirSync(path.join(dir, 'gcc', 'bin'), { recursive: true });
    symlinkSync(path.join(dir, 'data', 'ann'), path.join(dir, 'ann'));
    symlinkSync(path.join(dir, 'gcc', 'bin'), path.join(dir, 'tools'));
  });
  afterEach(() => rmSync(dir, { recursive: true }));

  it.each(['data/ann', 'ann'])('does not show the home that both of them lead to: HOME is %s', (name) => {
    const folder = path.join(dir, 'data', 'ann', 'bin');
    expect(toolchainRoots(folder, path.join(dir, name))).toEqual([folder]);
  });

  it('shows its own path, and the toolchain that it leads to', () => {
    const folder = path.join(dir, 'tools');
    expect(toolchainRoots(folder, home)).toEqual([folder, path.join(dir, 'gcc')]);
  });
});

describe('a home that HOME does not name', () => {
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  it('is private all the same', () => {
    vi.stubEnv('HOME', '/nowhere');
    const folder = path.join(userInfo().homedir, '.cargo', 'bin');
    expect(toolchainRoots(folder)).toEqual([folder]);
  });
});

describe('the folders of PATH', () => {
  it('are absolute, in order, each once', () => {
    expect(searchFolders('/b:/a:relative::/b/:.:/c')).toEqual(['/b', '/a', '/c']);
  });
});
