import { mkdir, rm } from 'node:fs/promises';
import { matchesCase } from '../../../shared/case-pattern.js';
import { ok, type Result } from '../../../shared/problem.js';
import type { BuildResult, TestResult } from '../../../shared/results.js';
import type { CheckRun } from '../../../shared/roundtable.js';
import type { EffectIo } from '../../engine/effect.js';
import { regressions, targetCases } from '../../machine/firmware-loop/assess.js';
import type { FirmwareContext } from '../../machine/firmware-loop/context.js';
import { buildTree } from '../../tools/build/build-tree.js';
import { tailOf } from '../../tools/checks/run-checks.js';
import { subjectOf } from '../../tools/target/subject.js';
import { applyPatch } from '../../workspace/patch.js';
import { createScratch } from '../../workspace/scratch.js';
import type { FirmwareBench } from '../firmware-loop/bench.js';
import { buildCommand } from '../firmware-loop/build/build.js';
import { trialFolder } from '../firmware-loop/trial/trial-folder.js';
import { runPatiently } from '../firmware-loop/trial/trial-run.js';

/** A copy of the tree with a proposal in place, to be built and checked. Errors: INIT_FAILURE, PATCH_APPLY_FAILURE. */
export async function treeWith(
  known: FirmwareContext,
  bench: FirmwareBench,
  patch: string | null,
): Promise<Result<string>> {
  const into = `${bench.paths.scratch}-checks`;
  await mkdir(bench.paths.dir, { recursive: true });
  const commit = known.repo_snapshot?.current_commit ?? bench.loaded.baseCommit;
  const copy = await createScratch({ cloneDir: bench.paths.clone, commit, into });
  if (!copy.ok || patch === null || patch.trim() === '') return copy.ok ? ok(into) : copy;
  const applied = await applyPatch(into, patch, 'A proposal under test');
  return applied.ok ? ok(into) : applied;
}

/** What a tree comes to: its build and, on simulated targets, its cases. Nothing here touches a board. */
export interface Preflight {
  build: BuildResult;
  /** Null where the build failed, or nothing can run here. */
  test: TestResult | null;
}

/** @param bench where it keeps images and logs: the run's, or that of a trial */
export async function preflight(
  known: FirmwareContext,
  bench: FirmwareBench,
  { tree, runsCases }: { tree: string; runsCases: boolean },
  io: EffectIo,
): Promise<Preflight> {
  const operation = io.operationId('preflight');
  const { signal } = io;
  io.progress('BUILD', buildCommand(known, bench).join(' '));
  const build = await buildTree(bench, tree, { command: buildCommand(known, bench), operation, signal });
  if (!build.success || signal.aborted || !runsCases) return { build, test: null };
  io.progress('RUN', bench.profile.id);
  const dir = await trialFolder(bench);
  try {
    const subject = subjectOf(bench, build, tree, operation);
    const run = await runPatiently(known, bench, { subject, operation, dir, signal });
    return { build, test: run.ok ? run.value.result : null };
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

/** The build as one of the commands of a round. */
export function buildRun(known: FirmwareContext, bench: FirmwareBench, build: BuildResult): CheckRun {
  const errors = build.diagnostics.filter(({ severity }) => severity === 'error');
  const lines = errors.map(({ location, message }) =>
    location ? `${location.file}:${location.line}: ${message}` : message,
  );
  return {
    ...{ kind: 'build', argv: [...buildCommand(known, bench)], exit_code: build.exit_code },
    ...{ status: build.success ? 'passed' : 'failed', output: build.success ? '' : tailOf(lines.join('\n')) },
    duration_ms: build.duration_ms,
  };
}

/**
 * The task's own cases as one of the commands of a round of a roundtable that stands alone: the visible ones, and those that passed before.
 * Nothing judges the patch afterwards, so held-out cases count as well; the coder learns no more than that some fail.
 */
export function casesRun(known: FirmwareContext, bench: FirmwareBench, test: TestResult | null): CheckRun {
  const { test: told } = bench.loaded.task;
  const seen = { ...known, task: { ...known.task, heldOut: [] }, last_test_result: test };
  const failing = targetCases(seen, test).filter(({ status }) => status !== 'pass');
  const lost = test === null ? [] : regressions(seen).filter((name) => !matchesCase(told.heldOut, name));
  const lines = [
    ...(test === null ? ['the tests could not be run'] : []),
    ...(test?.incomplete ? [test.incomplete] : []),
    ...failing.map(({ name, status, message = '' }) => `${name}: ${status} ${message}`),
    ...lost
      .filter((name) => !failing.some((one) => one.name === name))
      .map((name) => `${name}: passed before`),
  ];
  if (lines.length === 0 && failsHeldOut(told.heldOut, test)) lines.push('held-out cases fail');
  return {
    ...{ kind: 'cases', argv: [...(told.command ?? [bench.profile.id])], exit_code: test?.exit_code ?? null },
    ...{ status: lines.length === 0 ? 'passed' : 'failed', output: tailOf(lines.join('\n')) },
    duration_ms: test?.metrics.test_duration_ms ?? 0,
  };
}

const failsHeldOut = (heldOut: readonly string[], test: TestResult | null): boolean =>
  test?.cases.some(({ name, status }) => status !== 'pass' && matchesCase(heldOut, name)) ?? false;
