import path from 'node:path';
import { fail, ok, type Problem, type Result } from '../../../shared/problem.js';
import { text } from '../../../shared/texts/words.js';
import type { Environment } from '../../bench/environment.js';
import type { Caller } from '../../engine/tool.js';
import { boardName, stillHeld } from '../board/board-work.js';
import { flash, script } from '../board/flash.js';
import { NO_FAULT_OF_THE_BOARD, type Permit } from '../board/permit.js';
import { power } from '../board/power.js';
import { allowPrograms } from './allow-programs.js';
import { holdTarget } from './hold-target.js';
import { openSession } from './session.js';
import type { Subject } from './subject.js';
import type { TestWork } from './test-work.js';

/** What runs, and the session that it runs in. */
export interface Setup {
  id: string;
  subject: Subject;
  /** The commit, or the tree, of the run's clone that it was built from. */
  commit: string;
  /** Arguments that choose cases. */
  select?: readonly string[] | undefined;
}

/**
 * Takes the target of the run, puts the session's image on it and waits until it is healthy. Whoever gets it stops it;
 * one that did not come up is stopped here. Errors: FLASH_DECLINED where nobody agreed, TEST_ENV_FAILURE where it was cut
 * short, those of holding a board and of `Environment.start`.
 */
export async function bringUp(work: TestWork, io: Caller, setup: Setup): Promise<Result<Environment>> {
  const allowed = await allowPrograms(work, io);
  if (!allowed.ok) return allowed;
  const held = await holdTarget(work, io);
  if (!held.ok) return held;
  const { imagePath } = setup.subject;
  io.progress('FLASH_OR_DEPLOY', imagePath ? path.basename(imagePath) : 'host');
  io.progress('HEALTH_CHECK');
  const target = targetOf(work, setup);
  let isUp = false;
  try {
    const up = await startOn(work, io, setup, target.start);
    const proven = io.signal.aborted ? cutShort(up) : noted(work, up);
    isUp = proven.ok;
    return proven.ok ? ok(target.opened()) : proven;
  } finally {
    if (!isUp) await target.stop();
  }
}

const CUT_SHORT: Problem = { code: 'TEST_ENV_FAILURE', message: text`the start of the target was cut short` };
const cutShort = (up: Result<unknown>): Result<void> => (up.ok ? fail(CUT_SHORT) : up);

/** The board's record says how it came up, if it is still the run's. */
function noted(work: TestWork, up: Result<unknown>): Result<void> {
  const mine = stillHeld(work);
  if (!mine.ok) return mine;
  if (up.ok || !NO_FAULT_OF_THE_BOARD.has(up.error.code)) work.board?.noteHealth(up.ok ? null : up.error);
  return up.ok ? ok(undefined) : up;
}

/** The session's environment, which is opened with what it may do. */
function targetOf(work: TestWork, { id, subject, select }: Setup) {
  let environment: Environment | undefined;
  return {
    start: (permit: Permit, signal: AbortSignal): Promise<Result<void>> => {
      const timeoutMs = work.loaded.task.test.timeoutSec * 1000;
      environment = openSession(work, id, subject, { timeoutMs, permit, select });
      return environment.start(signal);
    },
    opened: (): Environment => {
      if (environment === undefined) throw new Error('a target is up once it was opened');
      return environment;
    },
    stop: async (): Promise<void> => environment?.stop(),
  };
}

/** What changes a board is a call; a simulator only starts. */
function startOn(
  work: TestWork,
  io: Caller,
  { subject, commit }: Setup,
  start: (permit: Permit, signal: AbortSignal) => Promise<Result<void>>,
): Promise<Result<unknown>> {
  const board = boardName(work);
  const image = { board, image: subject.image, origin: { commit } };
  switch (work.profile.kind) {
    case 'board':
      return io.call(flash, image, { ...work, write: start });
    case 'script':
      return io.call(script, image, { ...work, write: start });
    case 'bmc':
      return io.call(power, { board, action: 'boot' }, { ...work, boot: start });
    default:
      return start({ run: io.run }, io.signal);
  }
}
