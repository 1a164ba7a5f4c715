import type { CaseStatus, TestCase } from '../../../shared/results.js';
import { locationOf, type RawOutput } from './parsed-output.js';

const STATUS: Record<string, CaseStatus> = { PASS: 'pass', FAIL: 'fail', SKIP: 'skip' };

/** Lines of Zephyr's ztest (subsys/testsuite/include/zephyr/tc_util.h and ztest.c). */
const SUITE = /^\s*(?:Running TESTSUITE|Running test suite)\s+(\S+)/;
const START = /^\s*START - (\S+)/;
const END = /^\s*(PASS|FAIL|SKIP) - (\S+?)(?: in [\d.]+ seconds)?$/;
const ASSERTION = /Assertion failed at (.+?):(\d{1,9}): (.*)$/;
/** The summary block repeats each case; its lines begin with a dash and put `suite.case` in brackets. */
const SUMMARY_CASE = /^\s*- (?:PASS|FAIL|SKIP) - \[([^\]]+)\]/;
const SUITE_TOTAL =
  /^\s*SUITE (?:PASS|FAIL|SKIP) - .*?pass = (\d+), fail = (\d+), skip = (\d+), total = (\d+)/;

/** What one line means to a reader of ztest output. */
type ZtestLine =
  | { kind: 'suite' | 'start' | 'summary'; name: string }
  | { kind: 'end'; name: string; status: CaseStatus }
  | { kind: 'other' };

/** Classifies one cleaned line. */
export function ztestLine(line: string): ZtestLine {
  const named = (kind: 'suite' | 'start' | 'summary', found: RegExpExecArray | null): ZtestLine | null =>
    found ? { kind, name: found[1] ?? '' } : null;
  const end = END.exec(line);
  const status = STATUS[end?.[1] ?? ''];
  if (end?.[2] && status) return { kind: 'end', name: end[2], status };
  return (
    named('summary', SUMMARY_CASE.exec(line)) ??
    named('start', START.exec(line)) ??
    named('suite', SUITE.exec(line)) ?? { kind: 'other' }
  );
}

interface Open {
  name: string;
  suite: string;
  assertion?: Pick<TestCase, 'message' | 'location'>;
}

/**
 * Reads ztest's output. A case is named as printed (`test_push`); where two suites of one log hold the
 * same case name, both are named `suite.case`, since they are two cases and not one reported twice.
 */
export function readZtest(lines: readonly string[]): RawOutput {
  const ends: { suite: string; report: TestCase }[] = [];
  const out: RawOutput = { reports: [], summary: null, started: [] };
  let suite = '';
  let open: Open | null = null;
  for (const line of lines) {
    const said = ztestLine(line);
    if (said.kind === 'suite') suite = said.name;
    if (said.kind === 'start') {
      if (open) out.started.push(open.name);
      open = { name: said.name, suite };
    }
    if (said.kind === 'end') {
      const own = open?.name === said.name ? open.assertion : undefined;
      ends.push({
        suite,
        report: { name: said.name, status: said.status, ...(said.status === 'fail' ? own : {}) },
      });
      if (open?.name === said.name) open = null;
    }
    if (said.kind === 'other' && open) open.assertion = assertionOf(line, open.assertion);
    addTotals(out, line);
  }
  if (open) out.started.push(open.name);
  out.reports = qualified(ends);
  return out;
}

/** The first assertion of a case with the message line below it. */
function assertionOf(line: string, known: Open['assertion']): Open['assertion'] {
  const found = ASSERTION.exec(line);
  if (!found) {
    const text = line.trim();
    const wanted = known?.message && text !== '' && !known.message.includes('\n');
    return wanted ? { ...known, message: `${known.message}\n${text}` } : known;
  }
  if (known) return known;
  const location = locationOf(found[1] ?? '', found[2] ?? '');
  return { message: found[3] ?? '', ...(location ? { location } : {}) };
}

function addTotals(out: RawOutput, line: string): void {
  const total = SUITE_TOTAL.exec(line);
  if (!total) return;
  const before = out.summary ?? { tests: 0, failures: 0, ignored: 0 };
  out.summary = {
    tests: before.tests + Number(total[4]),
    failures: before.failures + Number(total[2]),
    ignored: before.ignored + Number(total[3]),
  };
}

function qualified(ends: readonly { suite: string; report: TestCase }[]): TestCase[] {
  const suites = new Map<string, Set<string>>();
  for (const { suite, report } of ends) {
    const seen = suites.get(report.name) ?? new Set();
    suites.set(report.name, seen.add(suite));
  }
  return ends.map(({ suite, report }) =>
    (suites.get(report.name)?.size ?? 0) > 1 ? { ...report, name: `${suite}.${report.name}` } : report,
  );
}
