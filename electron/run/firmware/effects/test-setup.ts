import path from 'node:path';
import type { Problem, Result } from '../../../../shared/problem.js';
import { ok } from '../../../../shared/problem.js';
import { isSimulated } from '../../../../shared/profile.js';
import type { Environment } from '../../../bench/environment.js';
import type { FirmwareContext } from '../../../machine/firmware-loop/context.js';
import { createScratch } from '../../../workspace/scratch.js';
import type { EffectIo } from '../../engine/effect.js';
import type { FirmwareBench, FirmwareEffect, FirmwareOutcome } from '../bench.js';
import { buildCommand, buildTree, subjectOf } from '../build.js';
import { flashDeclined } from '../flash-gate.js';
import { holdTarget } from '../hold-target.js';
import { permit } from '../permit.js';
import { keepSubject, openSession, type Subject } from '../session.js';

/** TEST_SETUP: from image to a target that is up and healthy (seed §5.11). */
export const testSetup: FirmwareEffect = async (ctx, bench, io) => {
  const id = io.operationId('session');
  io.progress('RESOURCE_ALLOC', bench.profile.id);
  const subject = await subjectFor(ctx, bench, io);
  if (!subject.ok) return failed(subject.error);
  await keepSubject(bench, id, subject.value);
  if (subject.value.unbuilt) {
    return {
      type: 'env_ready',
      reason: 'the baseline does not build: nothing to run',
      evidence: [],
      session: id,
    };
  }
  const held = await holdTarget(bench, io);
  if (!held.ok) return failed(held.error);
  io.progress('FLASH_OR_DEPLOY', subject.value.imagePath ? path.basename(subject.value.imagePath) : 'host');
  const target = await openSession(bench, id, subject.value, {
    timeoutMs: bench.loaded.task.test.timeoutSec * 1000,
    permit: permit(bench, io),
  });
  io.progress('HEALTH_CHECK');
  const up = await bringUp(target, bench, io, subject.value);
  if (!up.ok && up.error.code === 'FLASH_DECLINED') return declined(target, up.error);
  bench.board?.noteHealth(up.ok ? null : up.error);
  if (!up.ok || io.signal.aborted) {
    await target.stop();
    return failed(up.ok ? { code: 'TEST_ENV_FAILURE', message: 'cut short' } : up.error);
  }
  bench.targets.set(id, target);
  const what = `${ctx.test_plan.image} image, ${ctx.test_plan.purpose} run`;
  return { type: 'env_ready', reason: `${bench.profile.id} is up (${what})`, evidence: [], session: id };
};

/** What is written to a board is an operation of its own; a simulator only starts. */
function bringUp(
  target: Environment,
  bench: FirmwareBench,
  io: EffectIo,
  subject: Subject,
): Promise<Result<void>> {
  if (isSimulated(bench.profile)) return target.start(io.signal);
  return io.operate({
    kind: 'flash',
    intent: { profile: bench.profile.id, image: subject.image },
    perform: () => target.start(io.signal),
    // the same image again, by the same approval: what a cut-off flash left is not to be trusted
    reconcile: async () => 'again',
  });
}

async function declined(target: Environment, problem: Problem): Promise<FirmwareOutcome> {
  await target.stop();
  return { ...flashDeclined, reason: `${flashDeclined.reason}: ${problem.message}` };
}

const failed = (problem: Problem): FirmwareOutcome => ({
  type: 'env_failed',
  reason: problem.message,
  evidence: [],
  problem,
});

async function subjectFor(
  ctx: FirmwareContext,
  bench: FirmwareBench,
  io: EffectIo,
): Promise<Result<Subject>> {
  const current = ctx.repo_snapshot?.current_commit ?? bench.loaded.baseCommit;
  if (ctx.test_plan.image === 'baseline') return baselineSubject(ctx, bench, io);
  if (ctx.last_build_result === null) return baselineSubject(ctx, bench, io);
  const { clone } = bench.paths;
  // A host program lives in the tree, and the tree may have moved on since it was built.
  const stale = bench.profile.kind === 'host' && ctx.test_plan.purpose === 'repeat';
  const build = stale
    ? await buildTree(bench, clone, buildCommand(ctx, bench), io.operationId('rebuild'), io.signal)
    : ctx.last_build_result;
  return ok(subjectOf(bench, build, clone, current));
}

/** The image without any patch: kept from the baseline pass, or built now in a copy of the base commit. */
async function baselineSubject(
  ctx: FirmwareContext,
  bench: FirmwareBench,
  io: EffectIo,
): Promise<Result<Subject>> {
  const { baseCommit } = bench.loaded;
  const image = ctx.baseline?.image;
  if (image && bench.profile.kind !== 'host') {
    const imagePath = path.join(bench.paths.artifacts, image.path);
    return ok({ image: image.sha256, imagePath, tree: bench.paths.clone, unbuilt: false });
  }
  const copy = await createScratch({
    cloneDir: bench.paths.clone,
    commit: baseCommit,
    into: bench.paths.baseline,
  });
  if (!copy.ok) return copy;
  io.progress('FLASH_OR_DEPLOY', 'building the baseline image');
  const operation = io.operationId('baseline-build');
  const build = await buildTree(bench, copy.value.dir, bench.loaded.task.build.command, operation, io.signal);
  return ok(subjectOf(bench, build, copy.value.dir, baseCommit));
}
