import { ok, type Result } from '../../../shared/problem.js';
import type { BuildResult } from '../../../shared/results.js';
import type { Caller } from '../../engine/tool.js';
import { sourceTree } from '../../workspace/source-tree.js';
import type { SessionWork, TaskWork } from '../session-work.js';
import { type BuildArguments, build } from './build.js';
import { noteBuilt } from './built-images.js';

/** What a build of the session's clone came to. */
export interface Made {
  build: BuildResult;
  /** The sources that it was made from. */
  tree: string;
}

/** The build of a session: the task's own command, in the session's clone. */
export const sessionBuild = ({ loaded }: TaskWork): BuildArguments => ({
  command: loaded.task.build.command,
  commit: null,
  tree: 'clone',
});

/** Builds the task, and remembers what images were made. Errors: DECLINED, ENV_ERROR. */
export async function makeBuild(
  { now, paths }: Pick<SessionWork, 'now' | 'paths'>,
  task: TaskWork,
  io: Caller,
): Promise<Result<Made>> {
  const args = sessionBuild(task);
  io.progress('BUILD', args.command.join(' '));
  const tree = await sourceTree(paths.clone);
  if (!tree.ok) return tree;
  const built = await io.call(build, args, task);
  if (!built.ok) return built;
  if (built.value.success) noteBuilt(paths, built.value, { tree: tree.value, at: now() });
  return ok({ build: built.value, tree: tree.value });
}
