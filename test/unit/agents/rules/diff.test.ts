import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { applyEdits, fileDiff } from '../../../../electron/agents/rules/diff.js';

function gitApply(file: string, before: string, patch: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'rules-diff-'));
  try {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), before);
    writeFileSync(join(folder, 'p'), patch);
    const env = { ...process.env, GIT_CEILING_DIRECTORIES: dirname(folder) };
    const done = spawnSync('git', ['apply', 'p'], { cwd: folder, env, encoding: 'utf8' });
    return done.status === 0 ? readFileSync(join(folder, file), 'utf8') : done.stderr;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const LINES = Array.from({ length: 30 }, (_, i) => `line ${i}`);

describe('a diff applies with git and gives exactly the new text', () => {
  const texts: [string, string, string, string][] = [
    [
      'in the middle',
      'src/a.c',
      `${LINES.join('\n')}\n`,
      `${LINES.join('\n')}\n`.replace('line 14', 'LINE 14'),
    ],
    [
      'in two far places',
      'a.c',
      `${LINES.join('\n')}\n`,
      `${LINES.join('\n')}\n`.replace('line 2\n', '').replace('line 25', 'x\ny'),
    ],
    [
      'with CRLF',
      'a.c',
      `${LINES.join('\r\n')}\r\n`,
      `${LINES.join('\r\n')}\r\n`.replace('line 9', 'nine\r\nten'),
    ],
    ['without a last newline', 'a.c', LINES.join('\n'), LINES.join('\n').replace('line 29', 'end')],
    ['that adds the last newline', 'a.c', 'a\nb', 'a\nb\n'],
    ['at the first line', 'a.c', 'a\nb\n', '#include <stdint.h>\na\nb\n'],
    ['in a file with a space in its name', 'my file.c', 'a\nb\nc\n', 'a\nB\nc\n'],
    ['in a file that was empty', 'a.c', '', 'a\n'],
    ['beyond ASCII', 'a.c', '/* µs */\nint a;\n', '/* µs */\nint b; /* ä */\n'],
  ];
  for (const [what, file, before, after] of texts)
    it(what, () => {
      expect(gitApply(file, before, fileDiff(file, before, after))).toBe(after);
    });

  it('and is empty where nothing changed', () => {
    expect(fileDiff('a.c', 'a\n', 'a\n')).toBe('');
  });
});

describe('edits', () => {
  it('apply from the back, so that offsets stay good', () => {
    const edits = [
      { file: 'a', start: 0, end: 1, text: 'long' },
      { file: 'a', start: 4, end: 5, text: '' },
    ];
    expect(applyEdits('a + b', edits)).toBe('long + ');
  });
});
