import { NOTICE, WAITING } from '../../../shared/events.js';
import type { ProblemCode, Result } from '../../../shared/problem.js';
import { isSimulated } from '../../../shared/profile.js';
import { inEnglish, type Words } from '../../../shared/texts/words.js';
import type { EnvironmentRequest } from '../../bench/environment.js';
import type { FlashProgress } from '../../bench/flash/flasher.js';
import { PHASE_TEXT } from '../../bench/flash/phase-text.js';
import type { CallIo } from '../../engine/tool.js';
import type { WorkIo } from '../../engine/work-io.js';
import { endEnvelope } from '../../lab/boards/envelope.js';
import { countFlash } from '../../lab/boards/flashes.js';
import { type BoardWork, boardName, stillHeld } from './board-work.js';
import { flashAsking, type Origin } from './flash-gate.js';
import { switchAsking } from './switch-gate.js';

/** What a target is let do to a board. */
export type Permit = Pick<
  EnvironmentRequest,
  'agree' | 'agreeToSwitch' | 'spend' | 'run' | 'unsafe' | 'onWaiting' | 'onFlash'
>;

/** What every target may do: tell how far it is. */
const toldBy = (io: CallIo): Permit => ({
  run: io.run,
  unsafe: io.unsafe,
  onWaiting: (why) => io.progress(WAITING, why),
  onFlash: inSteps((phase, done, total) => io.progress('FLASH_OR_DEPLOY', PHASE_TEXT[phase], done, total)),
});

/**
 * What lets a target write to a board: a person is asked, and every write is counted.
 *
 * @param limit writes that the run may begin on it; null: as many as it likes
 */
export const flashPermit = (work: BoardWork, io: CallIo, origin: Origin, limit: number | null): Permit => ({
  ...toldBy(io),
  agree: async (asked) => {
    work.board?.noteAnswered();
    return io.agree(await flashAsking(work, io, asked, origin));
  },
  spend: () => beginWrite(work, io.run, limit),
});

/** What lets a target switch a machine, and write to it where its profile deploys so. */
export const switchPermit = (work: BoardWork, io: CallIo): Permit => ({
  ...toldBy(io),
  agreeToSwitch: async (asked) => (await io.agree(switchAsking(work, io, asked))) && stillHeld(work).ok,
  spend: () => beginWrite(work, io.run, limitOf(work)),
});

/** A page is too little to tell of: one in a hundred is. */
function inSteps(
  tell: (phase: FlashProgress['phase'], done: number, total: number) => void,
): Permit['onFlash'] {
  let before = '';
  return ({ phase, done, total }) => {
    const step = `${phase} ${total === 0 ? 0 : Math.floor((100 * done) / total)}`;
    if (step !== before) tell(phase, done, total);
    before = step;
  };
}

/** Writes that one run may begin on one board; null where there is nothing that wears. */
export const limitOf = ({ profile }: Pick<BoardWork, 'profile'>): number | null =>
  'flashesPerRun' in profile ? profile.flashesPerRun : null;

/** A person may have thought about it for long: the board must still be the run's. */
function beginWrite(work: BoardWork, owner: string, limit: number | null): Result<void> {
  const held = stillHeld(work);
  return held.ok ? countFlash(work.home, { board: boardName(work), owner, limit }) : held;
}

/** A person, the image or this computer stood in the way: no fault of the board. */
export const NO_FAULT_OF_THE_BOARD: ReadonlySet<ProblemCode> = new Set<ProblemCode>([
  'FLASH_DECLINED',
  'FLASH_BUDGET_SPENT',
  'IMAGE_MALFORMED',
  'IMAGE_REFUSED',
  'SCRIPT_REFUSED',
  'PORT_BUSY',
  'PORT_PERMISSION',
  'TOOLCHAIN_MISSING',
]);

/** The board did something else than expected: what was granted for it is over, and the next write is asked for. */
export async function endGrant(
  work: BoardWork,
  io: Pick<WorkIo, 'run' | 'progress'>,
  why: Words,
): Promise<void> {
  if (isSimulated(work.profile)) return;
  const ended = await endEnvelope(work.home, { board: boardName(work), owner: io.run }, inEnglish(why));
  // where the registry cannot be written, nothing is granted by it either
  if (!ended.ok) io.progress(NOTICE, ended.error.message);
}
