import { describe, expect, it } from 'vitest';
import { hasMarkers, markedFiles } from '../../../electron/workspace/conflict-markers.js';
import { mergeOnto } from '../../../electron/workspace/merge.js';
import { applyPatch, diffBetween } from '../../../electron/workspace/patch.js';
import { fileInTree } from '../../../electron/workspace/tree-file.js';
import { cloned, fingerprint, g, head, put, value } from './repositories.js';

const LINES = ['int a;', 'int b;', 'int c;', 'int d;', 'int e;', ''];
const CHANGE =
  '--- a/a.c\n+++ b/a.c\n@@ -1,5 +1,5 @@\n int a;\n int b;\n int c;\n int d;\n-int e;\n+int work;\n';

async function working() {
  const { repo, clone } = await cloned({ 'a.c': LINES.join('\n'), 'b.c': 'int b;\n' });
  const { dir: cloneDir, baseCommit: base } = clone;
  const { tree } = value(await applyPatch(cloneDir, CHANGE, 'Work'));
  return { repo, at: { repoRoot: repo, cloneDir, base, tree } };
}

describe('work that is brought onto another commit', () => {
  it('is the same change there, and the user’s repository is not touched', async () => {
    const { repo, at } = await working();
    put(repo, { 'a.c': LINES.join('\n').replace('int a;', 'int first;') });
    g(repo, 'commit', '-q', '-a', '-m', 'more');
    const before = fingerprint(repo);
    const onto = head(repo);
    const merged = await mergeOnto(onto, at);
    expect(merged?.conflicts).toEqual([]);
    expect(await fileInTree(at.cloneDir, merged?.tree ?? '', 'a.c')).toBe(
      'int first;\nint b;\nint c;\nint d;\nint work;\n',
    );
    expect(fingerprint(repo)).toEqual(before);
  });

  it('takes nothing along of a commit that the user has rewritten', async () => {
    const { repo, at } = await working();
    put(repo, { 'b.c': 'int other;\n' });
    g(repo, 'commit', '-q', '-a', '--amend', '-m', 'rewritten');
    const onto = head(repo);
    const merged = await mergeOnto(onto, at);
    expect(merged?.conflicts).toEqual([]);
    const patch = value(await diffBetween(at.cloneDir, onto, merged?.tree ?? ''));
    expect(patch.split('\n').filter((line) => /^[-+]\w/.test(line))).toEqual(['-int e;', '+int work;']);
  });

  it('has markers where both changed the same, the same ones each time', async () => {
    const { repo, at } = await working();
    put(repo, { 'a.c': LINES.join('\n').replace('int e;', 'int mine;') });
    g(repo, 'commit', '-q', '-a', '-m', 'more');
    const onto = head(repo);
    const merged = await mergeOnto(onto, at);
    expect(merged?.conflicts).toEqual(['a.c']);
    expect(await mergeOnto(onto, at)).toEqual(merged);
    const content = (await fileInTree(at.cloneDir, merged?.tree ?? '', 'a.c')) ?? '';
    expect(content).toContain(
      '<<<<<<< benchloop/repository\nint mine;\n=======\nint work;\n>>>>>>> benchloop/work',
    );
    expect(hasMarkers(content)).toBe(true);
    expect(markedFiles(value(await diffBetween(at.cloneDir, onto, merged?.tree ?? '')))).toEqual(['a.c']);
  });
});

describe('a conflict marker in a patch', () => {
  const adding = (file: string, line: string): string =>
    `--- a/${file}\n+++ b/${file}\n@@ -0,0 +1 @@\n+${line}\n`;
  it.each([
    ['a.c', '<<<<<<< mine'],
    ['a.c', '======='],
    ['a.c', '=======\r'],
    ['notes.md', '>>>>>>> theirs'],
  ])('in %s: %j', (file, line) => {
    expect(markedFiles(adding(file, line))).toEqual([file]);
  });
  it.each([
    ['notes.md', '======='],
    ['a.c', '========'],
    ['a.c', 'x <<<<<<< mine'],
  ])('is not in %s: %j', (file, line) => {
    expect(markedFiles(adding(file, line))).toEqual([]);
  });
});
