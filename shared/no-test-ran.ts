import type { Problem } from './problem.js';
import type { Report, TestSummary } from './report.js';

const WHY: Partial<Record<Problem['code'], string>> = {
  BUILD_FAILURE: 'No test ran: the build failed',
  INIT_FAILURE: 'No test ran: the run could not begin',
  TOOLCHAIN_MISSING: 'No test ran: a tool is missing',
};

const NOTHING_TOLD = 'Cases: none reported';

const reports = (tests: TestSummary | null): boolean =>
  tests?.cases.some((one) => one.status !== 'missing') ?? false;

/**
 * Says that no test told of any case in the whole run, and why in a word where the report knows, for people to read
 * instead of two zeros; null where a test did.
 */
export function noTestRan(report: Report): string | null {
  const { tests, baseline, metrics, last_error, verdict, final_status } = report;
  if (reports(tests) || reports(baseline)) return null;
  if (metrics.test_duration_ms !== undefined) return NOTHING_TOLD;
  const known = last_error && WHY[last_error.code];
  if (known) return known;
  if (verdict === 'ENV_ERROR') return 'No test ran to its end: the test environment is broken';
  return final_status === 'ABORTED' ? 'No test ran to its end: the run was aborted' : NOTHING_TOLD;
}
