import { rm } from 'node:fs/promises';
import path from 'node:path';
import { matchesCase } from '../../../../shared/case-pattern.js';
import { fail, ok, type Result } from '../../../../shared/problem.js';
import type { QemuProfile } from '../../../../shared/profile.js';
import { cameToItsEnd, type TestCase } from '../../../../shared/results.js';
import type { Executed } from '../../../agents/provider.js';
import { type ExecutedAddresses, traceExecution } from '../../../bench/qemu/coverage.js';
import { lineTable } from '../../../bench/results/line-table.js';
import { notAtAll } from '../../../bench/results/select.js';
import { openSymbols } from '../../../bench/results/symbols.js';
import type { FirmwareContext } from '../../../machine/firmware-loop/context.js';
import { buildAccess } from '../../../tools/build/build-tree.js';
import { withoutHeldOut as withoutHeldOutCases } from '../../../tools/results/held-out.js';
import { selectOf } from '../../../tools/results/parser.js';
import { type Subject, subjectOf } from '../../../tools/target/subject.js';
import { listReadable } from '../../../workspace/files.js';
import type { FirmwareBench } from '../bench.js';
import { buildCommand } from '../build/build.js';
import { parserOf } from '../results/test-parser.js';
import { type Measured, measuredOnce } from './kept-spectrum.js';
import { type CodeSpectrum, coverHost } from './scratch-coverage.js';
import { trialFolder } from './trial-folder.js';

/** One measurement for each image: the analysis and the search both ask for it. */
const known = new WeakMap<FirmwareBench, { image: string; spectrum: Promise<Result<Measured>> }>();

/**
 * Lines that the last built image executes, without those that only held-out cases reach. Errors: ANALYSIS_FAILURE, saying
 * why that is not known.
 */
export function spectrumOf(
  ctx: FirmwareContext,
  bench: FirmwareBench,
  operation: string,
  signal: AbortSignal,
): Promise<Result<Measured>> {
  const { profile, paths } = bench;
  const build = ctx.last_build_result;
  if (!build?.success || (profile.kind !== 'qemu' && profile.kind !== 'host'))
    return Promise.resolve(notTold('the target cannot tell'));
  const commit = ctx.repo_snapshot?.current_commit ?? bench.loaded.baseCommit;
  const subject = subjectOf(bench, build, paths.clone, commit);
  const last = known.get(bench);
  if (last?.image === subject.image) return last.spectrum;
  const measure = (): Promise<Result<Measured>> =>
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
/** A traced session is about ten times slower than the last one was, and a short limit of the test is no reason to learn nothing. */
const LEAST_TRACE_MS = 2500;

async function cover(
  ctx: FirmwareContext,
  bench: FirmwareBench,
  commit: string,
  operation: string,
  signal: AbortSignal,
): Promise<Result<Measured>> {
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
    const told = await coverHost({ ...where, build, test, exec, operation, signal });
    const isMixed = test.cases === null && ctx.task.heldOut.length > 0;
    return told.ok ? ok({ ...told.value, isCut: false, isMixed }) : told;
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
): Promise<Result<Measured>> {
  if (subject.imagePath === null) return notTold('there is no image');
  const results = [ctx.last_test_result, ctx.baseline?.result];
  const cases = [...new Set(results.flatMap((result) => result?.cases.map((c) => c.name) ?? []))];
  const dir = await trialFolder(bench);
  try {
    const share = RUNS_SHARE * bench.policy.searchSec * 1000;
    const timeoutMs = Math.max(LEAST_TRACE_MS, Math.min(bench.loaded.task.test.timeoutSec * 1000, share));
    const request = { operation, image: subject.imagePath, dir, cases, timeoutMs };
    const ran = await traceExecution(profile, request, bench.exec, signal);
    if (!ran) return notTold('the simulator left no trace');
    const open = withoutHeldOut(ran, ctx.task.heldOut);
    const isMixed = !isToldApart(ctx, ran);
    const of = { elf: subject.imagePath, operation, signal };
    return ok({ ...(await inLines(open, bench, of)), isCut: ran.isCut, isMixed });
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

/**
 * Whether each held-out case that may have run has addresses of its own: those of one whose function is not recognised count for the
 * case before it, and in a session that broke off it may be one that nobody has named.
 */
function isToldApart(ctx: FirmwareContext, ran: ExecutedAddresses): boolean {
  const { heldOut } = ctx.task;
  if (heldOut.length === 0) return true;
  const result = ctx.last_test_result ?? ctx.baseline?.result;
  if (!result || !cameToItsEnd(result)) return false;
  const secret = result.cases.filter(({ name }) => matchesCase(heldOut, name));
  return ran.byCase.size > 0 && secret.every(({ name }) => ran.byCase.has(name));
}

async function inLines(
  ran: ExecutedAddresses,
  bench: FirmwareBench,
  { elf, operation, signal }: { elf: string; operation: string; signal: AbortSignal },
): Promise<CodeSpectrum> {
  const { exec, profile, paths } = bench;
  const where = { elf, prefix: profile.toolchainPrefix, workTree: paths.clone };
  const addresses = [...ran.whole];
  const [places, table] = await Promise.all([
    openSymbols({ ...where, exec, operation }).lookup(addresses),
    lineTable({ ...where, exec, operation, signal }),
  ]);
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
    code: table && (await ofTracked(table, paths.clone)),
    stop: null,
    starts: [],
  };
}

/** A line table names files without their folders: where two have the same name, neither counts. */
async function ofTracked(table: ReadonlyMap<string, ReadonlySet<number>>, clone: string): Promise<Executed> {
  const [lines, twice] = [new Map<string, ReadonlySet<number>>(), new Set<string>()];
  const files = new Map<string, string>();
  for (const file of await listReadable(clone)) {
    const name = path.posix.basename(file);
    if (files.has(name)) twice.add(name);
    files.set(name, file);
  }
  for (const [name, of] of table) {
    const file = files.get(name);
    if (file !== undefined && !twice.has(name)) lines.set(file, of);
  }
  return lines;
}
