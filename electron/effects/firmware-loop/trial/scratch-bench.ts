import { matchesCase } from '../../../../shared/case-pattern.js';
import type { Problem } from '../../../../shared/problem.js';
import { isSimulated } from '../../../../shared/profile.js';
import type { Artifact } from '../../../../shared/results.js';
import { inEnglish } from '../../../../shared/texts/words.js';
import type { Scratch, Trial } from '../../../agents/provider.js';
import type { EffectIo } from '../../../engine/effect.js';
import type { FirmwareContext } from '../../../machine/firmware-loop/context.js';
import { withoutHeldOut } from '../../../tools/results/held-out.js';
import { withheldFiles } from '../../../tools/withheld/withheld-files.js';
import { listReadable, listSources, readInside } from '../../../workspace/files.js';
import { judgePatch, type PatchRules } from '../../../workspace/policy.js';
import type { FirmwareBench } from '../bench.js';
import { patchRules } from '../build/work-tree.js';
import { keepCoverage } from './kept-coverage.js';
import { openLanes } from './scratch-lanes.js';
import { spectrumOf } from './scratch-spectrum.js';
import { inTrials } from './trial-folder.js';
import { passing } from './trial-run.js';
import { likenTree, showTree, type TrialShown, tryTree } from './trial-tree.js';

/** A scratch bench, and why it could not be made where that was tried and failed. */
export interface ScratchBench extends Scratch {
  /** So many were made. */
  trials(): number;
  trialsLeft(): number;
  problem(): Problem | null;
  /** For the event, whatever that is: what the cases were seen to execute, kept as an artifact. */
  seen(): { coverage?: Artifact };
  /** As `try`, with what whoever reads the result is told of it. */
  show(patch: string | null, wish: ShowWish): Promise<TrialShown | null>;
}

interface ShowWish {
  signal: AbortSignal;
  runsTests: boolean;
  /** Only these test cases, where the task can choose them; all where absent. */
  cases?: readonly string[] | undefined;
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
  let coverage: Artifact | null = null;
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
    isWithheld: withheldFiles({
      neverSend: bench.policy.neverSend,
      inputs: bench.loaded.inputs,
      clone: bench.paths.clone,
    }),
    seen: () => (coverage === null ? {} : { coverage }),
    spectrum: async (signal) => {
      const measured = await spectrumOf(ctx, bench, io.operationId('trace'), signal);
      if (measured.ok) coverage = await keepCoverage(ctx, bench, measured.value);
      return measured;
    },
    liken: (patch, inputs, signal) =>
      lanes.use(async (lane) => {
        if (!lane.ok || !(await lane.value.candidates.put(patch))) return null;
        trials += 1;
        const operation = `${io.operationId('trial')}.${trials}`;
        return likenTree(ctx, trialBench, { tree: lane.value.dir, operation, signal }, inputs);
      }),
    show: (patch, { signal, runsTests, cases }) =>
      lanes.use(async (lane) => {
        if (!lane.ok || !(await lane.value.candidates.put(patch))) return null;
        trials += 1;
        const operation = `${io.operationId('trial')}.${trials}`;
        const place = { tree: lane.value.dir, operation, signal, cases };
        return showTree(ctx, trialBench, place, runsTests);
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
