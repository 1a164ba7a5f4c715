import type { Result } from '../../../shared/problem.js';
import type { Environment, SessionEnd } from '../../bench/environment.js';
import type { WorkIo } from '../../engine/work-io.js';
import { endGrant, NO_FAULT_OF_THE_BOARD } from '../board/permit.js';
import { testInClone } from '../build/clone-output.js';
import { whileHeld } from './hold-target.js';
import { runsInClone, type Subject } from './subject.js';
import type { TestWork } from './test-work.js';

/**
 * Lets a target that is up run to the end of its test. A board that failed in the middle has lost what was granted for it.
 * Errors: those of `Environment.run`, and of `renewLease`.
 */
export async function runOnTarget(
  work: TestWork,
  io: WorkIo,
  subject: Subject,
  target: Environment,
): Promise<Result<SessionEnd>> {
  io.progress('RUN', work.profile.id);
  const test = () => whileHeld(work, io.signal, (signal) => target.run(signal, io.console));
  const end = await (runsInClone(work, subject) ? testInClone(work, test) : test());
  if (!end.ok && !NO_FAULT_OF_THE_BOARD.has(end.error.code)) await endGrant(work, io, end.error.message);
  return end;
}
