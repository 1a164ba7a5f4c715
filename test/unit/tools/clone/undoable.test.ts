import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { applyPatch } from '../../../../electron/tools/clone/edit-tools.js';
import { Crash } from '../../../fixtures/crash-at.js';
import { problem, value } from '../../workspace/repositories.js';
import { command } from './commanding.js';
import { endsWhatDied, session, takesBackAny } from './undoing.js';

describe('any sequence of calls', () => {
  it('is taken back to before any of them, to the byte, and goes on from there', () => takesBackAny(3));
});

describe('a call that a crash cut off', () => {
  it('at any moment is made once more on the clone as it was before it, and taken back like any other', () =>
    endsWhatDied(3));

  it('in an edit, with one of two files written, leaves no half of it', async () => {
    const here = await session();
    const edits = [
      { path: 'a.c', find: 'int a', replace: 'int aa' },
      { path: 'b.c', find: 'int b', replace: 'int bb' },
    ];
    const dying: typeof applyPatch = {
      ...applyPatch,
      perform: async (args, work, io) => {
        await applyPatch.perform(args, work, io);
        writeFileSync(join(here.clone, 'b.c'), 'int b;\n');
        throw new Crash('between two files');
      },
    };
    await expect(here.one(dying, { edits }, 10)).rejects.toThrow(Crash);
    value(await here.one(applyPatch, { edits }, 10));
    expect(['a.c', 'b.c'].map((file) => readFileSync(join(here.clone, file), 'utf8'))).toEqual([
      'int aa;\r\n',
      'int bb;\r\n',
    ]);
  });
});

describe('a call that fails', () => {
  it('leaves files alone that it did not change: nothing is built anew for it', async () => {
    const here = await session();
    const stamp = () => statSync(join(here.clone, 'a.c')).mtimeMs;
    const before = stamp();
    const edits = [{ path: 'a.c', find: 'nobody', replace: '' }];
    expect(problem(await here.one(applyPatch, { edits }, 10)).code).toBe('PATCH_APPLY_FAILURE');
    expect(problem(await here.one(command(), { deeds: [], fails: true }, 11)).code).toBe('TIMEOUT');
    expect(stamp()).toBe(before);
  });
});

describe('a call that was taken back', () => {
  it('leaves every source newer than what a build made of the one after', async () => {
    const here = await session();
    const object = join(here.clone, 'a.o');
    const building = (text: string) => ({
      deeds: [{ is: 'write' as const, path: 'a.o' as const, to: 'a.o' as const, text }],
      fails: false,
    });
    value(await here.one(command(), building('object'), 10));
    const edits = [{ path: 'a.c', find: 'int a', replace: 'int aa' }];
    value(await here.one(applyPatch, { edits }, 11));
    const built = value(await here.one(command(), building('newer'), 12));
    value(await here.undo(built, 13));
    expect(readFileSync(object, 'utf8')).toBe('object');
    expect(statSync(join(here.clone, 'a.c')).mtimeMs).toBeGreaterThan(statSync(object).mtimeMs);
  });
});
