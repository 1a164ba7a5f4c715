import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fail, ok, type Result } from '../../../shared/problem.js';
import type { Location, TestResult } from '../../../shared/results.js';
import { text } from '../../../shared/texts/words.js';
import type { SessionEnd } from '../../bench/environment.js';
import { faultOf } from '../../bench/host/death.js';
import { decodeFault } from '../../bench/results/fault.js';
import { imageSize } from '../../bench/results/image-size.js';
import type { ResultFile } from '../../bench/results/junit.js';
import { type CaseParser, parseCases } from '../../bench/results/parse.js';
import { type Expected, type ParsedOutput, reportsOf } from '../../bench/results/parsed-output.js';
import { resolveCases } from '../../bench/results/resolve.js';
import { openSymbols, type SymbolLookup } from '../../bench/results/symbols.js';
import { storeBytes } from '../../workspace/build/artifacts.js';
import { isBelow } from '../../workspace/inside.js';
import type { Subject } from '../target/subject.js';
import type { TestWork } from '../target/test-work.js';
import { whyNoNonce } from './nonce.js';
import type { KeptFile } from './result-files.js';

export interface Collected {
  result: TestResult;
  console: string;
  parsed: ParsedOutput;
}

export interface CollectOptions {
  /** For the programs that look symbols up. */
  operation: string;
  /** How the results are read. */
  parser: CaseParser;
  /** How often each case is to be reported. */
  expected: Expected;
  /** The run without any patch; null before it, and where only some cases run. */
  baseline: TestResult | null;
}

/**
 * Turns a finished session into a test result: cases, fault, where it hung, metrics, with the console kept as
 * an artifact. Error: ARTIFACT_MISSING where the console file is gone.
 */
export async function collectResult(
  work: TestWork,
  subject: Subject,
  end: SessionEnd,
  { operation, baseline, parser, expected }: CollectOptions,
): Promise<Result<Collected>> {
  const bytes = await readFile(end.consoleFile).catch((error: Error) => error);
  if (bytes instanceof Error) {
    return fail({
      code: 'ARTIFACT_MISSING',
      message: text`the console log is gone: ${bytes.message}`,
      where: end.consoleFile,
    });
  }
  const console = bytes.toString('utf8');
  const files = await Promise.all((end.resultFiles ?? []).map(readKept));
  const beside = { end, files, expected };
  const parsed = parseCases(console, parser, beside);
  const answered = { console, parser, beside, nonce: end.nonce };
  const symbols = symbolsOf(work, subject, operation);
  const told = symbols ? await decodeFault(`${console}\n${end.stderr}`, symbols) : null;
  const fault = told ?? (work.profile.kind === 'host' ? faultOf(end.signal ?? '') : null);
  const result: TestResult = {
    image: subject.image,
    ended_by: end.ended_by,
    exit_code: end.exit_code,
    cases: casesOf(work, parsed, baseline),
    doubled: parsed.doubled,
    announced: parsed.summary?.tests ?? null,
    incomplete:
      whyIncomplete(parsed, end, told !== null) ??
      whyNoNonce(work.loaded.task, answered) ??
      whatIsGone(parsed, baseline),
    ...(fault ? { fault } : {}),
    ...(await stuckAt(symbols, end)),
    metrics: {
      test_duration_ms: Math.round(end.duration_ms),
      ...(subject.imagePath === null ? {} : imageSize(subject.imagePath)),
    },
    artifacts: [
      storeBytes('console', bytes, '.log', work.paths.artifacts),
      ...files.flatMap(({ text }) =>
        text === null ? [] : [storeBytes('results', Buffer.from(text), '.xml', work.paths.artifacts)],
      ),
    ],
  };
  return ok({ result: inTopFolder(work, subject.tree, result), console, parsed });
}

/** The copy of a result file that the session kept. */
async function readKept({ path: name, kept, problem }: KeptFile): Promise<ResultFile> {
  if (kept === null) return { path: name, text: null, problem };
  const text = await readFile(kept, 'utf8').catch((error: Error) => error);
  return text instanceof Error
    ? { path: name, text: null, problem: `is gone: ${text.message}` }
    : { path: name, text, problem: null };
}

/**
 * Why the session does not count as a whole test run. Cases that pass before a crash or a hang prove nothing about
 * those that never came, and a pattern like `*` cannot name them.
 */
function whyIncomplete(parsed: ParsedOutput, end: SessionEnd, faulted: boolean): string | null {
  const reported = reportsOf(parsed.cases);
  const failed = parsed.cases.some((c) => c.status === 'fail');
  if (end.askedForCommand)
    return 'the firmware asked this computer to run a command (semihosting SYS_SYSTEM); none was run';
  if (faulted) return 'the target faulted';
  if (end.ended_by === 'crash') return `the target crashed${end.signal ? ` (${end.signal})` : ''}`;
  if (end.ended_by === 'boot-loop') return 'the target boots again and again';
  if (end.ended_by === 'timeout') return 'the test did not end in time';
  if (end.ended_by === 'output-limit') return 'the target printed without end';
  if (parsed.bailedOut !== undefined) return `the target bailed out ${parsed.bailedOut}`;
  if (parsed.unread !== undefined) return parsed.unread;
  if (parsed.failedOutside !== undefined)
    return `something failed outside of every case: ${parsed.failedOutside}`;
  const announced = parsed.summary?.tests ?? reported;
  if (announced !== reported) return `${announced} cases were announced, ${reported} reported`;
  const failures = parsed.cases.filter((c) => c.status === 'fail').length;
  if (parsed.summary && parsed.summary.failures > failures) {
    return `${parsed.summary.failures} failed in the summary, ${failures} in the cases`;
  }
  if (!parsed.summary && end.ended_by === 'silence') return 'the target fell silent before its summary';
  if (!failed && reported > 0 && (end.exit_code ?? 0) !== 0 && end.ended_by === 'exit') {
    return `every case passes, but the exit code is ${end.exit_code}`;
  }
  return null;
}

/** A patch may have cut off the output at the very line that told of a case that never came. */
const whatIsGone = ({ summary }: ParsedOutput, baseline: TestResult | null): string | null =>
  summary === null && typeof baseline?.announced === 'number'
    ? `a plan or summary of ${baseline.announced} cases was printed without the patch, and none now`
    : null;

const casesOf = (work: TestWork, parsed: ParsedOutput, baseline: TestResult | null) =>
  resolveCases({
    parsed,
    wanted: work.loaded.task.test.cases,
    heldOut: work.loaded.task.test.heldOut,
    known: (baseline?.cases ?? []).map(({ name }) => name),
  });

function symbolsOf(work: TestWork, subject: Subject, operation: string): SymbolLookup | null {
  if (subject.imagePath === null) return null;
  const { exec, profile } = work;
  const where = { elf: subject.imagePath, prefix: profile.toolchainPrefix, workTree: subject.tree };
  return openSymbols({ ...where, exec, operation });
}

/** Where most of the sampled program counters lie. */
async function stuckAt(symbols: SymbolLookup | null, end: SessionEnd): Promise<{ stuck_at?: Location }> {
  if (!symbols || end.stuckPcs.length === 0) return {};
  const found = (await symbols.lookup(end.stuckPcs.map(Number))).filter((l) => l !== null);
  const votes = new Map<string, { location: Location; count: number }>();
  for (const location of found) {
    const key = `${location.file}:${location.line}`;
    votes.set(key, { location, count: (votes.get(key)?.count ?? 0) + 1 });
  }
  const first = [...votes.values()].sort((a, b) => b.count - a.count)[0];
  return first ? { stuck_at: first.location } : {};
}

const slashed = (file: string): string => file.split(path.sep).join('/');

/** Programs print places absolute, or relative to the folder they were built in; ours are relative to the top. */
function inTopFolder(work: TestWork, tree: string, result: TestResult): TestResult {
  const { subdir } = work.loaded;
  const fileOf = (file: string): string => {
    if (path.isAbsolute(file)) return isBelow(tree, file) ? slashed(path.relative(tree, file)) : file;
    const isMoved = subdir !== '' && !file.startsWith(`${subdir}/`);
    return isMoved ? path.posix.normalize(`${subdir}/${file}`) : file;
  };
  const move = (l: Location | undefined): Location | undefined => l && { ...l, file: fileOf(l.file) };
  return {
    ...result,
    cases: result.cases.map((c) => (c.location ? { ...c, location: move(c.location) } : c)),
  };
}
