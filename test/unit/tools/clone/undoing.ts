import fc from 'fast-check';
import { expect } from 'vitest';
import type { Tool } from '../../../../electron/engine/tool.js';
import { deleteFile, writeFile } from '../../../../electron/tools/clone/edit-tools.js';
import type { Trees } from '../../../../electron/tools/clone/undoable.js';
import { currentTree } from '../../../../electron/workspace/snapshot.js';
import { wholeTree } from '../../../../electron/workspace/whole-tree.js';
import type { Result } from '../../../../shared/problem.js';
import { Crash } from '../../../fixtures/crash-at.js';
import { visiting } from '../../../fixtures/visiting.js';
import { value } from '../../workspace/repositories.js';
import { anyCall, anyDeeds, type Call, command, FILES } from './commanding.js';
import { sessionClone } from './session-clone.js';

/** A session whose calls have a journal entry each. */
export async function session() {
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

/** Any calls, one of which is taken back with all after it, so often with others each time. */
export async function takesBackAny(numRuns: number): Promise<void> {
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
    { numRuns, seed: 18 },
  );
}

/** Any call that dies at any moment and is made again, so often with another each time. */
export async function endsWhatDied(numRuns: number): Promise<void> {
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
    { numRuns, seed: 18 },
  );
}
