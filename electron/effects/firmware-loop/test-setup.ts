import type { Problem } from '../../../shared/problem.js';
import { type Message, text } from '../../../shared/texts/words.js';
import type { TestPlan } from '../../machine/firmware-loop/context.js';
import { bringUp } from '../../tools/target/bring-up.js';
import { keepSubject } from '../../tools/target/session.js';
import type { FirmwareBench, FirmwareEffect, FirmwareOutcome } from './bench.js';
import { declined } from './declined.js';
import { boardsInReach } from './target/boards-in-reach.js';
import { commitOf, subjectFor } from './target/subject.js';

/** TEST_SETUP: from image to a target that is up and healthy (seed §5.11). */
export const testSetup: FirmwareEffect = async (ctx, bench, io) => {
  const id = io.operationId('session');
  io.progress('RESOURCE_ALLOC', bench.profile.id);
  const subject = await subjectFor(ctx, bench, io);
  if (!subject.ok) return failed(bench, subject.error);
  keepSubject(bench, id, subject.value);
  if (subject.value.unbuilt) {
    return {
      type: 'env_ready',
      reason: text`the baseline does not build, so nothing runs`,
      evidence: [],
      session: id,
    };
  }
  const up = await bringUp(bench, io, { id, subject: subject.value, commit: commitOf(ctx, bench) });
  if (!up.ok) return failed(bench, up.error);
  bench.targets.set(id, up.value);
  const { image, purpose } = ctx.test_plan;
  const reason = text`${bench.profile.id} is up (${IMAGES[image]}, ${RUNS[purpose]})`;
  return { type: 'env_ready', reason, evidence: [], session: id };
};

const IMAGES: Readonly<Record<TestPlan['image'], Message>> = {
  current: text`current image`,
  baseline: text`baseline image`,
};

const RUNS: Readonly<Record<TestPlan['purpose'], Message>> = {
  baseline: text`baseline run`,
  verify: text`verify run`,
  repeat: text`repeat run`,
  control: text`control run`,
};

async function failed(bench: FirmwareBench, problem: Problem): Promise<FirmwareOutcome> {
  const refused = declined(problem);
  if (refused !== null) return refused;
  const boards = await boardsInReach(bench);
  return { type: 'env_failed', reason: problem.message, evidence: [], problem, boards };
}
