import { WAITING } from '../../../shared/events.js';
import { fail, type Result } from '../../../shared/problem.js';
import type { Profile } from '../../../shared/profile.js';
import { text } from '../../../shared/texts/words.js';
import { currentBootId } from '../../bench/process/children.js';
import type { WorkIo } from '../../engine/work-io.js';
import { type BoardHold, holdBoard } from '../../lab/boards/hold.js';
import { ownerIsAlive, thisProcess } from '../../lab/this-process.js';
import type { TestWork } from '../target/test-work.js';

/** What one board is deployed to with: its profile, and what a run works with. */
export type DeployWork = Omit<TestWork, 'board'>;

type Waiting = Pick<WorkIo, 'run' | 'signal' | 'progress' | 'standStill'>;

/**
 * Works on a board of a profile while this run has it alone; a named one and no other. One that others have is waited for, which uses
 * up no time of the state. Errors: those of `holdBoard` and of the work; BOARD_NOT_FOUND where another board answers.
 */
export async function onBoard<T>(
  { home, profile }: { home: string; profile: Profile },
  board: string | null,
  io: Waiting,
  work: (hold: BoardHold) => Promise<Result<T>>,
): Promise<Result<T>> {
  if (profile.kind !== 'board') throw new Error(`${profile.id} names no board`);
  let goOn: (() => void) | null = null;
  const held = await holdBoard({
    ...{ home, profile, owner: io.run, signal: io.signal, wish: { prefer: board, avoid: [] } },
    ...{ process: thisProcess(), isAlive: ownerIsAlive(currentBootId()) },
    onWaiting: (why) => {
      io.progress(WAITING, why);
      goOn ??= io.standStill();
    },
  }).finally(() => goOn?.());
  if (!held.ok) return held;
  try {
    const { id } = held.value.target;
    if (board !== null && id !== board)
      return fail({
        code: 'BOARD_NOT_FOUND',
        message: text`board ${board} is not there; ${id} answers`,
        where: board,
      });
    return await work(held.value);
  } finally {
    held.value.release();
  }
}

/** Why a board cannot be put back: nothing reads what a script's board holds, or nobody has written it down. */
export const unknownContent = (board: string, { kind }: Pick<Profile, 'kind'>): Result<never> =>
  fail(
    kind === 'script'
      ? {
          code: 'USAGE',
          message: text`a script wrote ${board}, so it cannot be put back`,
          next: text`have the vendor's program write the earlier image by hand`,
        }
      : {
          code: 'USAGE',
          message: text`what ${board} held before is not known, so it cannot be written back`,
          next: text`write a known image by hand: benchloop flash`,
        },
  );
