import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fail, ok, type Result } from '../../../../shared/problem.js';
import type { Exec, ExecResult } from '../../../../shared/process.js';
import type { Stop, TestCase } from '../../../../shared/results.js';
import { inEnglish } from '../../../../shared/texts/words.js';
import type { Executed, Spectrum } from '../../../agents/provider.js';
import { COVERAGE_FLAGS, countsInto, executedLines } from '../../../bench/host/coverage.js';
import { stopOf, tellsOfDeath } from '../../../bench/host/death.js';
import { type Start, takeStarts, tellsOfStart } from '../../../bench/host/started.js';
import type { Select } from '../../../bench/results/select.js';
import { type CompilerWrappers, wrapCompilers } from '../../../workspace/build/compiler-wrappers.js';
import { createScratch, removeScratch } from '../../../workspace/scratch.js';

export interface CoverageRequest {
  cloneDir: string;
  commit: string;
  /** Absolute; an instrumented copy of the tree is made here, and removed. */
  into: string;
  /** Absolute; exists, for this measurement alone: compilers, counts. */
  dir: string;
  /** Below the tree: where commands run. */
  subdir: string;
  build: {
    command: readonly string[];
    env: Readonly<Record<string, string>>;
    timeoutMs: number;
    /** With these the command has done its work. */
    okExitCodes: readonly number[];
    /** Folders that it may read beside the system's, absolute. */
    readable: readonly string[];
  };
  /** Most that one of these programs may write. */
  maxWrittenBytes?: number;
  test: {
    command: readonly string[];
    /** Time limit of one run, ms. */
    timeoutMs: number;
    /** To be run one by one, as long as `budgetMs` lasts; null where they cannot be chosen, and everything is run at once. */
    cases: readonly TestCase[] | null;
    /** Arguments that run one of them. */
    select: Select;
    budgetMs: number;
  };
  exec: Exec;
  operation: string;
  signal: AbortSignal;
}

/** A spectrum, and what it could have held. */
export interface CodeSpectrum extends Spectrum {
  /** Lines that have code, whether they ran or not; null where nothing tells that. */
  code: Executed | null;
}

type Instrumented = CoverageRequest & { wrappers: CompilerWrappers };

/** So many failing and so many passing cases tell what the others do. */
const MOST_CASES = 24;

const unknown = (message: string) =>
  fail({ code: 'ANALYSIS_FAILURE' as const, message: `which lines run is not known: ${message}` });

/**
 * Lines that the test program executes on this computer: a throwaway copy is built as the task says, by compilers that count,
 * and run, case by case where cases can be chosen. Errors: ANALYSIS_FAILURE where that build or gcov fails, or the program
 * is killed before it has written its counts.
 */
export async function coverHost(o: CoverageRequest): Promise<Result<CodeSpectrum>> {
  const wrappers = await wrapCompilers(
    path.join(o.dir, 'compilers'),
    await countingFlags(o.dir, o.test.timeoutMs),
  );
  if (!wrappers) return unknown('there are no compilers here that Benchloop could make count');
  try {
    const copy = { cloneDir: o.cloneDir, commit: o.commit, into: o.into, unbuilt: true };
    const made = await createScratch(copy);
    if (!made.ok) return unknown(inEnglish(made.error.message));
    return (await built({ ...o, wrappers })) ? await spectrum({ ...o, wrappers }) : unknown(NOT_BUILT);
  } finally {
    await removeScratch(o.into);
  }
}

const deathFile = (dir: string): string => path.join(dir, 'death');
const startsDir = (dir: string): string => path.join(dir, 'starts');

/** Flags are words without blanks: where the folder has one, a program that dies leaves no counts, and none tells how it was started. */
async function countingFlags(dir: string, limitMs: number): Promise<string[]> {
  const watched = path.join(dir, 'watched.h');
  await mkdir(startsDir(dir));
  await writeFile(watched, tellsOfDeath(limitMs, deathFile(dir)) + tellsOfStart(startsDir(dir)));
  return /\s/.test(watched) ? [...COVERAGE_FLAGS] : [...COVERAGE_FLAGS, '-include', watched];
}

const NOT_BUILT = 'the project does not build with compilers that count';
const NO_COUNTS = 'the test program leaves no counts, or gcov cannot read them';

function run(
  o: Instrumented,
  argv: readonly string[],
  env: Readonly<Record<string, string>>,
  timeoutMs: number,
): Promise<ExecResult> {
  return o.exec({
    argv: o.wrappers.launch(argv),
    cwd: path.join(o.into, o.subdir),
    env: { ...env, ...o.wrappers.env },
    timeoutMs,
    maxWrittenBytes: o.maxWrittenBytes,
    operation: o.operation,
    signal: o.signal,
    confine: {
      writable: [o.into, o.dir, o.wrappers.writable],
      readable: [o.wrappers.readable, ...o.build.readable],
    },
    mergeOutput: true,
  });
}

/** What the build runs itself counts elsewhere. */
async function built(o: Instrumented): Promise<boolean> {
  const env = { ...o.build.env, ...countsInto(path.join(o.dir, 'of-the-build')), LC_ALL: 'C' };
  const done = await run(o, o.build.command, env, o.build.timeoutMs);
  return done.ended === 'exit' && done.exitCode !== null && o.build.okExitCodes.includes(done.exitCode);
}

async function spectrum(o: Instrumented): Promise<Result<CodeSpectrum>> {
  if (o.test.cases === null) {
    const { lines, code, stop, starts } = await ranBy(o, []);
    if (lines === null && stop === null) return unknown(NO_COUNTS);
    return ok({ by: 'program', whole: lines ?? new Map(), byCase: null, code, stop, starts });
  }
  const until = Date.now() + o.test.budgetMs;
  const byCase = new Map<string, Executed>();
  const codes: Executed[] = [];
  const starts: Start[] = [];
  let first: Stop | null = null;
  for (const name of inTurn(o.test.cases)) {
    if (o.signal.aborted || Date.now() > until) break;
    if (o.test.select([name]) === null) continue;
    const ran = await ranBy(o, [name]);
    if (ran.lines) byCase.set(name, ran.lines);
    if (ran.code) codes.push(ran.code);
    starts.push(...ran.starts);
    first ??= ran.stop;
  }
  if (byCase.size === 0) return unknown(NO_COUNTS);
  const whole = joined([...byCase.values()]);
  return ok({ by: 'program', whole, byCase, code: joined(codes), stop: first, starts });
}

/** Failing and passing ones alternate, so that both are known whenever time ends. */
function inTurn(cases: readonly TestCase[]): string[] {
  const passing = cases.filter(({ status }) => status === 'pass').slice(0, MOST_CASES);
  const failing = cases.filter(({ status }) => status !== 'pass' && status !== 'skip').slice(0, MOST_CASES);
  const turns = Array.from({ length: Math.max(passing.length, failing.length) }, (_, i) => i);
  return turns.flatMap((i) => [failing[i], passing[i]].flatMap((each) => (each ? [each.name] : [])));
}

/** What one run executes and what it could, null where it left no counts; what stopped it, null where nothing did; and the programs that it started. */
async function ranBy(
  o: Instrumented,
  names: readonly string[],
): Promise<{ lines: Executed | null; code: Executed | null; stop: Stop | null; starts: Start[] }> {
  const counts = path.join(o.dir, 'counts');
  const death = deathFile(o.dir);
  for (const old of [counts, death, startsDir(o.dir)]) await rm(old, { recursive: true, force: true });
  for (const folder of [counts, startsDir(o.dir)]) await mkdir(folder);
  await run(
    o,
    [...o.test.command, ...(names.length === 0 ? [] : (o.test.select(names) ?? []))],
    countsInto(counts),
    o.test.timeoutMs,
  );
  const { into: tree, operation } = o;
  const counted = await executedLines({ counts, tree, operation }, o.exec, o.signal);
  const cwd = path.join(o.into, o.subdir);
  const stop = await stopOf({ file: death, tree, cwd, operation }, o.exec);
  const ours = path.resolve(cwd, o.test.command[0] ?? '');
  const starts = (await takeStarts(startsDir(o.dir), tree)).filter(
    ({ program }) => path.join(tree, program) !== ours,
  );
  const lines = counted && joined([counted.ran, standingAt(stop)]);
  return { lines, code: counted?.code ?? null, stop, starts };
}

/** Where a program stood, it has been, though a line that is not left is not counted. */
const standingAt = (stop: Stop | null): Executed =>
  new Map(
    [stop?.fault?.caller, stop?.fault?.location, stop?.stuck_at].flatMap((at) =>
      at ? [[at.file, new Set([at.line])]] : [],
    ),
  );

function joined(runs: readonly Executed[]): Executed {
  const out = new Map<string, Set<number>>();
  for (const run of runs)
    for (const [file, lines] of run) out.set(file, new Set([...(out.get(file) ?? []), ...lines]));
  return out;
}
