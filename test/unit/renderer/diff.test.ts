import { describe, expect, it } from 'vitest';
import { countChanges, parseDiff } from '../../../renderer/diff/parse.js';

const PATCH = `diff --git a/src/ring.c b/src/ring.c
index 111..222 100644
--- a/src/ring.c
+++ b/src/ring.c
@@ -4,3 +4,4 @@ static int step(void)
 one
-two
+TWO
+three
 four
\\ No newline at end of file
`;

describe('parseDiff', () => {
  it('numbers the lines of both sides', () => {
    expect(parseDiff(PATCH).map(({ kind, before, after }) => [kind, before, after])).toEqual([
      ['file', null, null],
      ['meta', null, null],
      ['meta', null, null],
      ['meta', null, null],
      ['hunk', null, null],
      ['context', 4, 4],
      ['delete', 5, null],
      ['add', null, 5],
      ['add', null, 6],
      ['context', 6, 7],
      ['meta', null, null],
    ]);
  });

  it('counts what changes', () => {
    expect(countChanges(parseDiff(PATCH))).toEqual({ files: 1, added: 2, removed: 1 });
  });

  it('takes a removed line that looks like a header for what it is', () => {
    const rows = parseDiff('--- a/x\n+++ b/x\n@@ -1,2 +1 @@\n--- a/evil\n stays\n@@ -9 +9 @@\n-a\n+b\n');
    expect(rows[3]).toEqual({ kind: 'delete', before: 1, after: null, text: '-- a/evil' });
    expect(rows.slice(5).map(({ kind }) => kind)).toEqual(['hunk', 'delete', 'add']);
  });

  it('shows what is no diff as it is', () => {
    expect(parseDiff('hello\n\nworld')).toEqual([
      { kind: 'meta', before: null, after: null, text: 'hello' },
      { kind: 'meta', before: null, after: null, text: '' },
      { kind: 'meta', before: null, after: null, text: 'world' },
    ]);
  });

  it('reads a diff with CRLF line ends', () => {
    expect(parseDiff(PATCH.replaceAll('\n', '\r\n'))).toEqual(parseDiff(PATCH));
  });
});
