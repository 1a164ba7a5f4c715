import { checkToolchain } from '../../../workspace/build/check-toolchain.js';
import type { FirmwareEffect } from '../bench.js';
import { buildCommand } from '../build.js';
import { projectDir } from '../work-tree.js';

/** BUILD_SETUP: is everything there that the build needs (seed §5.9)? */
export const buildSetup: FirmwareEffect = async (ctx, bench, io) => {
  const ready = await checkToolchain({
    command: buildCommand(ctx, bench),
    dir: projectDir(bench, bench.paths.clone),
    exec: bench.exec,
    env: bench.loaded.task.build.env,
    operation: io.operationId('toolchain'),
    signal: io.signal,
  });
  if (!ready.ok)
    return { type: 'toolchain_missing', reason: ready.error.message, evidence: [], problem: ready.error };
  return { type: 'build_env_ready', reason: 'build environment ready', evidence: [] };
};
