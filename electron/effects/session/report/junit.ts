import * as z from 'zod';
import { fail, ok, type Problem, type Result } from '../../../../shared/problem.js';
import type { TestCase } from '../../../../shared/results.js';
import type { SessionCall, SessionReport } from '../../../../shared/session.js';
import { inEnglish, text } from '../../../../shared/texts/words.js';
import { VERIFICATION } from '../../../machine/session/context.js';
import { TestShownSchema } from '../../../tools/results/test-shown.js';
import { junitOf } from '../../firmware-loop/report/junit.js';
import { readCall } from '../calls/read-call.js';
import { whyNotPassed } from '../verification/passed.js';

/** The name of the case that stands for a test run which told nothing of its cases. */
const RUN_TEST = 'run_test';

/**
 * What the tests and checks of a session say of the files as they are at its end, as JUnit XML: a later result of a case replaces an
 * earlier one. An end without success gets a case of its own, so that no reader takes it for green. Errors: USAGE where nothing was
 * tested since the last change, ARTIFACT_MISSING where a result is gone.
 */
export async function renderJunit(report: SessionReport, folder: string): Promise<Result<string>> {
  const { calls, run, final_status, outcome } = report;
  const made: Made[] = [];
  for (const call of calls) {
    const payload = await readCall(folder, call).catch(() => undefined);
    if (payload === undefined) return fail(gone(call));
    made.push({ call, payload });
  }
  const tests = made.filter(({ call }) => isTest(call));
  if (tests.length === 0) return fail(NO_TEST);
  const counted = sinceLastChange(made).filter(({ call }) => isTest(call));
  if (counted.length === 0) return fail(NOT_SINCE);
  const { cases, left } = casesOf(counted);
  const reason = inEnglish(report.reason);
  const isRed = cases.some(({ status }) => status !== 'pass' && status !== 'skip');
  const whole: TestCase = { name: 'benchloop ask', status: 'fail', message: `${outcome}: ${reason}` };
  return ok(
    junitOf({
      ...report,
      cases: final_status === 'SUCCESS' || isRed ? cases : [...cases, whole],
      properties: { run, final_status, outcome, reason, ...(left > 0 && { cases_left_out: left }) },
    }),
  );
}

/** A call, and the payload that it gave; null: it failed, or was not made. */
interface Made {
  call: SessionCall;
  payload: unknown;
}

const isTest = ({ tool, step }: SessionCall): boolean => tool === RUN_TEST || step === VERIFICATION;

const Trees = z.looseObject({ tree_before: z.string(), tree_after: z.string() });

/** What ran on the files as they are now: builds and tests write what they make, and nothing else; what was taken back ran on other files. */
function sinceLastChange(made: readonly Made[]): readonly Made[] {
  const last = made.findLastIndex(({ call, payload }) => {
    if (call.tree === null || isTest(call) || call.tool === 'build') return false;
    const trees = Trees.safeParse(payload);
    return !trees.success || trees.data.tree_before !== trees.data.tree_after;
  });
  return made[last]?.call.status === 'undone' ? [] : made.slice(last + 1);
}

function casesOf(made: readonly Made[]): { cases: TestCase[]; left: number } {
  const cases = new Map<string, TestCase>();
  let left = 0;
  for (const one of made) {
    if (one.call.tool === RUN_TEST) {
      cases.delete(RUN_TEST);
      left = TestShownSchema.safeParse(one.payload).data?.left_out ?? 0;
    }
    for (const each of one.call.tool === RUN_TEST ? testCases(one) : [checkCase(one)])
      cases.set(each.name, each);
  }
  return { cases: [...cases.values()], left };
}

const missing = (name: string, message: string): TestCase => ({ name, status: 'missing', message });

function testCases({ call, payload }: Made): TestCase[] {
  const shown = TestShownSchema.safeParse(payload);
  if (!shown.success) return [missing(RUN_TEST, call.error?.message ?? 'no result')];
  const { cases, unknown_cases, incomplete, left_out } = shown.data;
  const silent = cases.length + left_out === 0 ? 'no case was reported' : null;
  const why = incomplete ?? silent;
  return [
    ...cases.map(({ name, status, message, location }) => ({
      ...{ name, status },
      ...(message !== undefined && { message }),
      ...(location && { location }),
    })),
    ...unknown_cases.map((name) => missing(name, 'no case has this name')),
    ...(why === null ? [] : [missing(RUN_TEST, why)]),
  ];
}

const Argv = z.looseObject({ argv: z.array(z.string()) });

/** A check that tells of no cases is one itself: a command, or the build. */
function checkCase({ call, payload }: Made): TestCase {
  const name = Argv.safeParse(call.args).data?.argv.join(' ') ?? call.tool;
  if (call.error !== null) return missing(name, call.error.message);
  const why = whyNotPassed(call.tool, payload);
  return why === null ? { name, status: 'pass' } : { name, status: 'fail', message: inEnglish(why) };
}

const NO_TEST: Problem = {
  code: 'USAGE',
  message: text`no test ran in this session, so there is nothing to write as JUnit`,
  next: text`have it run them: benchloop ask --task TASK.yaml "run the tests"`,
};

const NOT_SINCE: Problem = {
  code: 'USAGE',
  message: text`no test ran since the last change of this session: its results are not those of the files as they are now`,
  next: text`have it run them again, then ask for the file`,
};

const gone = ({ n, file }: SessionCall): Problem => ({
  code: 'ARTIFACT_MISSING',
  message: text`the result of call ${n} is gone, or cannot be read`,
  where: file ?? undefined,
  next: text`it was moved or removed; the journal still has the call`,
});
