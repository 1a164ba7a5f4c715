import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { git, gitDirOf } from '../../../electron/workspace/git.js';
import { headOf } from '../../../electron/workspace/snapshot.js';
import {
  differsFrom,
  restoreWhole,
  snapshotWhole,
  wholeTree,
} from '../../../electron/workspace/whole-tree.js';
import { value } from '../../fixtures/firmware-run.js';
import { hostBench } from '../effects/firmware-loop/trial/trial-bench.js';
import { g, latin1In } from './repositories.js';

async function clone() {
  const files = { 'src/a.c': 'int a;\n', 'b.c': 'int b;\n', '.gitignore': '*.o\n' };
  const { bench } = await hostBench(files, { parser: 'tap', command: ['true'], cases: ['*'] });
  const dir = bench.paths.clone;
  const at = (name: string) => path.join(dir, name);
  writeFileSync(at('a.o'), 'object');
  return { dir, at };
}

describe('a snapshot of the whole work tree', () => {
  it('brings back what an edit or a command changed, added or removed, ignored files too', async () => {
    const { dir, at } = await clone();
    const tree = value(await snapshotWhole(dir, 'call-1'));
    writeFileSync(at('src/a.c'), 'int other;\n');
    rmSync(at('b.c'));
    writeFileSync(at('a.o'), 'another object');
    mkdirSync(at('made/deep'), { recursive: true });
    writeFileSync(at('made/deep/new.txt'), 'new');
    symlinkSync('/etc', at('etc'));
    expect(value(await differsFrom(dir, tree))).toEqual([
      'a.o',
      'b.c',
      'etc',
      'made/deep/new.txt',
      'src/a.c',
    ]);
    value(await restoreWhole(dir, tree));
    expect([readFileSync(at('src/a.c'), 'utf8'), readFileSync(at('a.o'), 'utf8')]).toEqual([
      'int a;\n',
      'object',
    ]);
    expect([existsSync(at('b.c')), existsSync(at('made')), existsSync(at('etc'))]).toEqual([
      true,
      false,
      false,
    ]);
    expect(value(await wholeTree(dir))).toBe(tree);
  });

  it('keeps every byte, whatever line ends the repository asks for', async () => {
    const { dir, at } = await clone();
    const mixed = 'one\r\ntwo\nthree\r\n$Id$\n';
    writeFileSync(at('.gitattributes'), '* text=auto eol=crlf ident\n');
    writeFileSync(at('mixed.txt'), mixed);
    const tree = value(await snapshotWhole(dir, 'call-1'));
    rmSync(at('mixed.txt'));
    value(await restoreWhole(dir, tree));
    expect(readFileSync(at('mixed.txt'), 'utf8')).toBe(mixed);
  });

  it('leaves HEAD and the index as they are, and what a link points to', async () => {
    const { dir, at } = await clone();
    const outside = path.join(path.dirname(dir), 'outside');
    mkdirSync(outside);
    writeFileSync(path.join(outside, 'kept'), 'kept');
    const before = [value(await headOf(dir)), readFileSync(path.join(gitDirOf(dir), 'index'))];
    const tree = value(await snapshotWhole(dir, 'call-1'));
    symlinkSync(outside, at('link'));
    value(await restoreWhole(dir, tree));
    expect([value(await headOf(dir)), readFileSync(path.join(gitDirOf(dir), 'index'))]).toEqual(before);
    expect(readFileSync(path.join(outside, 'kept'), 'utf8')).toBe('kept');
  });

  it('outlives the clean-up of git', async () => {
    const { dir, at } = await clone();
    const tree = value(await snapshotWhole(dir, 'call-1'));
    rmSync(at('a.o'));
    const place = { gitDir: path.join(gitDirOf(dir), 'whole') };
    expect((await git(place, ['gc', '--prune=now', '--quiet'])).ok).toBe(true);
    value(await restoreWhole(dir, tree));
    expect(readFileSync(at('a.o'), 'utf8')).toBe('object');
  });

  it('is told as it is where it cannot be brought back', async () => {
    const { dir } = await clone();
    expect(await restoreWhole(dir, '0'.repeat(40))).toMatchObject({
      ok: false,
      error: { code: 'ENV_ERROR' },
    });
  });

  it('holds the files of a repository that a command made in the tree', async () => {
    const { dir, at } = await clone();
    mkdirSync(at('made'));
    writeFileSync(at('made/x'), 'x');
    const tree = value(await snapshotWhole(dir, 'call-1'));
    for (const args of [
      ['init', '-q'],
      ['add', 'x'],
      ['commit', '-q', '-m', 'x'],
    ])
      g(at('made'), ...args);
    writeFileSync(at('made/x'), 'other');
    writeFileSync(at('made/y'), 'y');
    g(at('src'), 'init', '-q');
    writeFileSync(at('src/new.c'), 'int n;\n');
    expect(value(await differsFrom(dir, tree))).toEqual(['made/x', 'made/y', 'src/new.c']);
    value(await restoreWhole(dir, tree));
    expect([readFileSync(at('made/x'), 'utf8'), existsSync(at('made/y'))]).toEqual(['x', false]);
    expect(existsSync(at('src/new.c'))).toBe(false);
  });

  it('brings back a file in the place of a folder, and a folder in the place of a file', async () => {
    const { dir, at } = await clone();
    const tree = value(await snapshotWhole(dir, 'call-1'));
    rmSync(at('src'), { recursive: true });
    writeFileSync(at('src'), 'a file');
    rmSync(at('b.c'));
    mkdirSync(at('b.c'));
    writeFileSync(at('b.c/x'), 'x');
    const swapped = value(await wholeTree(dir));
    value(await restoreWhole(dir, tree));
    expect(readFileSync(at('src/a.c'), 'utf8')).toBe('int a;\n');
    value(await restoreWhole(dir, swapped));
    expect([readFileSync(at('src'), 'utf8'), readFileSync(at('b.c/x'), 'utf8')]).toEqual(['a file', 'x']);
  });

  it('opens what a command locked, and takes no pipe for a file', async ({ skip }) => {
    if (process.platform === 'win32') skip('no such bits');
    const { dir, at } = await clone();
    const tree = value(await snapshotWhole(dir, 'call-1'));
    execFileSync('mkfifo', [at('pipe')]);
    chmodSync(at('b.c'), 0o000);
    chmodSync(at('src'), 0o000);
    expect(value(await wholeTree(dir))).toBe(tree);
    expect([statSync(at('b.c')).mode & 0o777, statSync(at('src')).mode & 0o777]).toEqual([0o600, 0o700]);
  });

  it('keeps names that are no UTF-8', async ({ skip }) => {
    const { dir, at } = await clone();
    if (process.platform !== 'linux') skip('names are text here');
    writeFileSync(latin1In(dir), 'kept');
    const tree = value(await snapshotWhole(dir, 'call-1'));
    rmSync(latin1In(dir));
    writeFileSync(at('new'), 'new');
    value(await restoreWhole(dir, tree));
    expect([readFileSync(latin1In(dir), 'utf8'), existsSync(at('new'))]).toEqual(['kept', false]);
    rmSync(latin1In(dir));
    expect(value(await wholeTree(dir))).not.toBe(tree);
  });
});
