import { matchesCase } from '../../../shared/case-pattern.js';
import type { ProfileTest } from '../../../shared/delivery.js';
import { ok, type Problem, type Result } from '../../../shared/problem.js';
import type { Profile } from '../../../shared/profile.js';
import { inEnglish, joined, text, type Words } from '../../../shared/texts/words.js';
import { isProfilePath } from '../../bench/profiles.js';
import type { EffectIo } from '../../engine/effect.js';
import type { DeliveryContext } from '../../machine/delivery/context.js';
import { leftAsItIs } from '../../tools/board/named-board.js';
import type { TestShown } from '../../tools/results/test-shown.js';
import type { SessionWork, TaskWork } from '../../tools/session-work.js';
import { runTest } from '../../tools/target/run-test.js';
import type { DeliveryBench, DeliveryEffect, DeliveryOutcomeEvent } from './bench.js';
import { buildDeclined, checkWork, failedOnes, outputsOf } from './checks.js';
import { isOfEnvironment, notTested, triedAgain } from './environment-fault.js';

/**
 * TESTING: the task's tests on this computer, and the whole regression on each of its profiles; never a repairing run. One profile a visit,
 * since each has questions of its own.
 */
export const testing: DeliveryEffect = async (ctx, bench, io) => {
  const { profiles } = bench.header;
  const units = ctx.tests.length === 0 ? await unitChecks(ctx, bench, io) : ok(NO_UNITS);
  if (!units.ok) return unfinished(units.error, ctx, UNIT);
  const at = ctx.tests.filter(({ profile }) => profile !== UNIT).length;
  const profile = profiles[at] ?? bench.header.profile;
  const first = await testOn(bench, io, profile);
  const run = await triedAgain(first, io.signal, () => testOn(bench, io, profile, 'test-again'));
  if (!run.ok) return unfinished(run.error, ctx, profile.id);
  const tests = [...(units.value.test === null ? [] : [units.value.test]), run.value];
  const failing = tests.filter(isFailing);
  const reason = joined(...tests.map(toldTest));
  const left = profiles.length - at - 1;
  if (failing.length === 0) return { type: 'test_pass', reason, evidence: [], tests, left };
  const push = [
    'The tests fail. Find out whether the code or the test is wrong, and correct the code:',
    ...failing.map((test) => pushOf(test, bench.header.loaded.task.test.heldOut)),
    units.value.output,
  ];
  return {
    type: 'test_fail',
    reason,
    evidence: [],
    tests,
    push: push.filter((one) => one !== '').join('\n'),
  };
};

/** The name under which the tests on this computer are told. */
const UNIT = 'checks.unit';

const isFailing = ({ failed, problem }: ProfileTest): boolean => failed.length > 0 || problem !== null;

/** A person's no. */
const DECLINED: ReadonlySet<string> = new Set(['DECLINED', 'FLASH_DECLINED']);

/** @throws Error where what failed is neither the target's fault nor a person's no */
function unfinished(problem: Problem, ctx: DeliveryContext, profile: string): DeliveryOutcomeEvent {
  if (DECLINED.has(problem.code)) return buildDeclined;
  if (isOfEnvironment(problem)) return notTested(problem, ctx, profile);
  throw new Error(inEnglish(problem.message));
}

/** The code's own fault: it does not build. */
const OF_THE_CODE: ReadonlySet<string> = new Set(['BUILD_FAILURE']);

async function testOn(
  bench: DeliveryBench,
  io: EffectIo,
  profile: Profile,
  kind = runTest.kind,
): Promise<Result<ProfileTest>> {
  const { loaded } = bench.header;
  // the delivery sees held-out cases, as people do; what is told to the session leaves them out
  const { profile: named, profiles = [named], test } = loaded.task;
  // a yes is asked for the programs of all where the task brings one of the profiles
  const by = [named, ...profiles].find(isProfilePath) ?? named;
  const seen = { ...loaded, task: { ...loaded.task, profile: by, test: { ...test, heldOut: [] } } };
  const task: TaskWork = { ...bench.work.task, loaded: seen, profile: leftAsItIs(profile), board: null };
  const work: SessionWork = { ...bench.work, task };
  try {
    io.progress('TEST', profile.id);
    const run = await io.call(runTest, {}, work, kind);
    if (run.ok) return ok(judged(bench, profile, run.value));
    if (!OF_THE_CODE.has(run.error.code)) return run;
    return ok({ profile: profile.id, passed: 0, failed: [], known: [], problem: run.error.message });
  } finally {
    task.board?.release();
  }
}

/** Cases that failed before and that nobody asked for are known; one that passed before must be there and pass. */
function judged({ header }: DeliveryBench, { id }: Profile, shown: TestShown): ProfileTest {
  const { passing, known } = header.cases;
  const isOwn = id === header.profile.id;
  const names = new Set(shown.cases.map(({ name }) => name));
  const failing = shown.cases.filter(({ status }) => status !== 'pass' && status !== 'skip');
  const lost = isOwn && shown.left_out === 0 ? passing.filter((name) => !names.has(name)) : [];
  const isKnown = ({ name }: { name: string }): boolean => known.includes(name);
  return {
    profile: id,
    passed: shown.cases.filter(({ status }) => status === 'pass').length + shown.left_out,
    failed: [
      ...failing
        .filter((one) => !isKnown(one))
        .map(({ name, status, message = null }) => ({ name, status, message })),
      ...lost.map((name) => ({ name, status: 'missing', message: null })),
    ],
    known: failing.filter(isKnown).map(({ name }) => name),
    problem: wholeProblem(shown),
  };
}

function wholeProblem({ incomplete, fault, cases }: TestShown): Words | null {
  if (incomplete !== null) return incomplete;
  if (fault !== undefined) return text`the target met a fault: ${fault.kind}`;
  return cases.length === 0 ? text`no case was reported` : null;
}

function toldTest({ profile, passed, failed, known, problem }: ProfileTest): Words {
  const parts: Words[] = [
    text`${profile}: passed ${passed}, failed ${failed.length}`,
    ...(failed.length === 0
      ? []
      : [
          text`failing: ${failed
            .map(({ name }) => name)
            .slice(0, NAMED)
            .join(', ')}`,
        ]),
    ...(known.length === 0 ? [] : [text`failing as before: ${known.length}`]),
    ...(problem === null ? [] : [problem]),
  ];
  return joined(...parts);
}

/** Cases that are named. */
const NAMED = 10;

function pushOf({ profile, failed, problem }: ProfileTest, heldOut: readonly string[]): string {
  const open = failed.filter(({ name }) => !matchesCase(heldOut, name));
  const lines = [
    ...open.map(
      ({ name, status, message }) => `- ${name}: ${status}${message === null ? '' : `: ${message}`}`,
    ),
    ...(open.length < failed.length ? ['- held-out cases fail'] : []),
    ...(problem === null ? [] : [`- ${inEnglish(problem)}`]),
  ];
  return [`On ${profile}:`, ...lines].join('\n');
}

interface Units {
  /** Null: the task names none. */
  test: ProfileTest | null;
  output: string;
}

const NO_UNITS: Units = { test: null, output: '' };

async function unitChecks(ctx: DeliveryContext, bench: DeliveryBench, io: EffectIo): Promise<Result<Units>> {
  const { unit } = bench.header.loaded.task.checks;
  if (unit.length === 0) return ok(NO_UNITS);
  const run = await checkWork(
    ctx,
    bench,
    io,
    unit.map((argv) => ({ kind: 'unit' as const, argv })),
  );
  if (!run.ok) return run;
  const failed = failedOnes(run.value);
  const test = {
    ...{ profile: UNIT, passed: run.value.length - failed.length, known: [], problem: null },
    failed: failed.map(({ argv, exit_code }) => ({
      ...{ name: argv.join(' '), status: 'fail' },
      message: `exit code ${exit_code ?? 'none'}`,
    })),
  };
  return ok({ test, output: outputsOf(failed) });
}
