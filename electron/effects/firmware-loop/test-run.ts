import { ok, type Problem, type Result } from '../../../shared/problem.js';
import { text, type Words } from '../../../shared/texts/words.js';
import type { Environment } from '../../bench/environment.js';
import type { EffectIo } from '../../engine/effect.js';
import { differsFromBase } from '../../machine/firmware-loop/assess.js';
import type { FirmwareContext } from '../../machine/firmware-loop/context.js';
import { bringUp, type Setup } from '../../tools/target/bring-up.js';
import { runOnTarget } from '../../tools/target/run-on-target.js';
import { keepEnd, readSubject } from '../../tools/target/session.js';
import type { FirmwareBench, FirmwareEffect, FirmwareOutcome } from './bench.js';
import { declined } from './declined.js';
import { boardsInReach } from './target/boards-in-reach.js';
import { commitOf, restoreSubject } from './target/subject.js';

/** TEST_RUN: the target runs to the end of its test; pass, fail and timeout are all results (seed §5.12). */
export const testRun: FirmwareEffect = async (ctx, bench, io) => {
  const id = ctx.test_session_id;
  if (id === null) return crashed(bench, { code: 'ENV_ERROR', message: text`no test session was set up` });
  const subject = readSubject(bench, id);
  if (!subject.ok) return crashed(bench, subject.error);
  if (subject.value.unbuilt) return finished(id, text`nothing ran: the image does not build`);
  const target = await targetOf(ctx, bench, io, { id, subject: subject.value, commit: commitOf(ctx, bench) });
  if (!target.ok) return crashed(bench, target.error);
  try {
    const end = await runOnTarget(bench, io, subject.value, target.value);
    if (!end.ok) return crashed(bench, blame(ctx, end.error));
    keepEnd(bench, id, end.value);
    return finished(id, text`ended by ${end.value.ended_by} after ${Math.round(end.value.duration_ms)} ms`);
  } finally {
    bench.targets.delete(id);
    await target.value.stop();
  }
};

/** A program that could be run before the patch is the patch's fault: it is taken back. */
const blame = (ctx: FirmwareContext, problem: Problem): Problem =>
  problem.code === 'TASK_MALFORMED' && differsFromBase(ctx) && ctx.baseline?.built
    ? { ...problem, code: 'REGRESSION' }
    : problem;

/** After a restart the target of the session is gone: the same image is set up again. */
async function targetOf(
  ctx: FirmwareContext,
  bench: FirmwareBench,
  io: EffectIo,
  { id, subject, commit }: Setup,
): Promise<Result<Environment>> {
  const target = bench.targets.get(id);
  if (target !== undefined) return ok(target);
  const restored = await restoreSubject(ctx, bench, io, subject);
  return restored.ok ? bringUp(bench, io, { id, subject: restored.value, commit }) : restored;
}

const finished = (session: string, reason: Words): FirmwareOutcome => ({
  type: 'test_finished',
  reason,
  evidence: [],
  session,
});

async function crashed(bench: FirmwareBench, problem: Problem): Promise<FirmwareOutcome> {
  const refused = declined(problem);
  if (refused !== null) return refused;
  const boards = await boardsInReach(bench);
  return { type: 'runner_crashed', reason: problem.message, evidence: [], problem, boards };
}
