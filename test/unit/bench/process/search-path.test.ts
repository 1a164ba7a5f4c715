import { userInfo } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { searchFolders, toolchainRoot } from '../../../../electron/bench/process/search-path.js';

const home = '/home/ann';

describe('what a confined program sees of a folder on PATH', () => {
  it.each([
    ['/opt/gcc-arm/bin', '/opt/gcc-arm'],
    [`${home}/gcc-arm-none-eabi/bin`, `${home}/gcc-arm-none-eabi`],
    [`${home}/.espressif/tools/xtensa/12/bin`, `${home}/.espressif/tools/xtensa/12`],
  ])('%s: the toolchain it belongs to', (folder, root) => expect(toolchainRoot(folder, home)).toBe(root));

  it.each([`${home}/bin`, `${home}/.cargo/bin`, `${home}/.local/bin`, '/home/bin', '/tools'])(
    '%s: the folder and nothing beside it',
    (folder) => expect(toolchainRoot(folder, home)).toBe(folder),
  );

  it.each([home, `${home}/.pyenv/shims`, '/usr/bin', '/usr/local/bin', '/bin'])(
    '%s: nothing of its own',
    (folder) => expect(toolchainRoot(folder, home)).toBeNull(),
  );
});

describe('a home that HOME does not name', () => {
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  it('is private all the same', () => {
    vi.stubEnv('HOME', '/nowhere');
    const folder = path.join(userInfo().homedir, '.cargo', 'bin');
    expect(toolchainRoot(folder)).toBe(folder);
  });
});

describe('the folders of PATH', () => {
  it('are absolute, in order, each once', () => {
    expect(searchFolders('/b:/a:relative::/b/:.:/c')).toEqual(['/b', '/a', '/c']);
  });
});
