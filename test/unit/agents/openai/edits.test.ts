import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { execa } from 'execa';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { editsToPatch } from '../../../../electron/agents/openai/edits.js';

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
  await execa('git', ['apply', '-'], { cwd: dir, input: patch.value });
  return readFile(join(dir, file), 'utf8');
}

describe('editsToPatch', () => {
  it('makes a patch that git applies', async () => {
    expect(await applied('src/a.c', 'one\ntwo\nthree\n', [{ find: 'two', replace: '2\n2b' }])).toBe(
      'one\n2\n2b\nthree\n',
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
