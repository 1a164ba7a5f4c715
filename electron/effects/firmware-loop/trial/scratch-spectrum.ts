import { rm } from 'node:fs/promises';
import { matchesCase } from '../../../../shared/case-pattern.js';
import { fail, ok, type Result } from '../../../../shared/problem.js';
import type { QemuProfile } from '../../../../shared/profile.js';
import type { TestCase } from '../../../../shared/results.js';
import type { Executed, Spectrum } from '../../../agents/provider.js';
import { type ExecutedAddresses, traceExecution } from '../../../bench/qemu/coverage.js';
import { notAtAll } from '../../../bench/results/select.js';
import { openSymbols } from '../../../bench/results/symbols.js';
import type { FirmwareContext } from '../../../machine/firmware-loop/context.js';
import { buildAccess } from '../../../tools/build/build-tree.js';
import { withoutHeldOut as withoutHeldOutCases } from '../../../tools/results/held-out.js';
import { selectOf } from '../../../tools/results/parser.js';
import { type Subject, subjectOf } from '../../../tools/target/subject.js';
import type { FirmwareBench } from '../bench.js';
import { buildCommand } from '../build/build.js';
import { parserOf } from '../results/test-parser.js';
import { measuredOnce } from './kept-spectrum.js';
import { coverHost } from './scratch-coverage.js';
import { trialFolder } from './trial-folder.js';

/** One measurement for each image: the analysis and the search both ask for it. */
const known = new WeakMap<FirmwareBench, { image: string; spectrum: Promise<Result<Spectrum>> }>();

/**
 * Lines that the last built image executes, without those that only held-out cases reach. Errors: ANALYSIS_FAILURE, saying
 * why that is not known.
 */
export function spectrumOf(
  ctx: FirmwareContext,
  bench: FirmwareBench,
  operation: string,
  signal: AbortSignal,
): Promise<Result<Spectrum>> {
  const { profile, paths } = bench;
  const build = ctx.last_build_result;
  if (!build?.success || (profile.kind !== 'qemu' && profile.kind !== 'host'))
    return Promise.resolve(notTold('the target cannot tell'));
  const commit = ctx.repo_snapshot?.current_commit ?? bench.loaded.baseCommit;
  const subject = subjectOf(bench, build, paths.clone, commit);
  const last = known.get(bench);
  if (last?.image === subject.image) return last.spectrum;
  const measure = (): Promise<Result<Spectrum>> =>
    profile.kind === 'host'
      ? cover(ctx, bench, commit, operation, signal)
      : trace(ctx, bench, profile, subject, operation, signal);
  const spectrum = measuredOnce(paths.trials, subject.image, measure);
  known.set(bench, { image: subject.image, spectrum });
  return spectrum;
}

const notTold = (why: string) =>
  fail({ code: 'ANALYSIS_FAILURE' as const, message: `which lines run is not known: ${why}` });

/** Of the time for a search, at most this share for the instrumented build and this one for its runs. */
const BUILD_SHARE = 0.3;
const RUNS_SHARE = 0.15;
/** An instrumented run may take so many times as long as the last one did. */
const PATIENCE = 4;
const LEAST_PATIENCE_MS = 1500;

async function cover(
  ctx: FirmwareContext,
  bench: FirmwareBench,
  commit: string,
  operation: string,
  signal: AbortSignal,
): Promise<Result<Spectrum>> {
  const { task, subdir } = bench.loaded;
  const searchMs = bench.policy.searchSec * 1000;
  const result = ctx.last_test_result ?? ctx.baseline?.result ?? null;
  const cases = withoutHeldOutCases(result, ctx.task.heldOut)?.cases ?? [];
  const patience = Math.max(LEAST_PATIENCE_MS, PATIENCE * (result?.metrics.test_duration_ms ?? 0));
  const dir = await trialFolder(bench);
  const build = {
    command: buildCommand(ctx, bench),
    ...buildAccess(bench),
    okExitCodes: task.build.okExitCodes,
    timeoutMs: Math.min(task.build.timeoutSec * 1000, BUILD_SHARE * searchMs),
  };
  const parser = parserOf(ctx, bench);
  const select = parser && selectOf(task, parser);
  const test = {
    command: task.test.command ?? [],
    timeoutMs: Math.min(task.test.timeoutSec * 1000, patience),
    cases: select && cases.some(isFailing) ? cases : null,
    select: select ?? notAtAll,
    budgetMs: RUNS_SHARE * searchMs,
  };
  const { paths, exec } = bench;
  const into = `${paths.scratch}-counting`;
  const { maxWrittenBytes } = task.build;
  const where = { cloneDir: paths.clone, commit, into, dir, subdir, maxWrittenBytes };
  try {
    return await coverHost({ ...where, build, test, exec, operation, signal });
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

/** A session that died in a case that it did not name is run whole. */
const isFailing = ({ status }: TestCase): boolean => status !== 'pass' && status !== 'skip';

async function trace(
  ctx: FirmwareContext,
  bench: FirmwareBench,
  profile: QemuProfile,
  subject: Subject,
  operation: string,
  signal: AbortSignal,
): Promise<Result<Spectrum>> {
  if (subject.imagePath === null) return notTold('there is no image');
  const results = [ctx.last_test_result, ctx.baseline?.result];
  const cases = [...new Set(results.flatMap((result) => result?.cases.map((c) => c.name) ?? []))];
  const dir = await trialFolder(bench);
  try {
    const request = { operation, image: subject.imagePath, dir, cases };
    const ran = await traceExecution(profile, request, bench.exec, signal);
    if (!ran) return notTold('the simulator left no trace');
    const open = withoutHeldOut(ran, ctx.task.heldOut);
    return ok(await inLines(open, bench, subject.imagePath, operation));
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

/** The agent must not learn from held-out cases: what they alone execute counts as not executed. */
function withoutHeldOut(ran: ExecutedAddresses, heldOut: readonly string[]): ExecutedAddresses {
  const hidden = (name: string): boolean => matchesCase(heldOut, name);
  const byCase = new Map([...ran.byCase].filter(([name]) => !hidden(name)));
  const open = new Set([...byCase.values()].flatMap((addresses) => [...addresses]));
  const secret = new Set(
    [...ran.byCase].flatMap(([name, addresses]) => (hidden(name) ? [...addresses] : [])),
  );
  return { whole: new Set([...ran.whole].filter((at) => open.has(at) || !secret.has(at))), byCase };
}

async function inLines(
  ran: ExecutedAddresses,
  bench: FirmwareBench,
  elf: string,
  operation: string,
): Promise<Spectrum> {
  const { exec, profile, paths } = bench;
  const where = { elf, prefix: profile.toolchainPrefix, workTree: paths.clone };
  const addresses = [...ran.whole];
  const places = await openSymbols({ ...where, exec, operation }).lookup(addresses);
  const at = new Map(addresses.map((address, i) => [address, places[i] ?? null]));
  const lines = (executed: ReadonlySet<number>): Executed => {
    const files = new Map<string, Set<number>>();
    for (const address of executed) {
      const place = at.get(address);
      if (place) files.set(place.file, (files.get(place.file) ?? new Set()).add(place.line));
    }
    return files;
  };
  const byCase = new Map([...ran.byCase].map(([name, executed]) => [name, lines(executed)]));
  return {
    by: 'simulator',
    whole: lines(ran.whole),
    byCase: byCase.size > 0 ? byCase : null,
    stop: null,
    starts: [],
  };
}
