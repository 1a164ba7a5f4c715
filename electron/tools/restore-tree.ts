import * as z from 'zod';
import { ok } from '../../shared/problem.js';
import type { Tool } from '../engine/tool.js';
import { restoreState } from '../workspace/edits/kept-state.js';
import { wholeTree } from '../workspace/whole-tree.js';

const RestoreArguments = z.object({
  /** Hash of a snapshot of the whole clone. */
  tree: z.string(),
});
const RestoreResult = z.object({ before: z.string(), after: z.string() });

/** Makes the clone what it was at a snapshot, with the files that commands wrote. Only machines call it. Errors: ENV_ERROR. */
export const restoreTree: Tool<
  z.infer<typeof RestoreArguments>,
  z.infer<typeof RestoreResult>,
  { paths: { clone: string } }
> = {
  ...{ name: 'restore_tree', kind: 'restore', isIdempotent: true, scope: null, danger: 'undoable' },
  arguments: RestoreArguments,
  result: RestoreResult,
  perform: async ({ tree }, { paths }) => {
    const before = await wholeTree(paths.clone);
    if (!before.ok) return before;
    const back = await restoreState(paths.clone, tree);
    if (!back.ok) return back;
    const after = await wholeTree(paths.clone);
    return after.ok ? ok({ before: before.value, after: after.value }) : after;
  },
  reconcile: async () => 'again',
};
