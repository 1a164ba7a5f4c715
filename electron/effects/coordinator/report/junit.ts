import type { TestCase } from '../../../../shared/results.js';
import type { CheckRun, RoundtableReport } from '../../../../shared/roundtable.js';
import { inEnglish } from '../../../../shared/texts/words.js';
import { junitOf } from '../../firmware-loop/report/junit.js';

const STATUS: Readonly<Record<CheckRun['status'], TestCase['status']>> = {
  passed: 'pass',
  failed: 'fail',
  blocked: 'missing',
  not_run: 'skip',
};

/** The commands of the last round that tested; an end without success gets a case of its own, so that no reader takes it for green. */
export function renderJunit(report: RoundtableReport): string {
  const { outcome, final_status, rounds, run } = report;
  const reason = inEnglish(report.reason);
  const last = rounds.findLast(({ test }) => test !== null && test.runs.length > 0);
  const cases = (last?.test?.runs ?? []).map(
    ({ argv, status, output }): TestCase => ({
      name: argv.join(' '),
      status: STATUS[status],
      message: output,
    }),
  );
  const whole: TestCase = { name: 'benchloop coordinate', status: 'fail', message: `${outcome}: ${reason}` };
  return junitOf({
    ...report,
    cases: final_status === 'SUCCESS' ? cases : [...cases, whole],
    properties: { run, final_status, outcome, reason, rounds: rounds.length },
  });
}
