import path from 'node:path';
import type { Problem, Result } from '../../../../shared/problem.js';
import { ok } from '../../../../shared/problem.js';
import type { FirmwareContext } from '../../../machine/firmware-loop/context.js';
import { createScratch } from '../../../workspace/scratch.js';
import type { EffectIo } from '../../engine/effect.js';
import type { FirmwareBench, FirmwareEffect, FirmwareOutcome } from '../bench.js';
import { bringUp } from '../bring-up.js';
import { buildCommand, buildTree, subjectOf } from '../build.js';
import { flashDeclined } from '../flash-gate.js';
import { keepSubject, type Subject } from '../session.js';

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
  const up = await bringUp(bench, io, { id, subject: subject.value });
  if (!up.ok) return failed(up.error);
  bench.targets.set(id, up.value);
  const what = `${ctx.test_plan.image} image, ${ctx.test_plan.purpose} run`;
  return { type: 'env_ready', reason: `${bench.profile.id} is up (${what})`, evidence: [], session: id };
};

const failed = (problem: Problem): FirmwareOutcome =>
  problem.code === 'FLASH_DECLINED'
    ? flashDeclined(problem)
    : { type: 'env_failed', reason: problem.message, evidence: [], problem };

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
