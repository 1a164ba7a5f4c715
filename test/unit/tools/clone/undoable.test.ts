import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Tool } from '../../../../electron/engine/tool.js';
import { applyPatch, deleteFile, writeFile } from '../../../../electron/tools/clone/edit-tools.js';
import type { Trees } from '../../../../electron/tools/clone/undoable.js';
import { currentTree } from '../../../../electron/workspace/snapshot.js';
import { wholeTree } from '../../../../electron/workspace/whole-tree.js';
import type { Result } from '../../../../shared/problem.js';
import { Crash } from '../../../fixtures/crash-at.js';
import { visiting } from '../../../fixtures/visiting.js';
import { problem, value } from '../../workspace/repositories.js';
import { anyCall, anyDeeds, type Call, command, FILES } from './commanding.js';
import { sessionClone } from './session-clone.js';

/** A session whose calls have a journal entry each. */
async function session() {
  const made = await sessionClone(FILES);
  const { journal } = visiting();
  const answers = () => ({ message: 1, choice: 'yes', text: null });
  const visit = (seq: number) => visiting({ journal, seq, answers }).visit.io;
  const one = <A, R>(tool: Tool<A, R, typeof made.work>, args: A, seq: number): Promise<Result<R>> =>
    visit(seq).call(tool, args, made.work);
  const undo = (trees: Trees, seq: number): Promise<Result<void>> =>
    visit(seq).undo(
      command(),
      { args: { deeds: [], fails: false }, result: { done: true, ...trees } },
      made.work,
    );
  /** The files on the disk, their folders left out: a snapshot keeps none that is empty. */
  const lying = () => Object.entries(made.files()).filter(([, is]) => is !== 'folder');
  return { ...made, one, undo, lying };
}
type Session = Awaited<ReturnType<typeof session>>;

/** Makes a call; a refused or failed one leaves no trees. */
function make({ one }: Session, call: Call, seq: number): Promise<Result<Trees>> {
  switch (call.tool) {
    case 'write':
      return one(writeFile, { path: call.path, content: call.content }, seq);
    case 'delete':
      return one(deleteFile, { path: call.path }, seq);
    case 'command':
      return one(command(), { deeds: call.deeds, fails: call.fails }, seq);
  }
}

describe('any sequence of calls', () => {
  it('is taken back to before any of them, to the byte, and goes on from there', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyCall, { minLength: 1, maxLength: 6 }),
        fc.nat(),
        fc.array(anyCall, { maxLength: 2 }),
        async (calls, pick, more) => {
          const here = await session();
          const made: { trees: Trees; lying: unknown; known: string }[] = [];
          for (const [at, call] of calls.entries()) {
            const before = { lying: here.lying(), known: value(await currentTree(here.clone)) };
            const done = await make(here, call, at + 10);
            if (done.ok) made.push({ ...before, trees: done.value });
            else expect(here.lying()).toEqual(before.lying);
          }
          const taken = made[pick % Math.max(made.length, 1)];
          if (!taken) return;
          value(await here.undo(taken.trees, 100));
          expect(value(await wholeTree(here.clone))).toBe(taken.trees.tree_before);
          expect(here.lying()).toEqual(taken.lying);
          expect(value(await currentTree(here.clone))).toBe(taken.known);
          for (const [at, call] of more.entries()) await make(here, call, at + 200);
          value(await here.undo(taken.trees, 300));
          expect(here.lying()).toEqual(taken.lying);
        },
      ),
      { numRuns: 12, seed: 18 },
    );
  });
});

describe('a call that a crash cut off', () => {
  it('at any moment is made once more on the clone as it was before it, and taken back like any other', async () => {
    await fc.assert(
      fc.asyncProperty(anyCall, anyDeeds, fc.nat(6), async (first, deeds, moment) => {
        const here = await session();
        await make(here, first, 10);
        const before = here.lying();
        const args = { deeds, fails: false };
        let left = moment;
        const dying = command(() => {
          if (left-- === 0) throw new Crash('here');
        });
        await here.one(dying, args, 11).catch((error) => expect(error).toBeInstanceOf(Crash));
        const again = value(await here.one(command(), args, 11));
        const after = here.lying();
        value(await here.undo(again, 12));
        expect(here.lying()).toEqual(before);
        const whole = value(await here.one(command(), args, 13));
        expect([whole.tree_after, here.lying()]).toEqual([again.tree_after, after]);
      }),
      { numRuns: 8, seed: 18 },
    );
  });

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
