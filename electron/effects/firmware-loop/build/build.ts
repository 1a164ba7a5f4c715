import type { TestResult } from '../../../../shared/results.js';
import type { FirmwareContext } from '../../../machine/firmware-loop/context.js';
import type { BuildArguments } from '../../../tools/build/build.js';
import type { FirmwareBench } from '../bench.js';

/** The command of the configuration in force: the task's own, then its `configurations`. */
export function buildCommand(ctx: FirmwareContext, bench: FirmwareBench): readonly string[] {
  const { build } = bench.loaded.task;
  return build.configurations[ctx.build_configuration - 1] ?? build.command;
}

/** The build of the run's clone as it stands. */
export const cloneBuild = (ctx: FirmwareContext, bench: FirmwareBench): BuildArguments => ({
  command: buildCommand(ctx, bench),
  commit: ctx.repo_snapshot?.current_commit ?? null,
  tree: 'clone',
});

/** The result of a tree that cannot be built: nothing ran, nothing passed. */
export const unbuiltResult = (image: string): TestResult => ({
  image,
  ended_by: 'exit',
  exit_code: null,
  cases: [],
  doubled: [],
  announced: null,
  incomplete: 'the image does not build',
  metrics: {},
  artifacts: [],
});
