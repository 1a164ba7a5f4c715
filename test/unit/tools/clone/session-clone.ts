import { join } from 'node:path';
import type { Tool } from '../../../../electron/engine/tool.js';
import { runPaths } from '../../../../electron/tools/run-paths.js';
import { NOTHING_WITHHELD } from '../../../../electron/tools/withheld/withheld-files.js';
import { type Policy, PolicySchema } from '../../../../shared/policy.js';
import type { Result } from '../../../../shared/problem.js';
import { visiting } from '../../../fixtures/visiting.js';
import { cloned, fingerprint, temporary, value } from '../../workspace/repositories.js';

/** A session's folder with its private clone, and what its file tools work with. */
export async function sessionClone(
  files: Record<string, string | Buffer>,
  policy: Partial<Policy> = {},
  dir = join(temporary('home'), 'runs', 's'),
) {
  const paths = runPaths(dir);
  const { repo: root, clone } = await cloned(files, undefined, paths.clone);
  const { baseCommit } = clone;
  const work = {
    ...{ paths, task: null, repo: { root, subdir: '', baseCommit } },
    isWithheld: NOTHING_WITHHELD,
    policy: { ...PolicySchema.parse({}), ...policy },
  };
  return { root, paths, clone: paths.clone, work, files: () => fingerprint(paths.clone) };
}

/** A call in a visit of its own, which a person answers where it asks. */
export function calling(choice: 'yes' | 'no' = 'no') {
  const { visit, journal } = visiting({ answers: () => ({ message: 1, choice, text: null }) });
  const call = <A, R, W>(tool: Tool<A, R, W>, args: A, work: W): Promise<Result<R>> =>
    visit.io.call(tool, args, work);
  return { call, visit, journal, gates: () => value(journal.gates()) };
}
