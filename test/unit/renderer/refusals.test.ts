import { describe, expect, it } from 'vitest';
import { hunksOf, withRefusal, wordsOf } from '../../../renderer/gate/refusals.js';

const PATCH = `diff --git a/src/a.c b/src/a.c
index 1..2 100644
--- a/src/a.c
+++ b/src/a.c
@@ -1,2 +1,2 @@ int a(void)
 one
-two
+TWO
@@ -9 +9 @@
-nine
+NINE
diff --git a/run.sh b/run.sh
old mode 100644
new mode 100755
diff --git a/old.c b/old.c
deleted file mode 100644
--- a/old.c
+++ /dev/null
@@ -1 +0,0 @@
-gone
`;
const say = ({ file, head, words }: { file: string; head: string; words: string }): string =>
  `${file} ${head}: ${words}`;

describe('the parts of a diff', () => {
  it('are its hunks with their files, and a file that has none', () => {
    expect(hunksOf(PATCH).map(({ file, head }) => `${file} ${head}`)).toEqual([
      'src/a.c @@ -1,2 +1,2 @@ int a(void)',
      'src/a.c @@ -9 +9 @@',
      'run.sh ',
      'old.c @@ -1 +0,0 @@',
    ]);
  });

  it('show what else changes with a file', () => {
    const [, , mode, gone] = hunksOf(PATCH);
    expect(mode?.rows.map(({ text }) => text)).toEqual(['old mode 100644', 'new mode 100755']);
    expect(gone?.rows.map(({ text }) => text)).toEqual(['deleted file mode 100644', 'gone']);
  });

  it('have names of their own', () => {
    const keys = hunksOf(PATCH).map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('are none where the text holds anything beside a diff: it has to be shown whole', () => {
    expect(hunksOf(`Read this first.\n${PATCH}`)).toEqual([]);
    expect(hunksOf(`${PATCH}And this.\n`)).toEqual([]);
    expect(hunksOf('no diff at all')).toEqual([]);
  });
});

describe('refusals', () => {
  const hunks = hunksOf(PATCH);
  const [first = '', second = ''] = hunks.map(({ key }) => key);

  it('become a line for each refused part, in the order of the diff, before words about the whole', () => {
    const refusals = withRefusal(withRefusal({}, second, ' keep nine '), first, 'not loud');
    expect(wordsOf({ hunks, refusals, whole: ' smaller, please ' }, say)).toBe(
      'src/a.c @@ -1,2 +1,2 @@ int a(void): not loud\nsrc/a.c @@ -9 +9 @@: keep nine\nsmaller, please',
    );
  });

  it('are taken back one by one', () => {
    const both = withRefusal(withRefusal({}, first, 'a'), second, 'b');
    expect(withRefusal(both, first, null)).toEqual({ [second]: 'b' });
    expect(both).toEqual({ [first]: 'a', [second]: 'b' });
  });

  it('need no words, and no refusal is no words', () => {
    expect(wordsOf({ hunks, refusals: { [second]: '' }, whole: '' }, say)).toBe('src/a.c @@ -9 +9 @@: ');
    expect(wordsOf({ hunks, refusals: {}, whole: '  ' }, say)).toBe('');
  });
});
