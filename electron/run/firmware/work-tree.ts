import path from 'node:path';
import type { FirmwareContext } from '../../machine/firmware-loop/context.js';
import { constraintsOf } from '../../machine/firmware-loop/diagnosis.js';
import type { PatchRules } from '../../workspace/policy.js';
import type { FirmwareBench } from './bench.js';

/** The folder that the task calls its repository, inside a copy of the repository's work tree. */
export const projectDir = (bench: FirmwareBench, tree: string): string =>
  path.join(tree, bench.loaded.subdir);

/** The task's globs are relative to its `repo`; patches are relative to the top of the work tree. */
const fromTop = (bench: FirmwareBench, globs: readonly string[]): string[] =>
  globs.map((glob) => path.posix.join(bench.loaded.subdir, glob));

/** What a patch of this run may do. */
export function patchRules(ctx: FirmwareContext, bench: FirmwareBench): PatchRules {
  const { constraints } = bench.loaded.task;
  const bound = constraintsOf(ctx);
  return {
    allowedPaths: fromTop(bench, constraints.allowedPaths),
    forbiddenPaths: fromTop(bench, constraints.forbiddenPaths),
    maxLines: bench.policy.maxPatchLines,
    maxFiles: bench.policy.maxPatchFiles,
    riskThreshold: bench.policy.riskThreshold,
    bannedConstructs: constraints.bannedConstructs,
    subdir: bench.loaded.subdir,
    smallestChange: bound.includes('smallest change'),
    logOnly: bound.includes('log only'),
  };
}
