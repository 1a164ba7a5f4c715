import { expect, it } from 'vitest';
import { editsToPatch } from '../../../../electron/agents/judgement/edits.js';
import { textsOf } from '../../../../electron/agents/judgement/texts-of.js';
import { ok } from '../../../../shared/problem.js';

it('an edit of a file that must not be sent is refused the same whether it fits or not', async () => {
  const scratch = {
    changeable: async () => ['src/keys.h', 'src/a.c'],
    read: async () => ok('#define KEY 4711\n'),
    isWithheld: (file: string) => file === 'src/keys.h',
  };
  const answer = async (file: string, find: string) => {
    const edits = [{ file, find, replace: 'int k;' }];
    return editsToPatch(edits, await textsOf(scratch, edits));
  };
  expect(await answer('src/keys.h', 'KEY 4')).toEqual(await answer('src/keys.h', 'KEY 5'));
  expect((await answer('src/keys.h', 'KEY 4')).ok).toBe(false);
  expect((await answer('src/a.c', 'KEY 4')).ok).toBe(true);
});
