import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createClone } from '../../../electron/workspace/clone.js';
import {
  applyPatch,
  applyTree,
  diffBetween,
  inversePatch,
  revertPatch,
  treeAfter,
} from '../../../electron/workspace/patch.js';
import { currentTree, headOf, rollbackTo } from '../../../electron/workspace/snapshot.js';
import { encodeText } from '../../../electron/workspace/text.js';
import { cloned, g, head, problem, put, repository, temporary, text, value } from './repositories.js';

async function cloneOf(repo: string) {
  return value(
    await createClone({
      repoRoot: repo,
      baseCommit: head(repo),
      into: join(temporary('clone'), 'c d'),
      inputs: [],
    }),
  );
}

/** The diff that a person's git makes of a change to a copy of the repository. */
function diffOf(repo: string, change: (dir: string) => void): string {
  const copy = join(temporary('edit'), 'x');
  cpSync(repo, copy, { recursive: true, preserveTimestamps: true });
  change(copy);
  g(copy, 'add', '-A');
  return Buffer.from(g(copy, '-c', 'core.quotePath=false', 'diff', '--cached', '--binary'), 'utf8').toString(
    'utf8',
  );
}

const FILES = {
  'src/a.c': 'int a(void)\n{\n  return 1;\n}\n',
  'src/crlf.c': 'int b;\r\nint c;\r\nint d;\r\n',
  'no newline.c': 'int e;\nint f;',
  'naïve/ü.c': 'int g;\n',
  '-dash.c': 'int h;\n',
  'gone.c': 'int i;\n',
};

const CHANGES: [string, (dir: string) => void][] = [
  ['a one-line change', (d) => put(d, { 'src/a.c': 'int a(void)\n{\n  return 2;\n}\n' })],
  ['a CRLF file', (d) => put(d, { 'src/crlf.c': 'int b;\r\nint C;\r\nint d;\r\n' })],
  ['a file that loses its last line end', (d) => put(d, { 'src/a.c': 'int a(void)\n{\n  return 1;\n}' })],
  ['a file without a last line end', (d) => put(d, { 'no newline.c': 'int e;\nint F;' })],
  ['a file that gains its last line end', (d) => put(d, { 'no newline.c': 'int e;\nint f;\n' })],
  ['names with letters of other scripts', (d) => put(d, { 'naïve/ü.c': 'int G;\n' })],
  ['a name with a leading dash', (d) => put(d, { '-dash.c': 'int H;\n' })],
  ['a new file in a new folder', (d) => put(d, { 'new dir/n.c': 'int n;\n' })],
  ['a deleted file', (d) => g(d, 'rm', '-q', 'gone.c')],
  ['lines that look like a header', (d) => put(d, { 'src/a.c': '-- a/x\n++ b/y\n@@ -1 +1 @@\n' })],
  ['several files at once', (d) => put(d, { 'src/a.c': 'x\n', '-dash.c': 'y\n', 'k.c': 'z' })],
];

describe('a patch', () => {
  it.each(CHANGES)('is applied, described and taken back: %s', async (_, change) => {
    const { repo, clone } = await cloned(FILES);
    const patch = diffOf(repo, change);
    const after = value(await treeAfter(clone.dir, patch));
    expect(value(await currentTree(clone.dir))).toBe(clone.baseTree);
    const applied = value(await applyPatch(clone.dir, patch, 'try'));
    expect(applied.tree).toBe(after);
    expect(value(await currentTree(clone.dir))).toBe(after);
    const diff = value(await diffBetween(clone.dir, clone.baseCommit, applied.commit));
    expect(value(await treeAfter((await cloned(FILES)).clone.dir, diff))).toBe(after);
    value(await revertPatch(clone.dir, patch));
    expect(value(await currentTree(clone.dir))).toBe(clone.baseTree);
    expect(inversePatch(inversePatch(diff))).toBe(diff);
  });

  it('keeps every byte of a file that is not UTF-8', async () => {
    const latin = Buffer.from('// 25 \xb0C\nint x = 1;\n// \xe4\xf6\n', 'latin1');
    const { clone } = await cloned({ 'l.c': latin });
    const patch =
      '--- a/l.c\n+++ b/l.c\n@@ -1,3 +1,3 @@\n // 25 \udcb0C\n-int x = 1;\n+int x = 2;\n // \udce4\udcf6\n';
    const applied = value(await applyPatch(clone.dir, patch, 'latin'));
    expect(text(clone.dir, 'l.c')).toBe('// 25 \xb0C\nint x = 2;\n// \xe4\xf6\n');
    const diff = value(await diffBetween(clone.dir, clone.baseCommit, applied.commit));
    const { clone: again } = await cloned({ 'l.c': latin });
    writeFileSync(join(again.dir, '..', 'p'), encodeText(diff));
    g(again.dir, 'apply', '../p');
    expect(text(again.dir, 'l.c')).toContain('x = 2');
  });

  it('applies with the line ends of the file when the patch has others', async () => {
    const { clone } = await cloned(FILES);
    const patch = '--- a/src/crlf.c\n+++ b/src/crlf.c\n@@ -1,3 +1,3 @@\n int b;\n-int c;\n+int C;\n int d;\n';
    value(await applyPatch(clone.dir, patch, 'lf'));
    expect(text(clone.dir, 'src/crlf.c')).toBe('int b;\r\nint C;\r\nint d;\r\n');
  });

  it('that does not apply names the hunk and changes nothing', async () => {
    const { clone } = await cloned(FILES);
    const patch = '--- a/src/a.c\n+++ b/src/a.c\n@@ -1,2 +1,2 @@\n int zzz(void)\n-{\n+[\n';
    const error = problem(await applyPatch(clone.dir, patch, 'bad'));
    expect(error.code).toBe('PATCH_APPLY_FAILURE');
    expect(error.where).toBe('src/a.c:1');
    expect(error.message).toContain('int zzz(void)');
    expect(value(await currentTree(clone.dir))).toBe(clone.baseTree);
    expect(problem(await applyPatch(clone.dir, '', 'empty')).code).toBe('PATCH_APPLY_FAILURE');
    expect(problem(await revertPatch(clone.dir, patch)).code).toBe('PATCH_APPLY_FAILURE');
  });

  it('does not overwrite an untracked file of the build', async () => {
    const { repo, clone } = await cloned(FILES);
    put(clone.dir, { 'new.c': 'generated' });
    const patch = diffOf(repo, (d) => put(d, { 'new.c': 'int n;\n' }));
    expect(problem(await applyPatch(clone.dir, patch, 'new')).message).toContain('already exists');
    expect(text(clone.dir, 'new.c')).toBe('generated');
  });
});

/** Whether a folder can be made unchangeable, for root too (chattr(1)). */
function canFreeze(): boolean {
  const folder = temporary('frozen');
  const tried = spawnSync('chattr', ['+i', folder]).status === 0;
  spawnSync('chattr', ['-i', folder]);
  return tried;
}

describe.runIf(canFreeze())('a patch that deletes a file', () => {
  it('fails where the file stays', async () => {
    const { repo, clone } = await cloned({ ...FILES, 'old/o.c': 'int o;\n' });
    const patch = diffOf(repo, (d) => g(d, 'rm', '-q', 'old/o.c'));
    const old = join(clone.dir, 'old');
    spawnSync('chattr', ['+i', old]);
    try {
      const error = problem(await applyPatch(clone.dir, patch, 'p'));
      expect(error.message).toContain('old/o.c: cannot be deleted');
    } finally {
      spawnSync('chattr', ['-i', old]);
    }
    value(await rollbackTo(clone.dir, clone.baseCommit));
    expect(value(await applyPatch(clone.dir, patch, 'p')).files).toEqual(['old/o.c']);
    expect(existsSync(old)).toBe(false);
  });
});

describe('rollback by git', () => {
  it('restores tracked files, removes added ones and keeps build output', async () => {
    const { repo, clone } = await cloned(FILES);
    const before = value(await headOf(clone.dir));
    value(
      await applyPatch(
        clone.dir,
        diffOf(repo, (d) => put(d, { 'src/a.c': 'x\n', 'n/n.c': 'z' })),
        'p',
      ),
    );
    put(clone.dir, { 'build/a.o': 'obj', 'src/crlf.c': 'rewritten by the build' });
    value(await rollbackTo(clone.dir, before.commit));
    expect(value(await currentTree(clone.dir))).toBe(before.tree);
    expect(existsSync(join(clone.dir, 'n/n.c'))).toBe(false);
    expect(text(clone.dir, 'build/a.o')).toBe('obj');
  });

  it('works after git was killed in the middle of a patch', async () => {
    const { repo, clone } = await cloned(FILES);
    const patch = diffOf(repo, (d) => put(d, { 'n.c': 'z' }));
    value(await applyPatch(clone.dir, patch, 'p'));
    put(`${clone.dir}.git`, { 'index.lock': '', 'HEAD.lock': '' });
    value(await rollbackTo(clone.dir, clone.baseCommit));
    value(await applyPatch(clone.dir, patch, 'p'));
  });

  it('works after a kill between HEAD, files and index, and between the steps of a rollback', async () => {
    const { repo, clone } = await cloned(FILES);
    const patch = diffOf(repo, (d) => {
      put(d, { 'n/n.c': 'z', 'src/a.c': 'new\n' });
      g(d, 'rm', '-q', 'gone.c');
    });
    const done = value(await applyPatch(clone.dir, patch, 'p'));
    value(await rollbackTo(clone.dir, clone.baseCommit));
    const head = () => g(clone.dir, 'update-ref', 'HEAD', done.commit);
    const added = () => put(clone.dir, { 'n/n.c': 'z' });
    const deleted = () => rmSync(join(clone.dir, 'gone.c'));
    const changed = () => put(clone.dir, { 'src/a.c': 'new\n' });
    const index = () => g(clone.dir, 'read-tree', '--reset', done.commit);
    const indexBack = () => g(clone.dir, 'read-tree', '--reset', clone.baseCommit);
    const all = [
      [head],
      [head, added],
      [head, added, deleted],
      [head, added, deleted, changed],
      [head, added, deleted, changed, index],
      [head, index, added],
      [head, index],
      [head, index, indexBack],
    ];
    for (const halves of all) {
      for (const half of halves) half();
      value(await rollbackTo(clone.dir, clone.baseCommit));
      expect(value(await currentTree(clone.dir))).toBe(clone.baseTree);
      expect(value(await headOf(clone.dir)).commit).toBe(clone.baseCommit);
      expect(existsSync(join(clone.dir, 'n'))).toBe(false);
    }
    expect(value(await applyPatch(clone.dir, patch, 'p')).tree).toBe(done.tree);
    expect(existsSync(join(clone.dir, 'gone.c'))).toBe(false);
  });

  it('takes away what was added also where the inverse of the patch was cut short', async () => {
    const { repo, clone } = await cloned(FILES);
    const patch = diffOf(repo, (d) => put(d, { 'src/a.c': 'new\n', 'n/n.c': 'z' }));
    value(await applyPatch(clone.dir, patch, 'p'));
    put(`${clone.dir}.git`, { 'index.lock': '' });
    problem(await revertPatch(clone.dir, patch));
    value(await rollbackTo(clone.dir, clone.baseCommit));
    expect(existsSync(join(clone.dir, 'n'))).toBe(false);
    expect(value(await headOf(clone.dir)).commit).toBe(clone.baseCommit);
    value(await applyPatch(clone.dir, patch, 'p'));
  });

  it('sees files as they were committed, where an attribute says that git would write them otherwise', async () => {
    const repo = repository({ 'c.c': 'int c;\r\n', 'd.c': 'int d;\r\n' });
    put(repo, { '.gitattributes': '*.c text\n' });
    g(repo, 'add', '.gitattributes');
    g(repo, 'commit', '-qm', 'attributes');
    const clone = await cloneOf(repo);
    const patch = '--- a/c.c\n+++ b/c.c\n@@ -1 +1 @@\n-int c;\r\n+int e;\r\n';
    const applied = value(await applyPatch(clone.dir, patch, 'p'));
    expect(text(clone.dir, 'c.c')).toBe('int e;\r\n');
    expect(value(await currentTree(clone.dir))).toBe(applied.tree);
    value(await rollbackTo(clone.dir, clone.baseCommit));
    expect(text(clone.dir, 'c.c')).toBe('int c;\r\n');
    expect(value(await currentTree(clone.dir))).toBe(clone.baseTree);
    put(clone.dir, { 'd.c': 'int x;\r\n' });
    expect(value(await currentTree(clone.dir))).not.toBe(clone.baseTree);
    put(clone.dir, { 'd.c': 'int d;\r\n' });
    chmodSync(join(clone.dir, 'd.c'), 0o755);
    expect(value(await currentTree(clone.dir))).not.toBe(clone.baseTree);
  });

  it('changes nothing any more once its step is left', async () => {
    const { repo, clone } = await cloned(FILES);
    const patch = diffOf(repo, (d) => put(d, { 'src/a.c': 'new\n', 'n/n.c': 'z' }));
    const tree = value(await treeAfter(clone.dir, patch));
    const move = { from: clone.baseCommit, tree, label: 'p' };
    // The log is a pipe that nobody reads: git waits there, in the middle of the step.
    const log = join(`${clone.dir}.git`, 'logs', 'HEAD');
    mkdirSync(join(log, '..'), { recursive: true });
    execFileSync('mkfifo', [log]);
    const left = new AbortController();
    const applied = applyTree(clone.dir, { ...move, snapshot: 'before', signal: left.signal });
    const lock = join(`${clone.dir}.git`, 'HEAD.lock');
    while (!existsSync(lock)) await new Promise(setImmediate);
    left.abort();
    expect(problem(await applied).code).toBe('PATCH_APPLY_FAILURE');
    rmSync(log);
    expect(problem(await applyTree(clone.dir, { ...move, signal: left.signal })).code).toBe(
      'PATCH_APPLY_FAILURE',
    );
    expect(value(await headOf(clone.dir)).commit).toBe(clone.baseCommit);
    expect(value(await currentTree(clone.dir))).toBe(clone.baseTree);
    expect(existsSync(join(clone.dir, 'n'))).toBe(false);
  });

  it('finds the state of before in the log of HEAD, by its name', async () => {
    const { repo, clone } = await cloned(FILES);
    const tree = value(
      await treeAfter(
        clone.dir,
        diffOf(repo, (d) => put(d, { 'src/a.c': 'x\n' })),
      ),
    );
    const move = { from: clone.baseCommit, tree, label: 'p', snapshot: 'before run-1 patch' };
    const { commit } = value(await applyTree(clone.dir, move));
    const log = readFileSync(join(`${clone.dir}.git`, 'logs', 'HEAD'), 'utf8');
    expect(log).toContain(`${clone.baseCommit} ${commit} `);
    expect(log).toContain('\tbefore run-1 patch\n');
  });

  it('keeps what a build writes into tracked files out of the result', async () => {
    const { repo, clone } = await cloned(FILES);
    put(clone.dir, { '-dash.c': 'generated', 'src/a.c': 'also generated' });
    const patch = diffOf(repo, (d) => put(d, { 'src/a.c': 'int a(void)\n{\n  return 2;\n}\n' }));
    const applied = value(await applyPatch(clone.dir, patch, 'p'));
    expect(applied.files).toEqual(['src/a.c']);
    expect(value(await diffBetween(clone.dir, clone.baseCommit, applied.commit))).not.toContain('generated');
    expect(text(clone.dir, 'src/a.c')).toContain('return 2');
    expect(value(await headOf(clone.dir)).tree).toBe(applied.tree);
    expect(value(await currentTree(clone.dir))).not.toBe(applied.tree);
  });
});
