import { rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type FileChange, readDiff } from '../../../electron/workspace/read-diff.js';
import { decodeText } from '../../../electron/workspace/text.js';
import { g, put, repository, temporary } from './repositories.js';

/** What is staged in `repo` over its commit, by path. */
async function staged(repo: string, most = 100): Promise<Map<string, FileChange>> {
  g(repo, 'add', '-A');
  const read = await readDiff({ gitDir: join(repo, '.git') }, temporary(), most);
  if (!read.ok) throw new Error(read.error);
  return new Map(read.value.map((file) => [file.path, file]));
}

const LINES = Array.from({ length: 30 }, (_, i) => `line ${i}\n`);
const changed = (at: readonly number[]): string =>
  LINES.map((line, i) => (at.includes(i) ? `other ${i}\n` : line)).join('');

describe('readDiff', () => {
  it('tells both texts whole and the changes without context', async () => {
    const repo = repository({ 'a.c': LINES.join('') });
    put(repo, { 'a.c': changed([0, 4, 5, 29]) });
    const file = (await staged(repo)).get('a.c');
    expect(file).toMatchObject({ before: LINES.join(''), after: changed([0, 4, 5, 29]), binary: false });
    expect(file?.hunks.map((h) => [h.oldStart, h.oldLines, h.newStart, h.newLines])).toEqual([
      [1, 1, 1, 1],
      [5, 2, 5, 2],
      [30, 1, 30, 1],
    ]);
  });

  it('places pure additions and pure deletions at the line before, as git does', async () => {
    const repo = repository({ 'a.c': 'a\nb\nc\n', 'b.c': 'a\nb\nc\n' });
    put(repo, { 'a.c': 'a\nb\nx\ny\nc\n', 'b.c': 'c\n' });
    const files = await staged(repo);
    expect(files.get('a.c')?.hunks).toEqual([
      { oldStart: 2, oldLines: 0, newStart: 3, newLines: 2, section: '', lines: ['+x', '+y'] },
    ]);
    expect(files.get('b.c')?.hunks).toEqual([
      { oldStart: 1, oldLines: 2, newStart: 0, newLines: 0, section: '', lines: ['-a', '-b'] },
    ]);
  });

  it('keeps a missing newline at the end, on either side and where nothing changes', async () => {
    const repo = repository({ 'a.c': 'a\nb', 'b.c': 'a\nb\n', 'c.c': 'a\nb' });
    put(repo, { 'a.c': 'a\nb\n', 'b.c': 'a\nb', 'c.c': 'x\nb' });
    const files = await staged(repo);
    for (const [name, before, after] of [
      ['a.c', 'a\nb', 'a\nb\n'],
      ['b.c', 'a\nb\n', 'a\nb'],
      ['c.c', 'a\nb', 'x\nb'],
    ] as const)
      expect(files.get(name)).toMatchObject({ before, after });
  });

  it('reads files that come, go, are empty, hold NUL, CR or no UTF-8, or have strange names', async () => {
    const strange = '\\ a\t"name".c';
    const repo = repository({ 'gone.c': 'x\n', 'empty.c': '', [strange]: '-- \n' });
    const bytes = Uint8Array.from([0x61, 0xe9, 0x0d, 0x0a, 0x00, 0x0a]);
    for (const name of ['gone.c', 'empty.c']) rmSync(join(repo, name));
    put(repo, { [strange]: '-- \n++ b/x\n@@ -1 +1 @@\ndiff --git a/x b/x\n', 'new.c': '' });
    writeFileSync(join(repo, 'bytes.c'), bytes);
    const files = await staged(repo);
    expect([...files.values()].map((f) => [f.path, f.status])).toEqual(
      expect.arrayContaining([
        ['gone.c', 'deleted'],
        ['empty.c', 'deleted'],
        ['new.c', 'added'],
      ]),
    );
    expect(files.get('bytes.c')).toMatchObject({ status: 'added', binary: true, after: decodeText(bytes) });
    expect(files.get(strange)?.after).toBe('-- \n++ b/x\n@@ -1 +1 @@\ndiff --git a/x b/x\n');
    expect(files.get('gone.c')).toMatchObject({ before: 'x\n', after: '', newMode: '000000' });
  });

  it('reads changes of mode and of the kind of file', async () => {
    const repo = repository({ 'run.sh': 'echo\n', 'a.c': 'x\n', 'z.c': 'z\n' });
    g(repo, 'update-index', '--chmod=+x', 'run.sh');
    rmSync(join(repo, 'a.c'));
    symlinkSync('z.c', join(repo, 'a.c'));
    put(repo, { 'z.c': 'y\n' });
    g(repo, 'config', 'core.fileMode', 'false');
    const files = await staged(repo);
    expect(files.get('run.sh')).toMatchObject({
      newMode: '100755',
      before: 'echo\n',
      after: 'echo\n',
      hunks: [],
    });
    expect(files.get('a.c')).toMatchObject({
      status: 'modified',
      newMode: '120000',
      before: 'x\n',
      after: 'z.c',
    });
    expect(files.get('z.c')).toMatchObject({ before: 'z\n', after: 'y\n' });
  });

  it('reads no more files than it is asked for', async () => {
    const repo = repository({ 'a.c': 'a\n', 'b.c': 'b\n', 'c.c': 'c\n' });
    put(repo, { 'a.c': 'x\n', 'b.c': 'x\n', 'c.c': 'x\n' });
    expect([...(await staged(repo, 2)).keys()]).toEqual(['a.c', 'b.c']);
  });
});
