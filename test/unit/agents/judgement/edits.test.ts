import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { execa } from 'execa';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { editsToPatch } from '../../../../electron/agents/judgement/edits.js';

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'benchloop-edits-'));
});
afterEach(() => rm(dir, { recursive: true }));

/** What `git apply` makes of the patch. */
async function applied(
  file: string,
  text: string,
  edits: { find: string; replace: string }[],
): Promise<string> {
  const patch = editsToPatch(
    edits.map((edit) => ({ file, ...edit })),
    [{ file, text }],
  );
  if (!patch.ok) expect.fail(patch.error);
  await mkdir(dirname(join(dir, file)), { recursive: true });
  await writeFile(join(dir, file), text);
  await execa('git', ['apply', '-'], { cwd: dir, input: patch.value.patch });
  return readFile(join(dir, file), 'utf8');
}

describe('editsToPatch', () => {
  it('makes a patch that git applies', async () => {
    expect(await applied('src/a.c', 'one\ntwo\nthree\n', [{ find: 'two', replace: '2\n2b' }])).toBe(
      'one\n2\n2b\nthree\n',
    );
  });

  it('takes another indentation than the file has, where the lines are nowhere else', async () => {
    const text = 'void f(void)\n{\n\tif (a)\n\t\tb();\n}\n';
    const edit = { find: 'if (a)\n    b();', replace: 'if (a && c)\n    b();' };
    expect(await applied('a.c', text, [edit])).toBe(
      text.replace('if (a)', 'if (a && c)').replace('\t\tb', '\t    b'),
    );
  });

  it('applies several edits of one file in turn', async () => {
    const edits = [
      { find: 'one', replace: 'two' },
      { find: 'two\nthree', replace: 'done' },
    ];
    expect(await applied('a.c', 'one\nthree\n', edits)).toBe('done\n');
  });

  it('keeps CRLF line ends though the model writes LF', async () => {
    const edits = [{ find: 'one\ntwo', replace: '1\n2\n2b' }];
    expect(await applied('a.c', 'one\r\ntwo\r\nthree\r\n', edits)).toBe('1\r\n2\r\n2b\r\nthree\r\n');
  });

  it('keeps a missing line end at the end of the file', async () => {
    expect(await applied('a.c', 'one\ntwo', [{ find: 'one', replace: '1' }])).toBe('1\ntwo');
  });

  it('takes what looks like a replacement pattern as text', async () => {
    expect(await applied('a.c', 'x\n', [{ find: 'x', replace: '$& $1' }])).toBe('$& $1\n');
  });
});

describe('an edit that copies what the prompt adds', () => {
  const FILE = 'int a;\nif (x > 8) {\n    y();\n\n    z();\n}\n';
  const patch = (find: string, replace: string, text = FILE) =>
    editsToPatch([{ file: 'a.c', find, replace }], [{ file: 'a.c', text }]);
  const changed = 'int a;\nif (x >= 8) {\n    y();\n\n    z();\n}\n';

  it.each([
    ['in every line', '2| if (x > 8) {\n3|     y();', '2| if (x >= 8) {\n3|     y();'],
    ['in the text to find alone', '2| if (x > 8) {', 'if (x >= 8) {'],
    ['in lines after the first', 'x > 8) {\n3|     y();', 'x >= 8) {\n3|     y();'],
    ['of an empty line too', '2| if (x > 8) {\n3|     y();\n4|\n', '2| if (x >= 8) {\n3|     y();\n4|\n'],
  ])('is meant without the numbers %s', async (_where, find, replace) => {
    expect(await applied('a.c', FILE, [{ find, replace }])).toBe(changed);
    const crlf = FILE.replaceAll('\n', '\r\n');
    expect(await applied('b.c', crlf, [{ find, replace }])).toBe(changed.replaceAll('\n', '\r\n'));
  });

  it.each([
    ['of another line', '3| if (x > 8) {', '3| if (x >= 8) {'],
    ['that do not follow each other', '2| if (x > 8) {\n5|     y();', '2| if (x >= 8) {\n5|     y();'],
    ['in a part of the replacement', '2| if (x > 8) {\n3|     y();', '2| if (x >= 8) {\n    y();'],
    ['in the replacement alone', 'if (x > 8) {', '2| if (x >= 8) {'],
  ])('is refused with numbers %s', (_where, find, replace) => {
    expect(patch(find, replace).ok).toBe(false);
  });

  it('is refused where the text without numbers occurs twice', () => {
    const twice = patch('2| y();', '2| z();', 'x();\ny();\ny();\n');
    expect(!twice.ok && twice.error).toContain('more than once');
  });

  it('is taken as text where the file has such lines itself', async () => {
    const text = 'int a =\n0| FLAG;\n';
    expect(await applied('a.c', text, [{ find: '0| FLAG', replace: '1| FLAG' }])).toBe('int a =\n1| FLAG;\n');
  });

  it('is meant with the closing mark that the file has', async () => {
    const text = 'puts("</data>");\n';
    expect(await applied('a.c', text, [{ find: 'puts("<\\/data>")', replace: 'say("<\\/data>")' }])).toBe(
      'say("</data>");\n',
    );
  });

  it('is of the same file with a dot before its path', () => {
    expect(
      editsToPatch([{ file: './a.c', find: 'int', replace: 'long' }], [{ file: 'a.c', text: FILE }]).ok,
    ).toBe(true);
  });
});
