import type { TestCase } from '../../../shared/results.js';
import { explain } from './explain.js';
import type { RawOutput } from './parsed-output.js';

/** Lines of ctest (CMake, Source/CTest/cmCTestRunTest.cxx, EndTest and WriteLogOutputTop). */
const START = /^\s{0,8}Start {1,7}(\d{1,7}): (.+)$/;
const RESULT = /^\s{0,8}(\d{1,7})\/(\d{1,7}) Test {1,7}#(\d{1,7}): (.+)$/;
const TOOK = /\s\d{1,9}\.\d{1,9} sec(?:\*Proc)?$/;
const CLOSING = /^\d{1,3}% tests passed, (\d{1,7}) tests? failed out of (\d{1,7})/;
/** With `-V` each line of a test has its number in front. */
const NUMBERED = /^(\d{1,7}): ?(.*)$/;
const PASSED = 'Passed';
const SKIPPED = /^(?:Skipped|Not Run \(Disabled\))/;

interface Result {
  number: string;
  /** How many tests this run of ctest has. */
  of: number;
  name: string;
  status: TestCase['status'];
  /** As ctest says it: `Failed`, `Timeout`, `Exception: SegFault`. */
  said: string;
}

export type CtestLine =
  | { kind: 'start'; number: string; name: string }
  | { kind: 'result'; result: Result }
  | { kind: 'closing'; failed: number }
  | { kind: 'other' };

/** Classifies the lines of one output. A name may hold dots: the line that begins a test tells it whole. */
export function ctestLines(lines: readonly string[]): CtestLine[] {
  const names = new Map<string, string>();
  return lines.map((line): CtestLine => {
    const start = START.exec(line);
    if (start?.[1] && start[2]) {
      names.set(start[1], start[2]);
      return { kind: 'start', number: start[1], name: start[2] };
    }
    const closing = CLOSING.exec(line)?.[1];
    if (closing !== undefined) return { kind: 'closing', failed: Number(closing) };
    const result = resultOf(line, names);
    return result ? { kind: 'result', result } : { kind: 'other' };
  });
}

function resultOf(line: string, names: ReadonlyMap<string, string>): Result | null {
  const found = RESULT.exec(line);
  const number = found?.[3];
  const rest = found?.[4];
  if (!number || !rest || !TOOK.test(rest)) return null;
  const known = names.get(number) ?? '';
  const end = known !== '' && rest.startsWith(`${known} .`) ? known.length : rest.indexOf(' ..');
  if (end <= 0) return null;
  const said = rest
    .slice(end)
    .replace(TOOK, '')
    .replace(/^[ .*]+/, '')
    .trim();
  const failed = rest.slice(end).includes('***');
  const status = said === PASSED && !failed ? 'pass' : SKIPPED.test(said) ? 'skip' : 'fail';
  return { number, of: Number(found[2]), name: rest.slice(0, end), status, said };
}

/** Lines of a test that are kept to explain it. */
const MOST_LINES = 400;

/**
 * Reads ctest's console. Each test is a case; only `Passed` is a pass, whatever else ctest may say. A failed one is explained by what
 * it printed, where `--output-on-failure` or `-V` shows that.
 */
export function readCtest(lines: readonly string[]): RawOutput {
  const classified = ctestLines(lines);
  const out: RawOutput = { reports: [], summary: null, started: unfinished(classified) };
  const printed = printedBy(lines, classified);
  let of = 0;
  let failures = 0;
  for (const line of classified) {
    if (line.kind === 'closing') failures += line.failed;
    if (line.kind !== 'result') continue;
    const { number, name, status, said } = line.result;
    of = Math.max(of, line.result.of);
    out.reports.push({ name, status, ...(status === 'pass' ? {} : why(said, printed.get(number) ?? [])) });
  }
  if (of > 0) out.summary = { tests: of, failures, ignored: 0 };
  return out;
}

function why(said: string, printed: readonly string[]): Pick<TestCase, 'message' | 'location'> {
  const { message, location } = explain(printed);
  return { message: message ? `${said}: ${message}` : said, ...(location ? { location } : {}) };
}

function unfinished(classified: readonly CtestLine[]): string[] {
  const open = new Map<string, string>();
  for (const line of classified) {
    if (line.kind === 'start') open.set(line.number, line.name);
    if (line.kind === 'result') open.delete(line.result.number);
  }
  return [...open.values()];
}

/** What each test printed, by its number: with `-V` while it ran, else below its result. */
function printedBy(lines: readonly string[], classified: readonly CtestLine[]): Map<string, string[]> {
  const out = new Map<string, string[]>();
  ownersOf(lines, classified).forEach((number, i) => {
    if (number === null || classified[i]?.kind !== 'other') return;
    const known = out.get(number) ?? [];
    if (known.length === 0) out.set(number, known);
    if (known.length < MOST_LINES) known.push(NUMBERED.exec(lines[i] ?? '')?.[2] ?? lines[i] ?? '');
  });
  return out;
}

/** The number of the test that each line belongs to; null for those of ctest itself. */
function ownersOf(lines: readonly string[], classified: readonly CtestLine[]): (string | null)[] {
  const numbers = new Set(classified.flatMap((l) => (l.kind === 'start' ? [l.number] : [])));
  let below: string | null = null;
  return classified.map((line, i) => {
    if (line.kind === 'start') below = null;
    if (line.kind === 'start') return line.number;
    if (line.kind === 'closing') below = null;
    if (line.kind === 'result') below = line.result.number;
    const numbered = NUMBERED.exec(lines[i] ?? '')?.[1];
    return numbered && numbers.has(numbered) ? numbered : below;
  });
}

/** Marks the lines of held-out tests: where they begin and end, what they printed, and the list of failed ones. */
export function markCtest(lines: readonly string[], isHeld: (name: string) => boolean): boolean[] {
  const classified = ctestLines(lines);
  const held = new Set<string>();
  for (const line of classified) {
    if (line.kind === 'start' && isHeld(line.name)) held.add(line.number);
    if (line.kind === 'result' && isHeld(line.result.name)) held.add(line.result.number);
  }
  const listed = /^\s+(\d{1,7}) - /;
  return ownersOf(lines, classified).map(
    (number, i) => held.has(number ?? '') || held.has(listed.exec(lines[i] ?? '')?.[1] ?? ''),
  );
}
