import path from 'node:path';
import { fail, ok, type Problem, type Result } from '../../../../shared/problem.js';
import { text } from '../../../../shared/texts/words.js';
import type { EffectIo } from '../../../engine/effect.js';
import type { FirmwareContext } from '../../../machine/firmware-loop/context.js';
import { build } from '../../../tools/build/build.js';
import { isBuilt } from '../../../tools/build/clone-output.js';
import { runsInClone, runsInTree, type Subject, subjectOf } from '../../../tools/target/subject.js';
import { createScratch } from '../../../workspace/scratch.js';
import type { FirmwareBench } from '../bench.js';
import { cloneBuild } from '../build/build.js';

/** The commit that what the next session runs is built from. */
export const commitOf = (ctx: FirmwareContext, { loaded }: FirmwareBench): string =>
  ctx.test_plan.image === 'baseline' || ctx.last_build_result === null
    ? loaded.baseCommit
    : (ctx.repo_snapshot?.current_commit ?? loaded.baseCommit);

/** What the next session runs, built where it is not there. Errors: DECLINED, those of a copy of the base commit. */
export async function subjectFor(
  ctx: FirmwareContext,
  bench: FirmwareBench,
  io: EffectIo,
): Promise<Result<Subject>> {
  const last = ctx.last_build_result;
  if (ctx.test_plan.image === 'baseline' || last === null) return baselineSubject(ctx, bench, io);
  // A host program lives in the tree, and the tree may have moved on since it was built.
  const isStale = bench.profile.kind === 'host' && ctx.test_plan.purpose === 'repeat';
  const isCutOff = runsInTree(bench.profile) && !isBuilt(bench);
  const current = ctx.repo_snapshot?.current_commit ?? bench.loaded.baseCommit;
  const now = isStale || isCutOff ? await rebuild(ctx, bench, io) : ok(last);
  return now.ok ? ok(subjectOf(bench, now.value, bench.paths.clone, current)) : now;
}

/**
 * Builds anew what a session ran that a crash has cut off, where its program may have been building itself. Errors:
 * TEST_ENV_FAILURE where it cannot be built any more, DECLINED, those of a copy of the base commit.
 */
export async function restoreSubject(
  ctx: FirmwareContext,
  bench: FirmwareBench,
  io: EffectIo,
  subject: Subject,
): Promise<Result<Subject>> {
  if (!runsInTree(bench.profile)) return ok(subject);
  if (!runsInClone(bench, subject)) return baselineSubject(ctx, bench, io);
  if (isBuilt(bench)) return ok(subject);
  const again = await rebuild(ctx, bench, io);
  if (!again.ok) return again;
  return again.value.success ? ok(subject) : fail(NOT_BUILT_AGAIN);
}

const rebuild = (ctx: FirmwareContext, bench: FirmwareBench, io: EffectIo) =>
  io.call(build, cloneBuild(ctx, bench), bench, 'rebuild');

const NOT_BUILT_AGAIN: Problem = {
  code: 'TEST_ENV_FAILURE',
  message: text`the test was cut off, and its program cannot be built again`,
  next: text`build it by hand to see why`,
};

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
    unbuilt: !isBuilt(bench),
  });
  if (!copy.ok) return copy;
  io.progress('FLASH_OR_DEPLOY', text`building the baseline image`);
  const { command } = bench.loaded.task.build;
  const args = { command, commit: baseCommit, tree: 'baseline' as const };
  const built = await io.call(build, args, bench, 'baseline-build');
  return built.ok ? ok(subjectOf(bench, built.value, copy.value.dir, baseCommit)) : built;
}
