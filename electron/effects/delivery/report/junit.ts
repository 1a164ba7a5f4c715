import type { DeliveryReport, ProfileTest } from '../../../../shared/delivery.js';
import type { TestCase } from '../../../../shared/results.js';
import { inEnglish } from '../../../../shared/texts/words.js';
import { junitOf } from '../../firmware-loop/report/junit.js';

/**
 * The tests of a delivery as JUnit XML. A delivery keeps the names of the cases that did not pass: each is a case, after its profile; one
 * that failed before the work, and that nobody asked to pass, is skipped. Each profile is a case of its own, whose verdict is that of its
 * run. An end without success gets a case too where no other is red, so that no reader takes it for green.
 */
export function renderJunit(report: DeliveryReport): string {
  const { run, final_status, outcome, tests } = report;
  const reason = inEnglish(report.reason);
  const cases = tests.flatMap(casesOf);
  const isRed = cases.some(({ status }) => status !== 'pass' && status !== 'skip');
  const whole: TestCase = { name: 'benchloop deliver', status: 'fail', message: `${outcome}: ${reason}` };
  return junitOf({
    ...report,
    cases: final_status === 'SUCCESS' || isRed ? cases : [...cases, whole],
    properties: {
      ...{ run, final_status, outcome, reason },
      ...Object.fromEntries(tests.map(({ profile, passed }) => [`passed ${profile}`, passed])),
    },
  });
}

function casesOf({ profile, failed, known, problem }: ProfileTest): TestCase[] {
  const why = problem === null ? null : inEnglish(problem);
  const whole: TestCase =
    why === null && failed.length === 0
      ? { name: profile, status: 'pass' }
      : { name: profile, status: 'fail', message: why ?? `cases failed: ${failed.length}` };
  return [
    whole,
    ...failed.map(
      ({ name, status, message }): TestCase => ({
        ...{ name: `${profile}: ${name}`, status: status === 'missing' ? 'missing' : 'fail' },
        ...(message !== null && { message }),
      }),
    ),
    ...known.map(
      (name): TestCase => ({
        ...{ name: `${profile}: ${name}`, status: 'skip', message: 'failed before the work, too' },
      }),
    ),
  ];
}
