import { rm } from 'node:fs/promises';
import { namesOneCase } from '../../../../shared/case-pattern.js';
import { ok, type Result } from '../../../../shared/problem.js';
import { isSimulated } from '../../../../shared/profile.js';
import type { BuildResult } from '../../../../shared/results.js';
import type { Likeness, ProgramInput, Trial } from '../../../agents/provider.js';
import type { FirmwareContext } from '../../../machine/firmware-loop/context.js';
import { type BuildShown, buildShown } from '../../../tools/build/build-shown.js';
import { buildTree, discardOutput } from '../../../tools/build/build-tree.js';
import { type TestShown, testShown } from '../../../tools/results/test-shown.js';
import { subjectOf } from '../../../tools/target/subject.js';
import type { FirmwareBench } from '../bench.js';
import { buildCommand } from '../build/build.js';
import { likenessOf } from './scratch-likeness.js';
import { trialFolder } from './trial-folder.js';
import { runPatiently, type TrialEnd } from './trial-run.js';

/** Where one candidate stands, and what of it is tried. */
export interface TrialPlace {
  tree: string;
  operation: string;
  signal: AbortSignal;
  /** Only these test cases; all where absent. */
  cases?: readonly string[] | undefined;
}

/** Nothing of held-out cases is in it. */
export interface TrialShown {
  build: BuildShown;
  /** Null where it does not build, or nothing was to be run. */
  test: Result<TestShown> | null;
}

/** What a candidate is made into, and what its program answers; null where it cannot be told. */
export async function likenTree(
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

/** Builds a candidate and, where it can, runs the tests. */
export async function tryTree(ctx: FirmwareContext, bench: FirmwareBench, at: TrialPlace): Promise<Trial> {
  const { build, end } = await runTree(ctx, bench, at, true);
  return { applies: true, refused: null, build, test: end?.ok ? end.value.result : null };
}

/** As `tryTree`, with what whoever reads the result is told of it. */
export async function showTree(
  ctx: FirmwareContext,
  bench: FirmwareBench,
  at: TrialPlace,
  runsTests: boolean,
): Promise<TrialShown> {
  // only whole names choose cases; patterns choose among the results
  const cases = at.cases?.every(namesOneCase) ? at.cases : undefined;
  const { build, end } = await runTree(ctx, bench, { ...at, cases }, runsTests);
  const { heldOut } = bench.loaded.task.test;
  const shown = ({ collected, parser }: TrialEnd): TestShown =>
    testShown(collected, { parser, heldOut, asked: at.cases ?? null });
  return {
    build: await buildShown(build, bench.paths.artifacts),
    test: end && (end.ok ? ok(shown(end.value)) : end),
  };
}

/** Builds a tree and, where it has a simulated target, runs its tests. */
async function runTree(
  ctx: FirmwareContext,
  bench: FirmwareBench,
  { tree, operation, signal, cases }: TrialPlace,
  runsTests: boolean,
): Promise<{ build: BuildResult; end: Result<TrialEnd> | null }> {
  const build = await buildTree(bench, tree, { command: buildCommand(ctx, bench), operation, signal });
  if (!build.success || signal.aborted || !runsTests || !isSimulated(bench.profile))
    return { build, end: null };
  const subject = subjectOf(bench, build, tree, operation);
  const dir = await trialFolder(bench);
  try {
    const end = await runPatiently(ctx, bench, { subject, operation, dir, signal, select: cases });
    if (!end.ok && end.error.code === 'DISK_FULL') await discardOutput(tree);
    return { build, end };
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}
