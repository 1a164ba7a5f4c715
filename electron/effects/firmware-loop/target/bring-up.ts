import path from 'node:path';
import { fail, ok, type Problem, type Result } from '../../../../shared/problem.js';
import { isSimulated } from '../../../../shared/profile.js';
import type { Environment } from '../../../bench/environment.js';
import type { EffectIo } from '../../../engine/effect.js';
import type { FirmwareBench } from '../bench.js';
import { holdTarget, stillHeld } from './hold-target.js';
import { endGrant, NO_FAULT_OF_THE_BOARD, permit } from './permit.js';
import { openSession, type Subject } from './session.js';

/** What runs, and the session that it runs in. */
export interface Setup {
  id: string;
  subject: Subject;
  /** The commit of the run's clone that it was built from. */
  commit: string;
}

/**
 * Takes the target of the run, puts the session's image on it and waits until it is healthy. Whoever gets it stops it;
 * one that did not come up is stopped here. Errors: FLASH_DECLINED where nobody agreed, TEST_ENV_FAILURE where it was cut
 * short, those of holding a board and of `Environment.start`.
 */
export async function bringUp(
  bench: FirmwareBench,
  io: EffectIo,
  { id, subject, commit }: Setup,
): Promise<Result<Environment>> {
  const held = await holdTarget(bench, io);
  if (!held.ok) return held;
  io.progress('FLASH_OR_DEPLOY', subject.imagePath ? path.basename(subject.imagePath) : 'host');
  const target = openSession(bench, id, subject, {
    timeoutMs: bench.loaded.task.test.timeoutSec * 1000,
    permit: permit(bench, io, { commit }),
  });
  io.progress('HEALTH_CHECK');
  let isUp = false;
  try {
    const up = await start(target, bench, io, subject);
    if (io.signal.aborted) return up.ok ? fail(CUT_SHORT) : up;
    const mine = stillHeld(bench);
    if (!mine.ok) return mine;
    if (up.ok || !NO_FAULT_OF_THE_BOARD.has(up.error.code)) bench.board?.noteHealth(up.ok ? null : up.error);
    if (!up.ok && !NO_FAULT_OF_THE_BOARD.has(up.error.code)) await endGrant(bench, io, up.error.message);
    isUp = up.ok;
    return up.ok ? ok(target) : up;
  } finally {
    if (!isUp) await target.stop();
  }
}

const CUT_SHORT: Problem = { code: 'TEST_ENV_FAILURE', message: 'cut short' };

/** What is written to a board is an operation of its own; a simulator only starts. */
function start(
  target: Environment,
  bench: FirmwareBench,
  io: EffectIo,
  subject: Subject,
): Promise<Result<void>> {
  if (isSimulated(bench.profile)) return target.start(io.signal);
  return io.operate({
    kind: 'flash',
    intent: { profile: bench.profile.id, image: subject.image },
    perform: () => target.start(io.signal),
    // the same image again, by the same approval: what a cut-off flash left is not to be trusted
    reconcile: async () => 'again',
  });
}
