import * as z from 'zod';
import { fail, ok, type Problem, type Result } from '../../../shared/problem.js';
import { inEnglish } from '../../../shared/texts/words.js';
import type { Tool } from '../../engine/tool.js';
import { keepState, keptState, restoreState } from '../../workspace/edits/kept-state.js';
import { wholeTree } from '../../workspace/whole-tree.js';

/** The private clone that a call may change. */
export interface CloneWork {
  paths: { clone: string };
}

const Trees = z.object({
  tree_before: z.string().describe('Hash of all files before the call, ignored ones too.'),
  tree_after: z.string().describe('The same after it.'),
});
export type Trees = z.infer<typeof Trees>;

/**
 * A tool whose calls are taken back by restoring the clone as it was before, whatever the call wrote there; later calls are taken
 * back with it. A call that fails, or that a crash cut off, leaves the clone as it was. Its result is an object that allows more
 * keys. For the private clone of a session alone: nobody else may work in it.
 */
export const undoable = <A, R, W extends CloneWork>(tool: Tool<A, R, W>): Tool<A, R & Trees, W> => ({
  ...tool,
  result: z.intersection(tool.result, Trees),
  perform: async (args, work, io) => {
    const { clone } = work.paths;
    const before = await keepState(clone, io.mark);
    if (!before.ok) return before;
    const done = await tool.perform(args, work, io);
    if (!done.ok) return takenBack(clone, before.value, done.error);
    const after = await wholeTree(clone);
    return after.ok ? ok({ ...done.value, tree_before: before.value, tree_after: after.value }) : after;
  },
  reconcile: async (_, { paths }, { mark }) => {
    const before = await keptState(paths.clone, mark);
    const back = before === null ? ok(undefined) : await restoreState(paths.clone, before);
    if (!back.ok) throw new Error(inEnglish(back.error.message));
    return 'again';
  },
  undo: (_, { tree_before }, { paths }) => restoreState(paths.clone, tree_before),
});

/** The call's own failure, where the clone is as it was before; else why it is not. */
async function takenBack(clone: string, before: string, why: Problem): Promise<Result<never>> {
  const now = await wholeTree(clone);
  if (now.ok && now.value === before) return fail(why);
  const back = await restoreState(clone, before);
  return back.ok ? fail(why) : back;
}
