import type { TestCase } from '../../../shared/results.js';
import { explain } from './explain.js';
import type { RawOutput } from './parsed-output.js';

/** What sets one test framework with a console of brackets apart from another. */
export interface BracketDialect {
  /** The line above the first case, with the number of cases that will run. */
  running: RegExp;
  /** The line at the end with the number of those that failed. */
  failed: RegExp;
}

/**
 * GoogleTest (googletest/src/gtest.cc, PrettyUnitTestResultPrinter), with utest.h, which prints the same; the name of a
 * parametrised case has its value behind a comma.
 */
export const GTEST: BracketDialect = {
  running: /^\[={10}\] (?:.*: )?Running (\d{1,9}) tests? (?:from|cases)/,
  failed: /^\[ {2}FAILED {2}\] (\d{1,9}) tests?, listed below/,
};

/** cmocka's standard output (src/cmocka.c, cm_print_standard); the name of the group stands before the number. */
export const CMOCKA: BracketDialect = {
  running: /^\[={10}\] (?:.*: )?Running (\d{1,9}) test\(s\)/,
  failed: /^\[ {2}FAILED {2}\] (?:.*: )?(\d{1,9}) test\(s\), listed below/,
};

export const RUN = /^\[ RUN {6}\] ([^\s,]+)/;
/** What a case printed itself may stand before its end, which names it again. */
const END = /\[ {1,7}(OK|FAILED|SKIPPED) {1,3}\] ([^\s,]+)/;
const STATUS: Readonly<Record<string, TestCase['status']>> = { OK: 'pass', FAILED: 'fail', SKIPPED: 'skip' };

/** Lines of a case that are kept to explain it. */
const MOST_LINES = 200;

interface Open {
  name: string;
  lines: string[];
}

/** The end of the case `name` that a line tells, null where it tells none. */
export function bracketEnd(line: string, name: string): TestCase['status'] | null {
  const found = END.exec(line);
  return found?.[2] === name ? (STATUS[found[1] ?? ''] ?? null) : null;
}

/** A case counts where it ends after it began: what lists the failed ones at the end counts none again. */
export function readBrackets(lines: readonly string[], dialect: BracketDialect): RawOutput {
  const out: RawOutput = { reports: [], summary: null, started: [] };
  let open: Open | null = null;
  for (const line of lines) {
    const begun = RUN.exec(line)?.[1];
    if (begun && open) out.started.push(open.name);
    if (begun) open = { name: begun, lines: [] };
    const status: TestCase['status'] | null = open && !begun ? bracketEnd(line, open.name) : null;
    if (open && status) {
      out.reports.push({ name: open.name, status, ...(status === 'pass' ? {} : explain(open.lines)) });
      open = null;
    } else if (!begun && open && open.lines.length < MOST_LINES) open.lines.push(line);
    addTotals(out, line, dialect);
    const outside = open ? null : failureOutside(line);
    if (outside !== null) out.failedOutside ??= outside;
  }
  if (open) out.started.push(open.name);
  return out;
}

/**
 * GoogleTest reports a failed assertion of an environment or a suite's set-up where it happens, outside of each case, lists the suite at
 * the end and counts it apart; cmocka names the group's set-up. Their cases may all pass.
 */
const OUTSIDE: readonly RegExp[] = [
  /^(.+?[:(]\d+)\)?: (?:Failure|error)\b/,
  /^\[ {2}FAILED {2}\] (.+: (?:SetUp|TearDown)Test(?:Suite|Case).*)$/,
  /^\[ {2}(?:FAILED|ERROR ) {2}\] ((?:.*: )?GROUP (?:SETUP|TEARDOWN).*)$/i,
  /^\s*([1-9]\d* FAILED TEST (?:SUITE|CASE)S?)$/,
];

const failureOutside = (line: string): string | null =>
  OUTSIDE.map((pattern) => pattern.exec(line)?.[1]).find((found) => found !== undefined) ?? null;

/** Several programs in one output print totals each. */
function addTotals(out: RawOutput, line: string, { running, failed }: BracketDialect): void {
  const tests = running.exec(line)?.[1];
  const failures = failed.exec(line)?.[1];
  if (tests === undefined && failures === undefined) return;
  const before = out.summary ?? { tests: 0, failures: 0, ignored: 0 };
  out.summary = {
    tests: before.tests + Number(tests ?? 0),
    failures: before.failures + Number(failures ?? 0),
    ignored: 0,
  };
}

/** Marks the lines of held-out cases: from their beginning to their end. */
export function markBrackets(lines: readonly string[], isHeld: (name: string) => boolean): boolean[] {
  let open: string | null = null;
  let held = false;
  return lines.map((line) => {
    const begun = RUN.exec(line)?.[1];
    if (begun) {
      open = begun;
      held = isHeld(begun);
    }
    const marked = held;
    if (open !== null && bracketEnd(line, open) !== null) {
      open = null;
      held = false;
    }
    return marked;
  });
}
