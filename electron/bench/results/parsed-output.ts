import type { Location, TestCase } from '../../../shared/results.js';

/** What a target's console says about its tests, before it is held against what was expected. */
export interface ParsedOutput {
  /** Each reported name once, in order of its first report. */
  cases: TestCase[];
  /** Names reported more or less often than expected. */
  doubled: string[];
  /** The target's own totals. For information only: firmware can print anything. */
  summary: { tests: number; failures: number; ignored: number } | null;
  /** Cases begun but not finished, where the format tells. */
  started: string[];
  /** Why what was left cannot be read to its end: a result file that is missing, old or no XML. */
  unread?: string;
  /** What failed outside of any case: a suite's set-up, the environment. No case tells of it. */
  failedOutside?: string;
  /** Why the target gave up ("Bail out!" of TAP); '' where it gave no reason. */
  bailedOut?: string;
}

/** What a format's reader returns: every report as it came, doubled names included. */
export interface RawOutput extends Omit<ParsedOutput, 'cases' | 'doubled'> {
  reports: TestCase[];
}

/** Only lines from 1 make a place. */
export function locationOf(file: string, line: string | number): Location | undefined {
  const number = Number(line);
  return file !== '' && Number.isSafeInteger(number) && number > 0 ? { file, line: number } : undefined;
}

/** How often each name is expected; null where an output is taken as it comes. */
export type Expected = ((name: string) => number) | null;

const ONCE: Expected = () => 1;

/**
 * Every name once (design §3). A case passes if it is reported as often as expected, and every report passes: what is reported more
 * often was run twice (a reset in between), or something prints results that are not the tests'. It is a skip only where each
 * report is one.
 */
export function foldReports(raw: RawOutput, expected: Expected = ONCE): ParsedOutput {
  const byName = new Map<string, TestCase[]>();
  for (const report of raw.reports) {
    const same = byName.get(report.name);
    if (same) same.push(report);
    else byName.set(report.name, [report]);
  }
  const doubled: string[] = [];
  const cases: TestCase[] = [];
  for (const [name, reports] of byName) {
    const first = reports[0];
    const isExpected = expected === null || expected(name) === reports.length;
    if (!isExpected) doubled.push(name);
    if (first)
      cases.push(reports.length === 1 && isExpected ? first : folded(name, reports, first, isExpected));
  }
  const { reports: _, ...rest } = raw;
  return { ...rest, cases, doubled };
}

function folded(name: string, reports: readonly TestCase[], first: TestCase, isExpected: boolean): TestCase {
  const shown = reports.find((report) => report.status === 'fail') ?? first;
  const told = shown.message ? `; ${shown.message}` : '';
  const all = (status: TestCase['status']) => reports.every((report) => report.status === status);
  const often = reports.length > 1 ? { reports: reports.length } : {};
  if (isExpected && all('pass')) return { ...shown, ...often };
  return {
    ...shown,
    name,
    ...often,
    status: all('skip') ? 'skip' : 'fail',
    message: `reported ${reports.length} times (${reports.slice(0, 4).map((r) => r.status)})${told}`,
  };
}

/** How many reports there were. */
export const reportsOf = (cases: readonly TestCase[]): number =>
  cases.reduce((sum, one) => sum + (one.reports ?? 1), 0);
