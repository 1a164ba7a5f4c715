import { expect, it } from 'vitest';
import { filesTold } from '../../../../electron/agents/egress/files-told.js';

it('files of a question are those that it names, those of diffs, and those of calls and their results', () => {
  const diff =
    '--- a/src/a.c\n+++ b/src/a.c\n@@ -1 +1 @@\n-int a;\n+int b;\n--- /dev/null\n+++ b/new file.c\n';
  const files = filesTold({
    files: ['src/clamp.c'],
    messages: [
      { role: 'system', content: 'Answer.' },
      { role: 'user', content: `An attempt:\n${diff}` },
      {
        role: 'assistant',
        content: '',
        calls: [{ id: '1', tool: 'read_file', args: { path: 'src/told.c' } }],
      },
      { role: 'tool', call: '1', content: '{"ok":true,"payload":{"path":"src/told.c","text":"int x;"}}' },
      {
        role: 'tool',
        call: '2',
        content: JSON.stringify({ report: { patch: diff.replaceAll('src/a.c', 'of/run.c') } }),
      },
      { role: 'tool', call: '3', content: '{"matches":[{"file": "lib/found.c","line":3}]}' },
    ],
  });
  expect(files).toEqual(['src/clamp.c', 'src/a.c', 'new file.c', 'src/told.c', 'of/run.c', 'lib/found.c']);
});
