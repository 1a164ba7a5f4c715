import type { Problem } from '../../../shared/problem.js';
import type { Artifact } from '../../../shared/results.js';
import { inEnglish, text } from '../../../shared/texts/words.js';
import type { EffectIo } from '../../engine/effect.js';
import type { FirmwareContext } from '../../machine/firmware-loop/context.js';
import { isDiagnosing } from '../../machine/firmware-loop/diagnosis.js';
import { publish } from '../../tools/publish.js';
import { storeBytes } from '../../workspace/build/artifacts.js';
import { diffBetween } from '../../workspace/patch.js';
import { encodeText } from '../../workspace/text.js';
import type { FirmwareBench, FirmwareEffect } from './bench.js';
import { keptPatch } from './report/kept-patch.js';
import { writeReport } from './report/report-files.js';
import { buildReport } from './report/summary.js';
import { leaveBoards } from './target/leave-boards.js';
import { removeThrowaways } from './trial/trial-folder.js';

/** SUCCESS, FAILURE and ABORTED: result branch, report and knowledge entry, then IDLE. */
export const reportRun: FirmwareEffect = async (ctx, bench, io) => {
  await stopTargets(bench);
  const boards = await leaveBoards(ctx, bench, io);
  letGoOfBoard(bench);
  const { patch, commit } = await resultOf(ctx, bench);
  const published = patch === null ? unpublished : await publishResult(ctx, bench, io, { patch, commit });
  const { branch } = published;
  const patchFile = patchFileOf(bench, patch);
  // The transition that ends this state is the last of the trace.
  const report = buildReport(
    { ...ctx, last_error: published.problem ?? ctx.last_error },
    { patch, patchFile, branch, boards, traceLength: io.seq + 1, at: Date.now() },
  );
  await writeReport(bench, report);
  await removeThrowaways(bench);
  return {
    type: 'reported',
    reason: text`report written: ${report.final_status}`,
    evidence: ['report'],
    branch,
  };
};

const patchFileOf = (bench: FirmwareBench, patch: string | null): Artifact | null =>
  patch === null ? null : storeBytes('patch', encodeText(patch), '.patch', bench.paths.artifacts);

/** What the run's tree has over the base commit; null where it has nothing, or prints that are no result. */
export async function patchOf(ctx: FirmwareContext, bench: FirmwareBench): Promise<string | null> {
  const at = ctx.repo_snapshot;
  if (!at || at.base_commit === at.current_commit || isDiagnosing(ctx)) return null;
  const diff = await diffBetween(bench.paths.clone, at.base_commit, at.current_commit);
  if (!diff.ok) throw new Error(inEnglish(diff.error.message));
  return diff.value.trim() === '' ? null : diff.value;
}

/** An abort between two states leaves its target up. */
async function stopTargets(bench: FirmwareBench): Promise<void> {
  const left = [...bench.targets.values()];
  bench.targets.clear();
  await Promise.all(left.map((target) => target.stop()));
}

function letGoOfBoard(bench: FirmwareBench): void {
  bench.board?.release();
  bench.board = null;
}

interface Published {
  branch: string | null;
  problem: Problem | null;
}

const unpublished: Published = { branch: null, problem: null };

interface RunResult {
  patch: string | null;
  /** What a branch would point at; '' where there is nothing. */
  commit: string;
}

/** The run's tree; of an unproven run the patch that may be taken, which the tree does not hold. */
async function resultOf(ctx: FirmwareContext, bench: FirmwareBench): Promise<RunResult> {
  const commit = ctx.repo_snapshot?.current_commit ?? '';
  if (ctx.outcome?.verdict !== 'UNPROVEN') return { patch: await patchOf(ctx, bench), commit };
  const kept = await keptPatch(ctx, bench.paths.clone);
  return kept ?? { patch: await patchOf(ctx, bench), commit };
}

/** A success is published after a question of its own; an unproven patch only where a person took it, which was that question. */
async function publishResult(
  ctx: FirmwareContext,
  bench: FirmwareBench,
  io: EffectIo,
  { patch, commit }: { patch: string; commit: string },
): Promise<Published> {
  if (bench.header.isDelivered) return unpublished;
  const isTaken = ctx.choosing?.list.some(({ state }) => state === 'taken') ?? false;
  const isUnproven = ctx.outcome?.verdict === 'UNPROVEN';
  if (isUnproven ? !isTaken : ctx.outcome?.status !== 'SUCCESS') return unpublished;
  const args = { branch: `benchloop/${ctx.run}`, commit, isTaken: isUnproven };
  const published = await io.call(publish, args, { ...bench, patch });
  if (published.ok) return { branch: published.value.branch, problem: null };
  return published.error.code === 'DECLINED' ? unpublished : { branch: null, problem: published.error };
}
