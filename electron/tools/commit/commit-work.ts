import * as z from 'zod';
import { ok } from '../../../shared/problem.js';
import type { Tool } from '../../engine/tool.js';
import { commitUnder, offeredCommit } from '../../workspace/offered-commit.js';

const CommitArguments = z.strictObject({
  /** Under which it is found again in the clone. */
  name: z.string(),
  tree: z.string(),
  parent: z.string(),
  message: z.string().min(1),
});
type CommitArguments = z.infer<typeof CommitArguments>;

const CommitResult = z.object({ commit: z.string() });

/** Where the commit is made. */
export interface CommitWork {
  paths: { clone: string };
}

/**
 * Makes a commit of a tree in the private clone. Only machines call it; what brings it to the user is `publish`. Made before a crash,
 * it is known by its tree and its parent. Errors: PATCH_APPLY_FAILURE.
 */
export const commitWork: Tool<CommitArguments, z.infer<typeof CommitResult>, CommitWork> = {
  ...{ name: 'commit', kind: 'commit', isIdempotent: true, scope: 'commit', danger: 'undoable' },
  arguments: CommitArguments,
  result: CommitResult,
  perform: async ({ name, tree, parent, message: label }, { paths }) => {
    const made = await offeredCommit(paths.clone, name, { tree, parent, label });
    return made.ok ? ok({ commit: made.value }) : made;
  },
  reconcile: async ({ name, tree, parent }, { paths }) => {
    const commit = await commitUnder(paths.clone, name, { tree, parent });
    return commit === null ? 'again' : { adopt: ok({ commit }) };
  },
};
