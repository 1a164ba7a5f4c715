import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readStart, takeStarts, tellsOfStart } from '../../../../electron/bench/host/started.js';

let root: string;
let tree: string;
let starts: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(path.join(tmpdir(), 'benchloop-started-')));
  [tree, starts] = [path.join(root, 'tree'), path.join(root, 'starts')];
  for (const dir of [tree, starts, path.join(tree, 'sub')]) mkdirSync(dir);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const READS = `#include <stdio.h>
int main(void) { int c, n = 0; while ((c = getchar()) != EOF) n += 1; printf("%d\\n", n); return 0; }
`;

/** Builds a program of two sources that are both compiled with the header. */
function build(dir = tree): string {
  const header = path.join(root, 'starts.h');
  writeFileSync(header, tellsOfStart(starts));
  writeFileSync(path.join(root, 'main.c'), READS);
  writeFileSync(path.join(root, 'other.c'), 'int other(void) { return 1; }\n');
  const program = path.join(dir, 'app');
  execFileSync('gcc', ['-Wall', '-Werror', '-include', header, '-o', program, 'main.c', 'other.c'], {
    cwd: root,
  });
  return program;
}

describe('a program that is built with the header', () => {
  it('tells once how it was started, and still reads all of its input', async () => {
    const program = build();
    writeFileSync(path.join(root, 'input'), '3 4\n');
    const said = execFileSync('sh', ['-c', `exec ${program} one 'two words' < ../../input`], {
      cwd: path.join(tree, 'sub'),
    });
    expect(said.toString()).toBe('4\n');
    expect(await takeStarts(starts, tree)).toEqual([
      { program: 'app', cwd: 'sub', args: ['one', 'two words'], stdin: '3 4\n' },
    ]);
    expect(readdirSync(starts)).toEqual([]);
  });

  it('says nothing of an input that is no file', async () => {
    execFileSync(build(), [], { cwd: tree, input: 'through a pipe' });
    expect(await takeStarts(starts, tree)).toMatchObject([{ program: 'app', stdin: null }]);
  });

  it('is left out where it lies outside of the tree', async () => {
    execFileSync(build(root), [], { cwd: tree, input: '' });
    expect(await takeStarts(starts, tree)).toEqual([]);
  });
});

describe('what a program under test may have put there', () => {
  it('is no start: a link, a folder, or bytes of another form', async () => {
    symlinkSync('/etc/hostname', path.join(starts, '1'));
    mkdirSync(path.join(starts, '2'));
    writeFileSync(path.join(starts, '3'), 'all is well');
    writeFileSync(path.join(starts, '4'), Buffer.from([0xff, 0xff, 0xff, 0x7f, 0x41]));
    expect(await takeStarts(starts, tree)).toEqual([]);
    expect(readStart(Buffer.alloc(0), tree)).toEqual([]);
  });
});
