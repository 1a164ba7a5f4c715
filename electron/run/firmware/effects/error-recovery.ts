import { createHash } from 'node:crypto';
import type {
  FirmwareContext,
  RecoveryAction,
  RecoveryTarget,
} from '../../../machine/firmware-loop/context.js';
import { cleanBuildOutput } from '../../../workspace/clean.js';
import type { EffectIo } from '../../engine/effect.js';
import type { FirmwareBench, FirmwareEffect, FirmwareOutcome } from '../bench.js';
import { projectDir } from '../work-tree.js';
import { takeBack } from './rollback.js';

/** What an action did: where the clone was rolled back to, or why the run cannot go on. */
type Done = { rolled_back_to: string | null } | { stop: string };
type Act = (ctx: FirmwareContext, bench: FirmwareBench, io: EffectIo) => Promise<Done>;

const nothing: Act = async () => ({ rolled_back_to: null });
const rollback: Act = async (ctx, bench, io) => ({ rolled_back_to: await takeBack(ctx, bench, io) });

/** One row per recovery action. Targets are set up anew by TEST_SETUP itself, so a restart only lets go of the old one. */
const ACTIONS: Readonly<Record<RecoveryAction, Act>> = {
  none: nothing,
  clean_cache: clean,
  next_configuration: clean,
  rollback,
  reconnect: letGo,
  restart: letGo,
  flash_last_good: letGo,
  other_board: letGo,
  repeat_run: nothing,
  control_run: nothing,
  recollect: nothing,
  // A patch whose result could not be judged must not stay below the next one.
  fallback_mode: rollback,
  tighten: nothing,
  ask_operator: askOperator,
  give_up: nothing,
};

const EVENTS = {
  CODE_ANALYSIS: 'recovered_to_analysis',
  BUILD_RUN: 'recovered_to_build',
  TEST_SETUP: 'recovered_to_test_setup',
  RESULT_COLLECTION: 'recovered_to_collection',
  FAILURE: 'unrecoverable',
} as const satisfies Record<RecoveryTarget, string>;

/** ERROR_RECOVERY: performs the rung that the ladder chose (seed §5.18). */
export const errorRecovery: FirmwareEffect = async (ctx, bench, io) => {
  const recovery = ctx.recovery ?? { action: 'give_up', to: 'FAILURE', reason: 'no recovery was chosen' };
  io.progress('RECOVER', recovery.reason);
  const done = await attempt(ACTIONS[recovery.action], ctx, bench, io);
  if ('stop' in done) return outcome('FAILURE', recovery.action, done.stop, null);
  return outcome(recovery.to, recovery.action, recovery.reason, done.rolled_back_to);
};

/** An action that fails is no bug: the run ends and says what could not be done. */
async function attempt(act: Act, ctx: FirmwareContext, bench: FirmwareBench, io: EffectIo): Promise<Done> {
  try {
    return await act(ctx, bench, io);
  } catch (error) {
    return { stop: `recovery failed: ${error instanceof Error ? error.message : String(error)}` };
  }
}

const outcome = (
  to: RecoveryTarget,
  action: RecoveryAction,
  reason: string,
  rolled_back_to: string | null,
): FirmwareOutcome => ({ type: EVENTS[to], reason, evidence: [], action, rolled_back_to });

async function clean(ctx: FirmwareContext, bench: FirmwareBench, io: EffectIo): Promise<Done> {
  const { build } = bench.loaded.task;
  if (build.clean) {
    await bench.exec({
      argv: build.clean,
      cwd: projectDir(bench, bench.paths.clone),
      env: build.env,
      timeoutMs: build.timeoutSec * 1000,
      signal: io.signal,
      operation: io.operationId('clean'),
      confine: { writable: [bench.paths.clone] },
    });
  }
  const cleaned = await cleanBuildOutput(bench.paths.clone);
  return cleaned.ok
    ? { rolled_back_to: null }
    : { stop: `${cleaned.error.message} (iteration ${ctx.iteration_index})` };
}

async function letGo(ctx: FirmwareContext, bench: FirmwareBench): Promise<Done> {
  const id = ctx.test_session_id;
  const target = id === null ? undefined : bench.targets.get(id);
  if (id !== null && target) {
    bench.targets.delete(id);
    await target.stop();
  }
  return { rolled_back_to: null };
}

async function askOperator(ctx: FirmwareContext, _bench: FirmwareBench, io: EffectIo): Promise<Done> {
  const message = ctx.last_error?.message ?? '';
  const answer = await io.ask({
    kind: 'operator',
    scope: 'question',
    question: 'The patch policy refused again. Let the run try once more?',
    subject: message,
    binding: createHash('sha256').update(message).digest('hex'),
  });
  return answer === 'yes' ? { rolled_back_to: null } : { stop: `stopped by the operator: ${message}` };
}
