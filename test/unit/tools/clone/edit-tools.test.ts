import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ChangeWork } from '../../../../electron/tools/clone/change.js';
import { applyPatch, deleteFile, writeFile } from '../../../../electron/tools/clone/edit-tools.js';
import { toolResult } from '../../../../electron/tools/tool-error.js';
import { currentTree } from '../../../../electron/workspace/snapshot.js';
import { wholeTree } from '../../../../electron/workspace/whole-tree.js';
import { inEnglish } from '../../../../shared/texts/words.js';
import { visiting } from '../../../fixtures/visiting.js';
import { problem, temporary, value } from '../../workspace/repositories.js';
import { calling, sessionClone } from './session-clone.js';

const RING = 'int head;\nint size = 4;\n\nint next(int at)\n{\n\treturn at + 1;\n}\n';
const FILES = { 'src/ring.c': RING, 'src/other.c': 'int other;\n' };

const edit = (find: string, replace: string, path = 'src/ring.c') => ({ path, find, replace });
const read = (clone: string, path = 'src/ring.c') => readFileSync(join(clone, path), 'utf8');

describe('apply_patch with edits', () => {
  it('replaces a text that occurs once, shows what was changed, and says the trees before and after', async () => {
    const { clone, work } = await sessionClone(FILES);
    const before = value(await wholeTree(clone));
    const done = value(await calling().call(applyPatch, { edits: [edit('size = 4', 'size = 8')] }, work));
    expect(read(clone)).toBe(RING.replace('4', '8'));
    expect(done).toMatchObject({ files: ['src/ring.c'], matched: ['exact'], tree_before: before });
    expect(done.diff).toContain('-int size = 4;\n+int size = 8;\n');
    expect(done.tree_after).toBe(value(await wholeTree(clone)));
  });

  it('finds a text whose spaces, indentation or punctuation differ, and says so', async () => {
    const { clone, work } = await sessionClone({ 'a.c': 'int a; \nvoid f(void)\n{\n\tputs("x");\n}\n' });
    const edits = [
      edit('int a;', 'int a;', 'a.c'),
      edit('    puts("x");\n}', '    puts("y");\n}', 'a.c'),
      edit('\tputs(“y”);\n}', '\tputs("z");\n}', 'a.c'),
    ];
    const done = value(await calling().call(applyPatch, { edits }, work));
    expect(done.matched).toEqual(['exact', 'indentation', 'punctuation']);
    expect(read(clone, 'a.c')).toBe('int a; \nvoid f(void)\n{\n\tputs("z");\n}\n');
  });

  it('makes several edits of a file in their order', async () => {
    const { clone, work } = await sessionClone(FILES);
    const edits = [
      edit('int head;', 'int tail;'),
      edit('int tail;', 'int end;'),
      edit('other', 'one', 'src/other.c'),
    ];
    expect(value(await calling().call(applyPatch, { edits }, work)).files).toEqual([
      'src/other.c',
      'src/ring.c',
    ]);
    expect([read(clone).split('\n')[0], read(clone, 'src/other.c')]).toEqual(['int end;', 'int one;\n']);
  });

  it('keeps the line ends and the bytes of a file that is neither LF nor UTF-8', async () => {
    const bytes = Buffer.from('// 1 \xb5s\r\nint a = 1;\r\nint b;\n', 'latin1');
    const { clone, work } = await sessionClone({ 'a.c': bytes, '.gitattributes': '* text=auto eol=lf\n' });
    writeFileSync(join(clone, 'a.c'), bytes);
    value(await calling().call(applyPatch, { edits: [edit('a = 1', 'a = 2', 'a.c')] }, work));
    expect(readFileSync(join(clone, 'a.c'), 'latin1')).toBe('// 1 \xb5s\r\nint a = 2;\r\nint b;\n');
  });

  it('makes a new file, which git knows from then on, and edits it in the same call', async () => {
    const { clone, work } = await sessionClone(FILES);
    const edits = [edit('', 'int fresh = 1;\n', 'src/new/fresh.c'), edit('= 1', '= 2', 'src/new/fresh.c')];
    const before = value(await currentTree(clone));
    value(await calling().call(applyPatch, { edits }, work));
    expect(read(clone, 'src/new/fresh.c')).toBe('int fresh = 2;\n');
    expect(value(await currentTree(clone))).not.toBe(before);
  });

  it('sees what a command did to a file, not what git knows of it', async () => {
    const { clone, work } = await sessionClone(FILES);
    writeFileSync(join(clone, 'src/ring.c'), RING.replace('head', 'tail'));
    const done = value(await calling().call(applyPatch, { edits: [edit('int tail;', 'int end;')] }, work));
    expect(done.diff).toContain('-int tail;\n+int end;\n');
  });

  const misfits: [string, { path: string; find: string; replace: string }, RegExp][] = [
    ['does not occur', edit('int nobody;', ''), /edit 2: the text to find does not occur/],
    ['occurs twice', edit('int ', 'long '), /edit 2: the text to find occurs 4 times/],
    ['is empty in a file that exists', edit('', 'x'), /edit 2: the text to find is empty/],
    ['is empty in a file of no bytes', edit('', 'x', 'src/empty.c'), /edit 2: the text to find is empty/],
    ['is looked for in no file', edit('x', 'y', 'src/none.c'), /edit 2: there is no such file/],
  ];
  it.each(misfits)('leaves every file as it was where a text %s', async (_, wrong, message) => {
    const { files, work } = await sessionClone({ ...FILES, 'src/empty.c': '' });
    const before = files();
    const failed = problem(
      await calling().call(applyPatch, { edits: [edit('size = 4', 'size = 8'), wrong] }, work),
    );
    expect([failed.code, files()]).toEqual(['PATCH_APPLY_FAILURE', before]);
    expect(toolResult({ ok: false, error: failed }, 't')).toMatchObject({
      error: { code: 'E_CONFLICT', message: expect.stringMatching(message) },
    });
  });

  it('needs edits or a diff, and not both', async () => {
    const { work } = await sessionClone(FILES);
    for (const args of [{}, { edits: [edit('a', 'b')], diff: 'x' }, { edits: [] }])
      expect(problem(await calling().call(applyPatch, args, work)).code).toBe('ARGUMENTS_MALFORMED');
  });
});

describe('apply_patch with a diff', () => {
  const DIFF =
    '--- a/src/ring.c\n+++ b/src/ring.c\n@@ -1,3 +1,3 @@\n int head;\n-int size = 4;\n+int size = 8;\n \n';

  it('applies it to the files as they are', async () => {
    const { clone, work } = await sessionClone(FILES);
    expect(value(await calling().call(applyPatch, { diff: DIFF }, work)).files).toEqual(['src/ring.c']);
    expect(read(clone)).toBe(RING.replace('4', '8'));
  });

  it('leaves every file as it was where it does not fit, or is none', async () => {
    const { files, work } = await sessionClone(FILES);
    const before = files();
    for (const diff of [DIFF.replace('size = 4', 'size = 5'), 'no diff at all'])
      expect(problem(await calling().call(applyPatch, { diff }, work)).code).toBe('PATCH_APPLY_FAILURE');
    expect(files()).toEqual(before);
  });

  it('makes and deletes files, and no links', async () => {
    const { clone, files, work } = await sessionClone(FILES);
    const made = '--- /dev/null\n+++ b/src/new.c\n@@ -0,0 +1 @@\n+int made;\n';
    value(await calling().call(applyPatch, { diff: made }, work));
    expect(read(clone, 'src/new.c')).toBe('int made;\n');
    const before = files();
    const link =
      'diff --git a/src/l b/src/l\nnew file mode 120000\n--- /dev/null\n+++ b/src/l\n@@ -0,0 +1 @@\n+/etc/passwd\n\\ No newline at end of file\n';
    expect(problem(await calling().call(applyPatch, { diff: link }, work)).code).toBe('POLICY_VIOLATION');
    expect(files()).toEqual(before);
  });
});

describe('write_file and delete_file', () => {
  it('write a file whole, a new one too, and delete one', async () => {
    const { clone, files, work } = await sessionClone(FILES);
    value(await calling().call(writeFile, { path: './src/other.c', content: 'int another;\n' }, work));
    value(await calling().call(writeFile, { path: 'docs/notes.txt', content: 'a note' }, work));
    expect([read(clone, 'src/other.c'), read(clone, 'docs/notes.txt')]).toEqual(['int another;\n', 'a note']);
    value(await calling('yes').call(deleteFile, { path: 'src/other.c' }, work));
    expect(Object.keys(files())).not.toContain('src/other.c');
  });

  it('say where there is nothing to delete, and nothing to change', async () => {
    const { work } = await sessionClone(FILES);
    expect(problem(await calling().call(deleteFile, { path: 'none.c' }, work)).code).toBe('FILE_NOT_FOUND');
    const same = await calling().call(writeFile, { path: 'src/ring.c', content: RING }, work);
    expect(problem(same).code).toBe('ARGUMENTS_MALFORMED');
  });
});

describe('a file whose text is withheld', () => {
  const KEYS = '#define KEY 4711\n';
  const withKeys = async () => {
    const made = await sessionClone({ ...FILES, 'src/keys.h': KEYS });
    return { ...made, work: { ...made.work, isWithheld: (file: string) => /\.h$/.test(file) } };
  };
  const message = async (args: Parameters<typeof applyPatch.perform>[0], work: ChangeWork) => {
    const { code, message: said, where } = problem(await calling().call(applyPatch, args, work));
    return [code, inEnglish(said), where];
  };

  it('is refused by its name before an edit or a diff is compared with it', async () => {
    const { work, files } = await withKeys();
    const before = files();
    const diff = (from: string) => `--- a/src/keys.h\n+++ b/src/keys.h\n@@ -1 +1 @@\n-${from}\n+int k;\n`;
    const copy =
      'diff --git a/src/keys.h b/src/mine.c\nsimilarity index 100%\ncopy from src/keys.h\ncopy to src/mine.c\n';
    const answers = [
      await message({ edits: [edit('KEY 4', 'KEY 5', 'src/keys.h')] }, work),
      await message({ edits: [edit('KEY 5', 'KEY 6', './src/keys.h')] }, work),
      await message({ edits: [edit('', 'int k;', 'src/keys.h')] }, work),
      await message({ diff: diff('#define KEY 4711') }, work),
      await message({ diff: diff('#define KEY 4712') }, work),
      await message({ diff: copy }, work),
    ];
    expect(new Set(answers.map(String)).size).toBe(1);
    expect(answers[0]).toEqual(['POLICY_VIOLATION', expect.stringContaining('is withheld'), 'src/keys.h']);
    expect(files()).toEqual(before);
  });

  it('is not written whole or deleted: how much changes would tell; a new one is made', async () => {
    const { clone, work } = await withKeys();
    for (const content of [KEYS, 'int k;\n'])
      expect(problem(await calling().call(writeFile, { path: 'src/keys.h', content }, work)).code).toBe(
        'POLICY_VIOLATION',
      );
    expect(problem(await calling('yes').call(deleteFile, { path: 'src/keys.h' }, work)).code).toBe(
      'POLICY_VIOLATION',
    );
    value(await calling().call(writeFile, { path: 'src/new.h', content: 'int n;\n' }, work));
    expect([read(clone, 'src/keys.h'), read(clone, 'src/new.h')]).toEqual([KEYS, 'int n;\n']);
  });
});

describe('a change that policy does not allow', () => {
  const paths: [string, string][] = [
    ['../out.c', 'POLICY_VIOLATION'],
    ['src/../../out.c', 'POLICY_VIOLATION'],
    ['/etc/passwd', 'POLICY_VIOLATION'],
    ['C:/Windows/x.c', 'POLICY_VIOLATION'],
    ['..\\out.c', 'POLICY_VIOLATION'],
    ['.git/config', 'POLICY_VIOLATION'],
    ['src/.git/hooks/pre-commit', 'POLICY_VIOLATION'],
    ['a\0.c', 'POLICY_VIOLATION'],
    ['a\n.c', 'POLICY_VIOLATION'],
    ['a\u202ec.c', 'POLICY_VIOLATION'],
    ['CON', 'POLICY_VIOLATION'],
    ['src/aux.c', 'POLICY_VIOLATION'],
    ['src/RING.c', 'POLICY_VIOLATION'],
    ['link/new.c', 'POLICY_VIOLATION'],
    ['linked.c', 'POLICY_VIOLATION'],
    ['nowhere.c', 'POLICY_VIOLATION'],
    ['test/test_ring.c', 'POLICY_VIOLATION'],
    ['Makefile', 'POLICY_VIOLATION'],
    ['.vscode/tasks.json', 'POLICY_VIOLATION'],
    ['src//x.c', 'ARGUMENTS_MALFORMED'],
    ['src/', 'ARGUMENTS_MALFORMED'],
    ['src', 'ARGUMENTS_MALFORMED'],
    ['src/ring.c/x.c', 'ARGUMENTS_MALFORMED'],
    [`${'x'.repeat(300)}.c`, 'ARGUMENTS_MALFORMED'],
  ];
  it('is refused by its path and asks nobody, and nothing is written', async () => {
    const { clone, files, work } = await sessionClone(FILES);
    const outside = temporary('outside');
    mkdirSync(join(outside, 'sub'));
    writeFileSync(join(outside, 'secret.c'), 'int secret;\n');
    symlinkSync(outside, join(clone, 'link'));
    symlinkSync(join(outside, 'secret.c'), join(clone, 'linked.c'));
    symlinkSync(join(outside, 'not-there.c'), join(clone, 'nowhere.c'));
    const before = files();
    for (const [path, code] of paths) {
      const { call, gates } = calling('yes');
      const failed = problem(await call(writeFile, { path, content: 'int x;\n' }, work));
      expect([path, failed.code, gates()]).toEqual([path, code, []]);
    }
    expect(files()).toEqual(before);
    expect(readFileSync(join(outside, 'secret.c'), 'utf8')).toBe('int secret;\n');
  });

  it('is refused by its size, its bytes, or what it adds', async () => {
    const { files, work, clone } = await sessionClone({ ...FILES, 'bin.c': Buffer.from([1, 0, 2]) });
    writeFileSync(join(clone, 'huge.c'), Buffer.alloc(2 * 1024 * 1024, 'x'));
    const before = files();
    const refusals: [string, string, string][] = [
      ['many.c', 'int a;\n'.repeat(300), 'POLICY_VIOLATION'],
      ['zero.c', 'int a;\0\n', 'POLICY_VIOLATION'],
      ['bin.c', 'int a;\n', 'POLICY_VIOLATION'],
      ['huge.c', 'int a;\n', 'ARGUMENTS_MALFORMED'],
      ['shell.c', 'int main(void)\n{\n  return system("ls");\n}\n', 'POLICY_VIOLATION'],
    ];
    for (const [path, content, code] of refusals)
      expect([path, problem(await calling('yes').call(writeFile, { path, content }, work)).code]).toEqual([
        path,
        code,
      ]);
    const edits = [edit('\u0001', 'x', 'bin.c')];
    expect(problem(await calling().call(applyPatch, { edits }, work)).code).toBe('ARGUMENTS_MALFORMED');
    expect(files()).toEqual(before);
  });
});

describe('a change that is risky', () => {
  const RISKY = { edits: [edit('return at + 1;', 'return at;')] };

  it('is shown to a person, as it will be, and not made without a yes', async () => {
    const { files, work } = await sessionClone(FILES, { gateRisk: 0 });
    const before = files();
    const { call, gates } = calling('no');
    expect(problem(await call(applyPatch, RISKY, work)).code).toBe('DECLINED');
    expect(gates()).toMatchObject([
      { scope: 'patch', subject: expect.stringContaining('+\treturn at;'), risk: expect.any(Number) },
    ]);
    expect(files()).toEqual(before);
  });

  it('is made where a policy lets it happen', async () => {
    const { clone, work } = await sessionClone(FILES, { gateRisk: 0 });
    const { visit } = visiting({ approves: () => true });
    value(await visit.io.call(applyPatch, RISKY, work));
    expect(read(clone)).toContain('return at;');
  });

  it('is made with a yes', async () => {
    const { clone, work } = await sessionClone(FILES, { gateRisk: 0 });
    value(await calling('yes').call(applyPatch, RISKY, work));
    expect(read(clone)).toContain('return at;');
  });

  it('is not made where the files changed after it was shown', async () => {
    const { clone, work } = await sessionClone(FILES, { gateRisk: 0 });
    const late = () => writeFileSync(join(clone, 'src/ring.c'), RING.replace('head', 'later'));
    const sneaky: typeof applyPatch = {
      ...applyPatch,
      gate: async (...given) => {
        const asking = await applyPatch.gate?.(...given);
        late();
        return asking ?? null;
      },
    };
    expect(problem(await calling('yes').call(sneaky, RISKY, work)).code).toBe('PATCH_APPLY_FAILURE');
    expect(read(clone)).toContain('return at + 1;');
  });
});
