import { expect, it } from 'vitest';
import { commitMessage } from '../../../../../electron/effects/firmware-loop/report/commit-message.js';
import { contextOf } from '../../../../fixtures/firmware-run.js';

const ctx = contextOf();
const subjectOf = (rationale: string): string => commitMessage(ctx, rationale).split('\n')[0] ?? '';

it('begins with one line of at most 72 characters about the change', () => {
  expect(subjectOf('operator in f() (src/a.c:3): `<=` → `<`. All cases pass in three runs.')).toBe(
    'operator in f() (src/a.c:3): `<=` → `<`',
  );
  const long = `a guard in g() (src/g.c:2): ${'word '.repeat(60)}`;
  expect(subjectOf(long)).toMatch(/^a guard in g\(\) .*…$/);
  expect(subjectOf(long).length).toBeLessThanOrEqual(72);
  expect(subjectOf('x'.repeat(200)).length).toBe(72);
});

it('has a subject and no control character whatever a model says', () => {
  expect(subjectOf('')).toBe('Patch of a run');
  expect(subjectOf('first\nsecond line\u001b[31m. Third.')).not.toContain('\u001b');
  expect(commitMessage(ctx, 'a\n\nSigned-off-by: nobody').split('\n')).toHaveLength(6);
});

it('holds the whole rationale, and where it comes from', () => {
  const message = commitMessage(ctx, 'One sentence. Another one.');
  expect(message).toBe('One sentence\n\nOne sentence. Another one.\n\nBenchloop run run-1, iteration 1\n');
});
