import { rm } from 'node:fs/promises';
import { fail, ok, type Problem, type Result } from '../../../shared/problem.js';
import type { TestResult } from '../../../shared/results.js';
import type { Scratch, Trial } from '../../agents/provider.js';
import type { FirmwareContext } from '../../machine/firmware-loop/context.js';
import { listReadable, listSources, readInside } from '../../workspace/files.js';
import { judgePatch, type PatchRules } from '../../workspace/policy.js';
import type { EffectIo } from '../engine/effect.js';
import type { FirmwareBench } from './bench.js';
import { buildCommand, buildTree, subjectOf } from './build.js';
import { collectResult } from './collect.js';
import { withoutHeldOut } from './evidence.js';
import { openLanes } from './scratch-lanes.js';
import { spectrumOf } from './scratch-spectrum.js';
import { openSession } from './session.js';
import { inTrials, trialFolder } from './trial-folder.js';
import { patchRules } from './work-tree.js';

/** A candidate that hangs must not cost the task's whole time limit: this many times a normal run is enough at first. */
const PATIENCE = 5;
const LEAST_PATIENCE_MS = 700;
/** A trial is over soon after its final line; what a target does later, the loop's own run of the patch hears. */
const TRIAL_QUIET_MS = 100;

/** A scratch bench, and why it could not be made where that was tried and failed. */
export interface ScratchBench extends Scratch {
  problem(): Problem | null;
}

/**
 * The place where candidates are tried: a throwaway copy of the run's tree, made when it is first used. Only
 * simulated targets and host programs are run here; a board is touched by nothing but the loop itself.
 */
export function openScratchBench(ctx: FirmwareContext, bench: FirmwareBench, io: EffectIo): ScratchBench {
  const commit = ctx.repo_snapshot?.current_commit ?? bench.loaded.baseCommit;
  const rules = patchRules(ctx, bench);
  const trialBench = inTrials(bench);
  const lanes = openLanes({ cloneDir: bench.paths.clone, commit, into: bench.paths.scratch });
  let trials = 0;
  return {
    runsTests: true,
    deadline: Date.now() + bench.policy.searchSec * 1000,
    parallel: lanes.count,
    problem: lanes.problem,
    // Read from the clone: in the copy the last candidate is still in place.
    changeable: () => listSources(bench.paths.clone, rules),
    readable: () => listReadable(bench.paths.clone),
    read: (file) => readInside(bench.paths.clone, file),
    spectrum: (signal) => spectrumOf(ctx, bench, io.operationId('trace'), signal),
    try: (patch, signal, cases) =>
      lanes.use(async (lane) => {
        if (!lane.ok || !(await lane.value.candidates.put(patch))) return nothingTried;
        trials += 1;
        const operation = `${io.operationId('trial')}.${trials}`;
        const trial = await tryTree(ctx, trialBench, lane.value.dir, operation, signal, cases);
        // Trials are confined, so the policy is asked only about a candidate that may be proposed: that saves
        // three git processes for each of the hundreds that fail.
        if (patch === null || !mayBeProposed(trial, ctx)) return trial;
        return { ...trial, refused: await whyRefused(bench.paths.clone, patch, rules) };
      }),
  };
}

const nothingTried: Trial = { applies: false, refused: null, build: null, test: null };

const passing = (result: TestResult | null): number =>
  result?.cases.filter((c) => c.status === 'pass').length ?? 0;

/** It builds, and passes more than the tree as it is. */
const mayBeProposed = (trial: Trial, ctx: FirmwareContext): boolean =>
  trial.build?.success === true &&
  (trial.test === null ||
    passing(trial.test) > passing(withoutHeldOut(ctx.last_test_result, ctx.task.heldOut)));

async function whyRefused(dir: string, patch: string, rules: PatchRules): Promise<string | null> {
  const verdict = await judgePatch(dir, patch, rules);
  if (!verdict.ok) return verdict.error.message;
  return verdict.value.accepted ? null : verdict.value.violations.map((v) => v.message).join('; ');
}

async function tryTree(
  ctx: FirmwareContext,
  bench: FirmwareBench,
  tree: string,
  operation: string,
  signal: AbortSignal,
  cases?: readonly string[],
): Promise<Trial> {
  const build = await buildTree(bench, tree, buildCommand(ctx, bench), operation, signal);
  if (!build.success || signal.aborted) return { applies: true, refused: null, build, test: null };
  const subject = subjectOf(bench, build, tree, operation);
  const sessionDir = await trialFolder(bench);
  try {
    const run = await runPatiently(ctx, bench, subject, operation, sessionDir, signal, cases);
    return { applies: true, refused: null, build, test: run.ok ? run.value : null };
  } finally {
    await rm(sessionDir, { recursive: true, force: true });
  }
}

/** A short run, and one with all the task's time where that was cut off further on than the tree comes as it is. */
async function runPatiently(
  ctx: FirmwareContext,
  bench: FirmwareBench,
  subject: Parameters<typeof openSession>[2],
  operation: string,
  dir: string,
  signal: AbortSignal,
  select?: readonly string[],
): Promise<Result<TestResult>> {
  const before = withoutHeldOut(ctx.last_test_result, ctx.task.heldOut);
  const limit = bench.loaded.task.test.timeoutSec * 1000;
  const short = patience(ctx, bench, limit);
  const first = await runOnce(short, ctx, bench, subject, operation, dir, signal, select);
  const further = first.ok && first.value.ended_by === 'timeout' && passing(first.value) > passing(before);
  if (!further || short >= limit) return first;
  return runOnce(limit, ctx, bench, subject, operation, dir, signal, select);
}

async function runOnce(
  timeoutMs: number,
  ctx: FirmwareContext,
  bench: FirmwareBench,
  subject: Parameters<typeof openSession>[2],
  operation: string,
  dir: string,
  signal: AbortSignal,
  select?: readonly string[],
): Promise<Result<TestResult>> {
  const target = await openSession(bench, operation, subject, {
    timeoutMs,
    select,
    dir,
    quietMs: TRIAL_QUIET_MS,
  });
  try {
    const up = await target.start(signal);
    if (!up.ok) return up;
    const end = await target.run(signal, () => {});
    if (!end.ok) return end;
    const known = select ? [] : (ctx.baseline?.result?.cases ?? []).map((c) => c.name);
    const collected = await collectResult(bench, subject, end.value, { operation, known });
    if (!collected.ok) return collected;
    return ok(withoutHeldOut(collected.value.result, bench.loaded.task.test.heldOut));
  } catch (error) {
    if (signal.aborted) return fail({ code: 'TIMEOUT', message: 'the trial was cut short' });
    throw error;
  } finally {
    await target.stop();
  }
}

/** First time limit of a trial, in ms, by how long the last run took to the end or to its last byte. */
function patience(ctx: FirmwareContext, bench: FirmwareBench, limit: number): number {
  const last = ctx.last_test_result;
  const took = last?.metrics.test_duration_ms ?? 0;
  const silent = bench.profile.kind === 'host' ? 0 : bench.profile.testEnd.silenceSec * 1000;
  const normal = last?.ended_by === 'silence' ? took - silent : last?.ended_by === 'timeout' ? 0 : took;
  return Math.min(limit, Math.max(LEAST_PATIENCE_MS, PATIENCE * normal));
}
