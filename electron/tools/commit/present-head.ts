import path from 'node:path';
import * as z from 'zod';
import { ok } from '../../../shared/problem.js';
import type { LoadedTask } from '../../../shared/task.js';
import type { Tool } from '../../engine/tool.js';
import { findRepository } from '../../workspace/repository.js';

const HeadArguments = z.strictObject({});
const HeadResult = z.object({ head: z.string() });

/**
 * The commit that the user's repository is at. Only machines call it: what is made of the answer is made of the same one again after a crash,
 * wherever the repository is by then. Errors: REPO_NOT_FOUND, REPO_NO_COMMIT where it has no folder of the task any more.
 */
export const presentHead: Tool<
  z.infer<typeof HeadArguments>,
  z.infer<typeof HeadResult>,
  { loaded: Pick<LoadedTask, 'repoRoot' | 'subdir'> }
> = {
  ...{ name: 'present_head', kind: 'head', isIdempotent: true, scope: null, danger: 'none' },
  arguments: HeadArguments,
  result: HeadResult,
  perform: async (_, { loaded }) => {
    const found = await findRepository(path.join(loaded.repoRoot, loaded.subdir));
    return found.ok ? ok({ head: found.value.baseCommit }) : found;
  },
  reconcile: async () => 'again',
};
