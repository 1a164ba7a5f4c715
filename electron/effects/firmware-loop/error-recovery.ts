import path from 'node:path';
import { inEnglish, nested, text, type Words } from '../../../shared/texts/words.js';
import { whyNotBroughtBack } from '../../bench/flash/restore.js';
import { loadImage, ofBoard } from '../../bench/image/load-image.js';
import { bindingOf } from '../../engine/binding.js';
import type { EffectIo } from '../../engine/effect.js';
import type { FirmwareContext, RecoveryAction, RecoveryTarget } from '../../machine/firmware-loop/context.js';
import { recoveryTakesBackTo } from '../../machine/firmware-loop/patches.js';
import { boardName } from '../../tools/board/board-work.js';
import { canCycle, power } from '../../tools/board/power.js';
import { cleanBuild } from '../../tools/build/clean.js';
import { giveUpBoard } from '../../tools/target/board-choice.js';
import { holdTarget } from '../../tools/target/hold-target.js';
import { putOnBoard } from '../../tools/target/put-on-board.js';
import type { FirmwareBench, FirmwareEffect, FirmwareOutcome } from './bench.js';
import { buildCommand } from './build/build.js';
import { declined } from './declined.js';
import { rollBack } from './rollback.js';

/** Null, or why the run cannot go on: it could not be done, or nobody agreed to it. */
type Done = { stop: Words } | { ends: FirmwareOutcome } | null;
type Act = (ctx: FirmwareContext, bench: FirmwareBench, io: EffectIo) => Promise<Done>;

const nothing: Act = async () => null;

/**
 * One row per recovery action; whether the tree is taken back is told by the machine, for any of them. Targets are
 * set up anew by TEST_SETUP itself, so a restart only lets go of the old one.
 */
const ACTIONS: Readonly<Record<RecoveryAction, Act>> = {
  none: nothing,
  clean_cache: clean,
  next_configuration: clean,
  rollback: nothing,
  reconnect: letGo,
  restart,
  flash_last_good: flashLastGood,
  other_board: otherBoard,
  repeat_run: nothing,
  control_run: nothing,
  recollect: nothing,
  fallback_mode: nothing,
  ask_again: nothing,
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
  const recovery = ctx.recovery ?? { action: 'give_up', to: 'FAILURE', reason: text`no recovery was chosen` };
  io.progress('RECOVER', recovery.reason);
  const { done, back } = await attempt(ACTIONS[recovery.action], ctx, bench, io);
  if (done === null) return outcome(recovery.to, recovery.action, recovery.reason, back);
  return 'ends' in done ? done.ends : outcome('FAILURE', recovery.action, done.stop, back);
};

/** An action that fails is no bug: the run ends and says what could not be done. */
async function attempt(
  act: Act,
  ctx: FirmwareContext,
  bench: FirmwareBench,
  io: EffectIo,
): Promise<{ back: string | null; done: Done }> {
  let back: string | null = null;
  try {
    const to = recoveryTakesBackTo(ctx);
    back = to === null ? null : await rollBack(ctx, bench, io, to);
    return { back, done: await act(ctx, bench, io) };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { back, done: { stop: text`recovery failed: ${why}` } };
  }
}

const outcome = (
  to: RecoveryTarget,
  action: RecoveryAction,
  reason: Words,
  rolled_back_to: string | null,
): FirmwareOutcome => ({ type: EVENTS[to], reason, evidence: [], action, rolled_back_to });

async function clean(ctx: FirmwareContext, bench: FirmwareBench, io: EffectIo): Promise<Done> {
  const cleaned = await io.call(cleanBuild, { command: buildCommand(ctx, bench) }, bench);
  if (cleaned.ok) return null;
  const ends = declined(cleaned.error);
  return ends
    ? { ends }
    : { stop: text`${nested(cleaned.error.message)} (iteration ${ctx.iteration_index})` };
}

async function letGo(ctx: FirmwareContext, bench: FirmwareBench): Promise<Done> {
  const id = ctx.test_session_id;
  const target = id === null ? undefined : bench.targets.get(id);
  if (id !== null && target) {
    bench.targets.delete(id);
    await target.stop();
  }
  return null;
}

/** A board whose profile says how is switched off and on; every other target starts anew with its next session. */
async function restart(ctx: FirmwareContext, bench: FirmwareBench, io: EffectIo): Promise<Done> {
  await letGo(ctx, bench);
  const held = await holdTarget(bench, io);
  const cycled = held.ok && canCycle(bench) ? await io.call(power, cycleOf(bench), bench) : held;
  // whether that healed it the next session says
  if (!cycled.ok)
    io.progress('RECOVER', cycled.error.code === 'DECLINED' ? NOT_SWITCHED : cycled.error.message);
  return null;
}

/** A board that is flashed anew from end to end, with what ran on it before; a simulator has nothing to be mended. */
async function flashLastGood(ctx: FirmwareContext, bench: FirmwareBench, io: EffectIo): Promise<Done> {
  await letGo(ctx, bench);
  const { profile } = bench;
  const kept = ctx.baseline?.image;
  if (profile.kind !== 'board' || whyNotBroughtBack(profile.safety) !== null || !kept) return null;
  const image = await loadImage(path.join(bench.paths.artifacts, kept.path), ofBoard(profile));
  const held = image.ok ? await holdTarget(bench, io) : image;
  const put =
    image.ok && held.ok
      ? await putOnBoard(bench, io, { image: image.value, always: true, good: true }, NOT_PATCHED(bench))
      : held;
  const ends = put.ok ? null : declined(put.error);
  if (ends !== null) return { ends };
  // whether that healed it the next session says
  if (!put.ok) io.progress('RECOVER', put.error.message);
  return null;
}

const NOT_SWITCHED = text`switching the board was not approved; nothing was done to it`;

const cycleOf = (bench: FirmwareBench) => ({ board: boardName(bench), action: 'cycle' as const });

/** The image of the baseline pass is one of this run's. */
const NOT_PATCHED = ({ loaded }: FirmwareBench) => ({ origin: { commit: loaded.baseCommit } });

async function otherBoard(ctx: FirmwareContext, bench: FirmwareBench): Promise<Done> {
  await letGo(ctx, bench);
  await giveUpBoard(bench);
  return null;
}

async function askOperator(ctx: FirmwareContext, _bench: FirmwareBench, io: EffectIo): Promise<Done> {
  const message = ctx.last_error?.message ?? '';
  const answer = await io.ask({
    kind: 'operator',
    question: text`The patch policy refused again. Let the run try once more?`,
    subject: message,
    binding: bindingOf(inEnglish(message)),
  });
  return answer === 'yes' ? null : { stop: text`stopped by the operator: ${nested(message)}` };
}
