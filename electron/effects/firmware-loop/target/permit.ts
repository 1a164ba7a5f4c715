import { NOTICE, WAITING } from '../../../../shared/events.js';
import type { ProblemCode, Result } from '../../../../shared/problem.js';
import { isSimulated } from '../../../../shared/profile.js';
import type { EnvironmentRequest } from '../../../bench/environment.js';
import type { FlashProgress } from '../../../bench/flash/flasher.js';
import { PHASE_TEXT } from '../../../bench/flash/phase-text.js';
import type { EffectIo } from '../../../engine/effect.js';
import { endEnvelope } from '../../../lab/boards/envelope.js';
import { countFlash } from '../../../lab/boards/flashes.js';
import type { Origin } from '../../../tools/describe-flash.js';
import type { FirmwareBench } from '../bench.js';
import { boardName, mayFlash } from './flash-gate.js';
import { stillHeld } from './hold-target.js';
import { maySwitch } from './switch-gate.js';

/** What a target is let do to a board. */
export type Permit = Pick<
  EnvironmentRequest,
  'agree' | 'agreeToSwitch' | 'spend' | 'run' | 'unsafe' | 'onWaiting' | 'onFlash'
>;

/** What a run lets its target do to a board: a person is asked, and every write is counted. */
export const permit = (bench: FirmwareBench, io: EffectIo, origin: Origin): Permit => ({
  run: io.run,
  unsafe: io.unsafe,
  onWaiting: (why) => io.progress(WAITING, why),
  onFlash: inSteps((phase, done, total) => io.progress('FLASH_OR_DEPLOY', PHASE_TEXT[phase], done, total)),
  agree: (asked) => {
    bench.board?.noteAnswered();
    return mayFlash(bench, io, asked, origin);
  },
  agreeToSwitch: async (asked) => (await maySwitch(bench, io, asked)) && stillHeld(bench).ok,
  spend: () => beginWrite(bench, io.run, limitOf(bench)),
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
export const limitOf = ({ profile }: Pick<FirmwareBench, 'profile'>): number | null =>
  'flashesPerRun' in profile ? profile.flashesPerRun : null;

/** The same for what the run writes at its end: counted, and never refused for having been too much. */
export const permitBeyond: typeof permit = (bench, io, origin) => ({
  ...permit(bench, io, origin),
  spend: () => beginWrite(bench, io.run, null),
});

/** A person may have thought about it for long: the board must still be the run's. */
function beginWrite(bench: FirmwareBench, owner: string, limit: number | null): Result<void> {
  const held = stillHeld(bench);
  return held.ok ? countFlash(bench.home, { board: boardName(bench), owner, limit }) : held;
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
export async function endGrant(bench: FirmwareBench, io: EffectIo, why: string): Promise<void> {
  if (isSimulated(bench.profile)) return;
  const ended = await endEnvelope(bench.home, { board: boardName(bench), owner: io.run }, why);
  // where the registry cannot be written, nothing is granted by it either
  if (!ended.ok) io.progress(NOTICE, ended.error.message);
}
