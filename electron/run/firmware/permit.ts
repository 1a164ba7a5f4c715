import { WAITING } from '../../../shared/events.js';
import type { Result } from '../../../shared/problem.js';
import type { EnvironmentRequest } from '../../bench/environment.js';
import type { FlashProgress } from '../../bench/flash/flasher.js';
import { PHASE_TEXT } from '../../bench/flash/phase-text.js';
import { countFlash } from '../boards/flashes.js';
import type { EffectIo } from '../engine/effect.js';
import type { FirmwareBench } from './bench.js';
import { mayFlash } from './flash-gate.js';
import { stillHeld } from './hold-target.js';
import { maySwitch } from './switch-gate.js';

/** What a target is let do to a board. */
export type Permit = Pick<
  EnvironmentRequest,
  'agree' | 'agreeToSwitch' | 'spend' | 'run' | 'unsafe' | 'onWaiting' | 'onFlash'
>;

/** What a run lets its target do to a board: a person is asked, and every write is counted. */
export const permit = (bench: FirmwareBench, io: EffectIo): Permit => ({
  run: io.run,
  unsafe: io.unsafe,
  onWaiting: (why) => io.progress(WAITING, why),
  onFlash: inSteps((phase, done, total) => io.progress('FLASH_OR_DEPLOY', PHASE_TEXT[phase], done, total)),
  agree: (asked) => {
    bench.board?.noteAnswered();
    return mayFlash(bench, io, asked);
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
export const permitBeyond: typeof permit = (bench, io) => ({
  ...permit(bench, io),
  spend: () => beginWrite(bench, io.run, null),
});

/** A person may have thought about it for long: the board must still be the run's. */
function beginWrite(bench: FirmwareBench, owner: string, limit: number | null): Result<void> {
  const held = stillHeld(bench);
  return held.ok ? countFlash(bench.home, { board: boardName(bench), owner, limit }) : held;
}

/** A board that only a script knows goes by the name of its profile. */
const boardName = ({ board, profile }: FirmwareBench): string => board?.target.id ?? profile.id;
