import { describe, expect, it } from 'vitest';
import { withoutDiffsOf } from '../../../electron/workspace/withheld-diff.js';

const MARK = '[withheld]';
const shown = (text: string, file = 'keys.h'): string => withoutDiffsOf(text, (name) => name === file, MARK);

const KEYS = `diff --git a/keys.h b/keys.h
index 1..2 100644
--- a/keys.h
+++ b/keys.h
@@ -1,2 +1,2 @@ int before_the_key(void)
 #pragma once
-#define KEY 1
+#define KEY 2
`;
const OTHER = `diff --git a/a.c b/a.c
--- a/a.c
+++ b/a.c
@@ -1 +1 @@
-int a;
+int b;
`;

describe('the diff of a file that must not be sent', () => {
  it('has its names alone, no hash and no line number; others stay as they are', () => {
    const text = shown(`It changed:\n${KEYS}${OTHER}`);
    expect(text).toBe(
      `It changed:\ndiff --git a/keys.h b/keys.h\n--- a/keys.h\n+++ b/keys.h\n${MARK}\n${OTHER}`,
    );
    expect(shown(OTHER + KEYS)).not.toMatch(/KEY \d|before_the_key/);
  });

  it('is found by either name, by one without git, and by a quoted one', () => {
    const plain = '--- keys.h.old\t2026-01-01\n+++ keys.h\t2026-01-02\n@@ -1 +1 @@\n-KEY 1\n+KEY 2\n';
    expect(shown(plain)).not.toContain('KEY 2');
    const moved = `diff --git a/keys.h b/b.h\nsimilarity index 90%\nrename from keys.h\nrename to b.h\n--- a/keys.h\n+++ b/b.h\n@@ -1 +1 @@\n-KEY 1\n+KEY 2\n`;
    expect(shown(moved)).not.toContain('KEY 2');
    const quoted = '--- "a/k\\303\\251y.h"\n+++ "b/k\\303\\251y.h"\n@@ -1 +1 @@\n-KEY 1\n+KEY 2\n';
    expect(shown(quoted, 'kéy.h')).not.toContain('KEY 2');
    const gone = '--- a/keys.h\n+++ /dev/null\n@@ -1 +0,0 @@\n-KEY 1\n';
    expect(shown(gone)).not.toContain('KEY 1');
  });

  it('is not ended by lines of the file that look like a header', () => {
    const tricky = `--- a/keys.h\n+++ b/keys.h\n@@ -1,2 +1,2 @@\n--- a/a.c\n+++ b/a.c\n-KEY 1\n+KEY 2\n`;
    expect(shown(tricky)).not.toMatch(/KEY/);
  });

  it('is known in the diff of a merge, and where it is binary', () => {
    const merge = `diff --cc keys.h\nindex 1,2..3\n--- a/keys.h\n+++ b/keys.h\n@@@ -1,1 -1,1 +1,1 @@@\n- KEY 1\n -KEY 2\n++KEY 3\n${OTHER}`;
    expect(shown(merge)).not.toMatch(/KEY \d/);
    expect(shown(merge)).toContain('+int b;');
    const binary = `diff --git a/keys.h b/keys.h\nindex 1..2 100644\nGIT binary patch\nliteral 3\nKcmZQzKEY\n\n${OTHER}`;
    expect(shown(binary)).not.toContain('KcmZQzKEY');
  });

  it('takes what follows it with it where its counts say that it is not over', () => {
    expect(shown('--- a/keys.h\n+++ b/keys.h\n@@ -1,9 +1,9 @@\n-KEY 1\n… left out …\n+KEY 2')).not.toContain(
      'KEY 2',
    );
  });
});

it('a text without a diff, and one of other files, are the same', () => {
  for (const text of ['', 'a\nb\n', '--- no diff\nat all', OTHER, '@@ -1 +1 @@\n-a\n+b\n'])
    expect(shown(text)).toBe(text);
});
