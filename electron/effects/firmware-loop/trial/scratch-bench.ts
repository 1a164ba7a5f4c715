import { rm } from 'node:fs/promises';
import { matchesCase } from '../../../../shared/case-pattern.js';
import type { Problem } from '../../../../shared/problem.js';
import { isSimulated } from '../../../../shared/profile.js';
import { inEnglish } from '../../../../shared/texts/words.js';
import type { Likeness, ProgramInput, Scratch, Trial } from '../../../agents/provider.js';
import type { EffectIo } from '../../../engine/effect.js';
import type { FirmwareContext } from '../../../machine/firmware-loop/context.js';
import { buildTree, discardOutput } from '../../../tools/build/build-tree.js';
import { withoutHeldOut } from '../../../tools/results/held-out.js';
import { subjectOf } from '../../../tools/target/subject.js';
import { listReadable, listSources, readInside } from '../../../workspace/files.js';
import { judgePatch, type PatchRules } from '../../../workspace/policy.js';
import type { FirmwareBench } from '../bench.js';
import { buildCommand } from '../build/build.js';
import { patchRules } from '../build/work-tree.js';
import { openLanes } from './scratch-lanes.js';
import { likenessOf } from './scratch-likeness.js';
import { spectrumOf } from './scratch-spectrum.js';
import { inTrials, trialFolder } from './trial-folder.js';
import { passing, runPatiently } from './trial-run.js';

/** A scratch bench, and why it could not be made where that was tried and failed. */
export interface ScratchBench extends Scratch {
  /** So many were made. */
  trials(): number;
  trialsLeft(): number;
  problem(): Problem | null;
}

/**
 * The place where candidates are tried: a throwaway copy of the run's tree, made when it is first used. Only
 * simulated targets and host programs are run here; a board is touched by nothing but the loop itself.
 */
export function openScratchBench(
  ctx: FirmwareContext,
  bench: FirmwareBench,
  io: Pick<EffectIo, 'operationId'>,
): ScratchBench {
  const commit = ctx.repo_snapshot?.current_commit ?? bench.loaded.baseCommit;
  const rules = patchRules(ctx, bench);
  const trialBench = inTrials(bench);
  const lanes = openLanes({ cloneDir: bench.paths.clone, commit, into: bench.paths.scratch });
  let trials = 0;
  return {
    runsTests: isSimulated(bench.profile),
    hosted: bench.profile.kind === 'host',
    deadline: Date.now() + Math.max(0, bench.policy.searchSec * 1000 - ctx.searched.ms),
    trials: () => trials,
    trialsLeft: () => bench.policy.searchTrials - ctx.searched.trials - trials,
    parallel: lanes.count,
    problem: lanes.problem,
    // Read from the clone: in the copy the last candidate is still in place.
    changeable: () => listSources(bench.paths.clone, rules),
    readable: () => listReadable(bench.paths.clone),
    read: (file) => readInside(bench.paths.clone, file),
    isHeldOut: (name) => matchesCase(bench.loaded.task.test.heldOut, name),
    spectrum: (signal) => spectrumOf(ctx, bench, io.operationId('trace'), signal),
    liken: (patch, inputs, signal) =>
      lanes.use(async (lane) => {
        if (!lane.ok || !(await lane.value.candidates.put(patch))) return null;
        trials += 1;
        const operation = `${io.operationId('trial')}.${trials}`;
        return likenTree(ctx, trialBench, { tree: lane.value.dir, operation, signal }, inputs);
      }),
    try: async (patch, signal, cases) =>
      bench.trial?.() ??
      lanes.use(async (lane) => {
        if (!lane.ok || !(await lane.value.candidates.put(patch))) return nothingTried;
        trials += 1;
        const operation = `${io.operationId('trial')}.${trials}`;
        const place = { tree: lane.value.dir, operation, signal, cases };
        const trial = await tryTree(ctx, trialBench, place);
        // Trials are confined, so the policy is asked only about a candidate that may be proposed: that saves
        // three git processes for each of the hundreds that fail.
        const proposed = rules.logOnly ? trial.build?.success === true : mayBeProposed(trial, ctx);
        if (patch === null || !proposed) return trial;
        return { ...trial, refused: await whyRefused(bench.paths.clone, patch, rules) };
      }),
  };
}

const nothingTried: Trial = { applies: false, refused: null, build: null, test: null };

/** It builds, and passes more than the tree as it is. */
const mayBeProposed = (trial: Trial, ctx: FirmwareContext): boolean =>
  trial.build?.success === true &&
  (trial.test === null ||
    passing(trial.test) > passing(withoutHeldOut(ctx.last_test_result, ctx.task.heldOut)));

async function whyRefused(dir: string, patch: string, rules: PatchRules): Promise<string | null> {
  const verdict = await judgePatch(dir, patch, rules);
  if (!verdict.ok) return inEnglish(verdict.error.message);
  return verdict.value.accepted ? null : verdict.value.violations.map((v) => v.message).join('; ');
}

/** Where one candidate stands, and what of it is tried. */
interface TrialPlace {
  tree: string;
  operation: string;
  signal: AbortSignal;
  /** Only these test cases; all where absent. */
  cases?: readonly string[];
}

async function likenTree(
  ctx: FirmwareContext,
  bench: FirmwareBench,
  { tree, operation, signal }: TrialPlace,
  inputs: readonly ProgramInput[],
): Promise<Likeness | null> {
  const build = await buildTree(bench, tree, { command: buildCommand(ctx, bench), operation, signal });
  if (!build.success || signal.aborted) return null;
  const dir = await trialFolder(bench);
  const { maxWrittenBytes } = bench.loaded.task.build;
  try {
    return await likenessOf(inputs, { tree, dir, operation, maxWrittenBytes, signal }, bench.exec);
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

async function tryTree(ctx: FirmwareContext, bench: FirmwareBench, at: TrialPlace): Promise<Trial> {
  const { tree, operation, signal } = at;
  const build = await buildTree(bench, tree, { command: buildCommand(ctx, bench), operation, signal });
  if (!build.success || signal.aborted || !isSimulated(bench.profile))
    return { applies: true, refused: null, build, test: null };
  const subject = subjectOf(bench, build, tree, operation);
  const dir = await trialFolder(bench);
  try {
    const run = await runPatiently(ctx, bench, { subject, operation, dir, signal, select: at.cases });
    if (!run.ok && run.error.code === 'DISK_FULL') await discardOutput(tree);
    return { applies: true, refused: null, build, test: run.ok ? run.value : null };
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}
