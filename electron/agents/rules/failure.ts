import { matchesCase } from '../../../shared/case-pattern.js';
import { isCutOff, type TestCase, type TestResult } from '../../../shared/results.js';
import type { Evidence } from '../provider.js';

/** What is wrong, as far as results tell; `none` and `unknown` are not the same. */
export interface Failure {
  kind: 'build' | 'tests' | 'logs' | 'none' | 'unknown';
  /** Cases that fail or are missing. */
  failing: TestCase[];
  passing: TestCase[];
  /** How many cases were reported, whatever became of them. */
  reported: number;
  /** Names of cases that should pass and were not run. */
  skipped: string[];
  /** Every case name that must be reported. */
  expected: ReadonlySet<string>;
  /** True for a case that must pass in the end. */
  isTarget(name: string): boolean;
}

const BAD = new Set(['fail', 'missing', 'flaky']);
export const TROUBLE =
  /\b(fail(ed|ure)?|error|panic|assert\w*|fault|overflow|corrupt\w*|abort\w*|timed? ?out|hang|deadlock|exception|expected)\b/i;

/** Reads the failure out of the evidence. */
export function failureOf(evidence: Evidence): Failure {
  const { build, test, baseline } = evidence;
  const cases = test?.cases ?? [];
  const isTarget = (name: string): boolean => matchesCase(evidence.targets, name);
  const failing = cases.filter((testCase) => BAD.has(testCase.status) && isTarget(testCase.name));
  const passing = cases.filter((testCase) => testCase.status === 'pass');
  const names = [...cases, ...(baseline?.cases ?? [])].filter((testCase) => testCase.status !== 'skip');
  const expected = new Set(names.map((testCase) => testCase.name));
  const skipped = cases
    .filter((each) => each.status === 'skip' && isTarget(each.name))
    .map(({ name }) => name);
  const common = { failing, passing, reported: cases.length, skipped, expected, isTarget };
  if (build && !build.success) return { kind: 'build', ...common };
  if (test && (failing.length > 0 || sessionFailed(test))) return { kind: 'tests', ...common };
  if (test) return { kind: 'none', ...common };
  if (evidence.logs.some((log) => TROUBLE.test(log.text)) || TROUBLE.test(evidence.console))
    return { kind: 'logs', ...common };
  return { kind: 'unknown', ...common };
}

/** True where the session itself went wrong, whatever its cases say. */
export function sessionFailed(test: TestResult): boolean {
  return isCutOff(test) || test.incomplete !== null || test.doubled.length > 0;
}

/** Cases that do not pass in a session, `(session)` for one that crashed, hung or reported a case twice. */
export function failingNames(test: TestResult, expected: ReadonlySet<string>): Set<string> {
  const status = new Map(test.cases.map((testCase) => [testCase.name, testCase.status]));
  const out = new Set<string>();
  for (const [name, value] of status) if (BAD.has(value)) out.add(name);
  for (const name of expected) if (!status.has(name)) out.add(name);
  for (const name of test.doubled) out.add(name);
  if (sessionFailed(test) || (test.ended_by === 'exit' && (test.exit_code ?? 0) !== 0 && out.size === 0))
    out.add(SESSION);
  return out;
}

/** Those of `failingNames` that must pass in the end. */
export const failingTargets = (test: TestResult, failure: Failure): Set<string> =>
  new Set(
    [...failingNames(test, failure.expected)].filter((name) => name === SESSION || failure.isTarget(name)),
  );

export const SESSION = '(session)';
