import * as z from 'zod';
import { namesOneCase } from '../../../shared/case-pattern.js';
import { ok, type Result } from '../../../shared/problem.js';
import type { SessionEnd } from '../../bench/environment.js';
import type { CaseParser } from '../../bench/results/parse.js';
import type { CallIo, Tool } from '../../engine/tool.js';
import { freeBoards } from '../board/hold-named.js';
import { endGrant } from '../board/permit.js';
import { buildGate, rememberBuild } from '../build/gate.js';
import { sessionBuild } from '../build/make-build.js';
import { needsTask, taskOf } from '../build/task-of.js';
import { nameFunctions } from '../results/asserting-function.js';
import { type Collected, collectResult } from '../results/collect.js';
import { whatWentWrong } from '../results/odd-end.js';
import { selectOf } from '../results/parser.js';
import { type TestShown, TestShownSchema, testShown } from '../results/test-shown.js';
import type { SessionWork, TaskWork } from '../session-work.js';
import { bringUp } from './bring-up.js';
import { runOnTarget } from './run-on-target.js';
import { sessionParser } from './session-parser.js';
import { type SessionSubject, sessionSubject } from './session-subject.js';

const RunTestArguments = z.strictObject({
  /** Names, or patterns with `*` and `?`, of the cases that are wanted; without it all of them. */
  cases: z.array(z.string().min(1).max(200)).min(1).max(100).optional(),
});
type RunTestArguments = z.infer<typeof RunTestArguments>;

/** Sessions end after the task's time; whoever waits for one waits for this. */
async function perform(
  { cases }: RunTestArguments,
  work: SessionWork,
  io: CallIo,
): Promise<Result<TestShown>> {
  const task = taskOf(work);
  if (!task.ok) return task;
  const made = await sessionSubject(work, task.value, io);
  if (!made.ok) return made;
  const parser = await sessionParser(task.value);
  await freeBoards(work);
  const select = selected(task.value, parser.known, cases);
  const end = await ran(task.value, io, made.value, select);
  if (!end.ok) return end;
  const reading = await parser.read(end.value);
  if (!reading.ok) return reading;
  const collected = await collect(work, task.value, io, { ...made.value, end: end.value, ...reading.value });
  if (!collected.ok) return collected;
  const { heldOut } = task.value.loaded.task.test;
  return ok(testShown(collected.value, { parser: reading.value.parser, heldOut, asked: cases ?? null }));
}

/** Arguments that choose the cases, where the task and its parser know any. */
const selected = (
  { loaded }: TaskWork,
  parser: CaseParser | null,
  cases: readonly string[] | undefined,
): readonly string[] | undefined =>
  parser !== null && cases?.every(namesOneCase)
    ? (selectOf(loaded.task, parser)?.(cases) ?? undefined)
    : undefined;

async function ran(
  task: TaskWork,
  io: CallIo,
  { subject, tree }: SessionSubject,
  select: readonly string[] | undefined,
): Promise<Result<SessionEnd>> {
  const target = await bringUp(task, io, { id: `${io.mark}.test`, subject, commit: tree, select });
  if (!target.ok) return target;
  try {
    return await runOnTarget(task, io, subject, target.value);
  } finally {
    await target.value.stop();
  }
}

interface Ended extends SessionSubject {
  end: SessionEnd;
  parser: CaseParser;
  isUntouched: boolean;
}

/** Cases, fault and places; a board that met a fault or hung has lost what was granted for it. */
async function collect(
  { functionAt }: SessionWork,
  task: TaskWork,
  io: CallIo,
  { subject, end, parser, isUntouched }: Ended,
): Promise<Result<Collected>> {
  const collected = await collectResult(task, subject, end, {
    ...{ operation: `${io.mark}.symbols`, baseline: null, parser },
    // the first output of an untouched tree is taken as it comes
    expected: isUntouched ? null : () => 1,
  });
  if (!collected.ok) return collected;
  const odd = whatWentWrong(collected.value.result);
  if (odd !== null) await endGrant(task, io, odd);
  const result = await nameFunctions(functionAt, subject.tree, collected.value.result);
  return ok({ ...collected.value, result });
}

/**
 * Builds where something has changed, and runs the task's tests on its profile: simulator, this computer, vendor's script, board or
 * machine. A failing case, a fault and a hang are results. Errors: USAGE without a task, DECLINED, FLASH_DECLINED, BUILD_FAILURE, those of
 * the target.
 */
export const runTest: Tool<RunTestArguments, TestShown, SessionWork> = {
  ...{ name: 'run_test', kind: 'test', isIdempotent: false, scope: 'build', danger: 'lasting' },
  arguments: RunTestArguments,
  result: TestShownSchema,
  check: (_, work) => needsTask(work),
  gate: async (_, { task }, io) => task && buildGate(sessionBuild(task), task, io),
  agreed: (_, { task }, asked, { run }) => task && rememberBuild(task, asked, run),
  perform,
  reconcile: async () => 'again',
};
