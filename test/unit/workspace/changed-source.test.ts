import { expect, it } from 'vitest';
import { changedSource } from '../../../electron/workspace/changed-source.js';
import type { FileChange } from '../../../electron/workspace/read-diff.js';

const BEFORE = 'static int low(int v)\n{\n  return v;\n}\n\nint clamp(int v)\n{\n  return low(v);\n}\n';

const added = (path: string, after: string): FileChange => ({
  ...{ path, status: 'added', oldMode: '000000', newMode: '100644', binary: false },
  ...{ hunks: [], before: '', after },
});

/** One line of a file is another one now. */
function modified(path: string, line: number, put: string): FileChange {
  const lines = BEFORE.split('\n');
  const hunk = {
    section: '',
    oldStart: line,
    oldLines: 1,
    newStart: line,
    newLines: 1,
    lines: [`-${lines[line - 1]}`, `+${put}`],
  };
  const after = lines.with(line - 1, put).join('\n');
  return { ...added(path, after), status: 'modified', oldMode: '100644', before: BEFORE, hunks: [hunk] };
}

it('the source of a patch has its files, what they define, and what of it changes', () => {
  const files = [modified('src/clamp.c', 8, '  return low(v) > 9 ? 9 : low(v);'), added('notes.md', 'b\n')];
  expect(changedSource(files)).toEqual({
    files: new Set(['src/clamp.c']),
    defined: new Set(['low', 'clamp']),
    changed: new Set(['clamp']),
    unfollowed: null,
  });
});

it.each([
  ['src/clamp.h', '#define LIMIT 9\n', null],
  ['src/clamp.h', '#define SHOW puts("ok 1")\n', 'macro'],
  ['src/more.S', 'b puts\n', 'assembly'],
])(
  'macros that call something and assembly are told, since no stack shows them: %s %s',
  (path, text, unfollowed) => {
    expect(changedSource([added(path, text)])).toMatchObject({ unfollowed });
  },
);
