import { expect, it } from 'vitest';
import { changedLines } from '../../../electron/workspace/changed-lines.js';
import { changedPaths } from '../../../electron/workspace/declared-paths.js';

const PATCH = `diff --git "a/src/gr\\303\\274n.c" "b/src/gr\\303\\274n.c"
--- "a/src/gr\\303\\274n.c"
+++ "b/src/gr\\303\\274n.c"
@@ -4,3 +4,4 @@ main()
 a
-diff --git a/no b/no
+b
+c
 d
diff --git a/old.c b/old.c
deleted file mode 100644
--- a/old.c
+++ /dev/null
@@ -1 +0,0 @@
-x
diff --git a/run.sh b/run.sh
old mode 100644
new mode 100755
`;

it('names the lines that a patch adds or touches, by the new name of their file', () => {
  expect(changedLines(PATCH).get('src/grün.c')).toEqual(new Set([5, 6]));
  expect(changedLines('--- a/x\n+++ b/x\n@@ -3 +2,0 @@\n-gone\n').get('x')).toEqual(new Set([3]));
});

it('names the files that a patch changes, those that it deletes or only makes executable too', () => {
  expect(changedPaths(PATCH)).toEqual(['src/grün.c', 'old.c', 'run.sh']);
  expect(changedPaths('')).toEqual([]);
});
