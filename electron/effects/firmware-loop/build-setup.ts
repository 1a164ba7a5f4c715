import { text } from '../../../shared/texts/words.js';
import { buildAccess, projectDir } from '../../tools/build/build-tree.js';
import { checkToolchain } from '../../workspace/build/check-toolchain.js';
import type { FirmwareEffect } from './bench.js';
import { buildCommand } from './build/build.js';

/** BUILD_SETUP: is everything there that the build needs (seed §5.9)? */
export const buildSetup: FirmwareEffect = async (ctx, bench, io) => {
  const command = buildCommand(ctx, bench);
  const key = JSON.stringify(command);
  if (bench.equipped.has(key)) return ready;
  const found = await checkToolchain({
    command,
    dir: projectDir(bench, bench.paths.clone),
    exec: bench.exec,
    ...buildAccess(bench),
    operation: io.operationId('toolchain'),
    signal: io.signal,
  });
  if (!found.ok)
    return { type: 'toolchain_missing', reason: found.error.message, evidence: [], problem: found.error };
  bench.equipped.add(key);
  return ready;
};

const ready = {
  type: 'build_env_ready',
  reason: text`the build environment is ready`,
  evidence: [],
} as const;
