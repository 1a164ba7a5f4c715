import { WAITING } from '../../../shared/events.js';
import { ok, type Result } from '../../../shared/problem.js';
import type { Profile } from '../../../shared/profile.js';
import { currentBootId } from '../../bench/process/children.js';
import type { WorkIo } from '../../engine/work-io.js';
import { type HoldOptions, holdBoard } from '../../lab/boards/hold.js';
import { ownerIsAlive, thisProcess } from '../../lab/this-process.js';
import { stillHeld } from '../board/board-work.js';
import { noteTaken, type RunFolder, readChoice } from './board-choice.js';
import type { TestWork } from './test-work.js';

/** The profile where it names what only one run can have at a time. */
function heldProfile(profile: Profile): HoldOptions['profile'] | null {
  if (profile.kind === 'board' || profile.kind === 'bmc') return profile;
  if (profile.kind !== 'script') return null;
  const find = profile.find ?? profile.consoleAt;
  return find === undefined ? null : { ...profile, find };
}

type Target = Pick<TestWork, 'home' | 'profile' | 'board'> & RunFolder;
type Waiting = Pick<WorkIo, 'run' | 'signal' | 'progress' | 'standStill'>;

/**
 * A board, or a machine behind a controller, is this run's alone from its first session to the end of the run. One that
 * others have is waited for, which uses up no time of the state. Errors: those of `holdBoard`; LEASE_LOST where a person took it from the run.
 */
export async function holdTarget(work: Target, io: Waiting): Promise<Result<void>> {
  const profile = heldProfile(work.profile);
  if (profile === null) return ok(undefined);
  const held = stillHeld(work);
  const isOthers = !held.ok && held.error.code === 'BOARD_LEASED';
  if (work.board !== null && !isOthers) return held;
  work.board?.release();
  work.board = null;
  return takeTarget(work, profile, io);
}

async function takeTarget(work: Target, profile: HoldOptions['profile'], io: Waiting): Promise<Result<void>> {
  const { current, givenUp } = await readChoice(work);
  let goOn: (() => void) | null = null;
  const held = await holdBoard({
    ...{ home: work.home, profile, owner: io.run, signal: io.signal },
    wish: { prefer: current, avoid: givenUp },
    process: thisProcess(),
    isAlive: ownerIsAlive(currentBootId()),
    onWaiting: (why) => {
      io.progress(WAITING, why);
      goOn ??= io.standStill();
    },
  }).finally(() => goOn?.());
  if (!held.ok) return held;
  work.board = held.value;
  await noteTaken(work, held.value.target.id);
  return ok(undefined);
}

/**
 * Work on the target, cut short when its board is the run's no longer. Errors: those of the work; of `renewLease`, and
 * then nothing that came of the work counts.
 */
export async function whileHeld<T>(
  { board }: Pick<TestWork, 'board'>,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<Result<T>>,
): Promise<Result<T>> {
  if (board === null) return work(signal);
  const before = board.held();
  if (!before.ok) return before;
  const done = await work(AbortSignal.any([signal, board.lost]));
  const after = signal.aborted ? ok(undefined) : board.held();
  return after.ok ? done : after;
}
