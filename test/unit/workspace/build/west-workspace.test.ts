import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  westEnvironment,
  westWorkspaceAbove,
  westWorkspaceAt,
} from '../../../../electron/workspace/build/west-workspace.js';

let top: string;
const workspace = (config: string, name = 'zephyrproject'): string => {
  const folder = path.join(top, name);
  mkdirSync(path.join(folder, '.west'), { recursive: true });
  writeFileSync(path.join(folder, '.west', 'config'), config);
  return folder;
};

beforeEach(() => {
  top = realpathSync(mkdtempSync(path.join(tmpdir(), 'benchloop-west-')));
});
afterEach(() => rmSync(top, { recursive: true, force: true }));

describe('a west workspace', () => {
  it('is a folder with .west/config, which says where Zephyr lies', () => {
    const folder = workspace('[manifest]\npath = app\nfile = west.yml\n\n[zephyr]\nbase = deps/zephyr\n');
    expect(westWorkspaceAt(folder)).toEqual({ top: folder, zephyrBase: path.join(folder, 'deps/zephyr') });
    expect(westEnvironment(['/opt/other', folder])).toEqual({
      ZEPHYR_BASE: path.join(folder, 'deps/zephyr'),
    });
  });

  it('has Zephyr in zephyr where it says nothing else', () => {
    const folder = workspace('[manifest]\npath = app\n');
    expect(westWorkspaceAt(folder)?.zephyrBase).toBe(path.join(folder, 'zephyr'));
  });

  it('is found from a repository in it', () => {
    const folder = workspace('[zephyr]\nbase = zephyr\n');
    const app = path.join(folder, 'app', 'src');
    mkdirSync(app, { recursive: true });
    expect(westWorkspaceAbove(app)?.top).toBe(folder);
  });

  it.each([
    ['no configuration', () => path.join(top, 'nothing')],
    ['a base that is no text', () => workspace('[zephyr]\nbase[] = a\nbase[] = b\n')],
    ['sections of which one is a value', () => workspace('zephyr = 1\n')],
  ])('is not: %s', (_, folder) => {
    expect(westWorkspaceAt(folder())).toBeNull();
    expect(westEnvironment([folder()])).toEqual({});
  });
});
