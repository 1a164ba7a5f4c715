import { expect, it } from 'vitest';
import { changesBetween } from '../../../electron/workspace/change.js';
import { changedSource } from '../../../electron/workspace/changed-source.js';
import { applyPatch } from '../../../electron/workspace/patch.js';
import { cloned, g, put, value } from './repositories.js';

const BEFORE = 'static int low(int v)\n{\n  return v;\n}\n\nint clamp(int v)\n{\n  return low(v);\n}\n';

async function changed(files: Record<string, string>) {
  const { repo, clone } = await cloned({ 'src/clamp.c': BEFORE, 'notes.md': 'a\n' });
  put(repo, files);
  g(repo, 'add', '-A');
  const { commit } = value(await applyPatch(clone.dir, g(repo, 'diff', '--cached'), 'change'));
  return changedSource(await changesBetween(clone.dir, { from: clone.baseCommit, to: commit }));
}

it('the source of a patch has its files, what they define, and what of it changes', async () => {
  const after = BEFORE.replace('  return low(v);', '  return low(v) > 9 ? 9 : low(v);');
  expect(await changed({ 'src/clamp.c': after, 'notes.md': 'b\n' })).toEqual({
    files: new Set(['src/clamp.c']),
    defined: new Set(['low', 'clamp']),
    changed: new Set(['clamp']),
    unfollowed: null,
  });
});

it('macros that call something and assembly are told: no stack shows them', async () => {
  expect(await changed({ 'src/clamp.h': '#define LIMIT 9\n' })).toMatchObject({ unfollowed: null });
  expect(await changed({ 'src/clamp.h': '#define SHOW puts("ok 1")\n' })).toMatchObject({
    unfollowed: 'macro',
  });
  expect(await changed({ 'src/more.S': 'b puts\n' })).toMatchObject({ unfollowed: 'assembly' });
});
