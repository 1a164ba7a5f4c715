import { fail, ok, type Problem, type Result } from '../../../shared/problem.js';
import { text } from '../../../shared/texts/words.js';
import { currentBootId } from '../../bench/process/children.js';
import type { WorkIo } from '../../engine/work-io.js';
import { findOf } from '../../lab/boards/find-of.js';
import { type BoardHold, type HoldOptions, holdBoard } from '../../lab/boards/hold.js';
import { ownerIsAlive, thisProcess } from '../../lab/this-process.js';
import type { SessionWork } from '../session-work.js';
import type { NamedBoard } from './named-board.js';

type Holder = Pick<SessionWork, 'home' | 'boards' | 'task'>;

/**
 * A board of the registry is the session's alone from the first call that changes it to the end of the session. Nobody is waited
 * for. Errors: BOARD_LEASED with who has it, those of `holdBoard`.
 */
export async function holdNamed(
  work: Holder,
  { board, profile }: NamedBoard,
  io: Pick<WorkIo, 'run' | 'progress'>,
): Promise<Result<BoardHold>> {
  const before = heldBefore(work, board.id);
  if (before?.held().ok) return ok(before);
  letGo(work, board.id);
  const wanted = placed(profile, board.key);
  if (wanted === null) return fail(notHeld(board.id));
  const held = await holdBoard({
    ...{ home: work.home, profile: wanted, owner: io.run, process: thisProcess() },
    isAlive: ownerIsAlive(currentBootId()),
    // one who has it is not waited for
    signal: AbortSignal.abort(),
    onWaiting: () => undefined,
  });
  if (!held.ok) return held;
  if (held.value.target.id !== board.id) {
    held.value.release();
    return fail(away(board.id, held.value.target.id));
  }
  work.boards.set(board.id, held.value);
  return held;
}

const heldBefore = ({ boards, task }: Holder, id: string): BoardHold | undefined =>
  task?.board?.target.id === id ? task.board : boards.get(id);

/** Gives the board back. */
function letGo({ boards, task }: Holder, id: string): void {
  boards.get(id)?.release();
  boards.delete(id);
  if (task?.board?.target.id !== id) return;
  task.board.release();
  task.board = null;
}

/** Gives all boards back that calls took, so that the session's test can have any; and consoles that only one can have. */
export async function freeBoards(work: Pick<SessionWork, 'boards' | 'task' | 'consoles'>): Promise<void> {
  for (const id of [...work.boards.keys()]) {
    work.boards.get(id)?.release();
    work.boards.delete(id);
  }
  if (work.task?.profile.kind !== 'bmc') return;
  for (const [id, console] of work.consoles) {
    work.consoles.delete(id);
    await console.close();
  }
}

/** The profile that finds just this board; null where nothing of it can be held. */
function placed(
  profile: NamedBoard['profile'],
  key: NamedBoard['board']['key'],
): HoldOptions['profile'] | null {
  if (profile.kind === 'bmc') return profile;
  if (profile.kind === 'board') return { ...profile, find: findOf(profile.find, key) };
  if (profile.kind !== 'script' || profile.find === undefined) return null;
  return { ...profile, find: findOf(profile.find, key) };
}

const away = (id: string, found: string): Problem => ({
  code: 'BOARD_NOT_FOUND',
  message: text`board ${id} is not plugged in; what is there is ${found}`,
  where: id,
  next: text`plug it in, or name the board that is there`,
});

const notHeld = (id: string): Problem => ({
  code: 'BOARD_NOT_FOUND',
  message: text`the profile of the board does not say how to find it`,
  where: id,
  next: text`add find to the profile`,
});
