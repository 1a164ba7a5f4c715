import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { fail, ok, type Problem, type Result } from '../../../shared/problem.js';
import type { BoardProfile } from '../../../shared/profile/board.js';
import { text } from '../../../shared/texts/words.js';
import type { TargetTools } from '../../bench/open-environment.js';
import { boardIsBack } from '../../bench/ports/await-board.js';
import { offAndOn } from '../../bench/power/power-steps.js';
import { noteFileFor } from '../../bench/script/outliving.js';
import type { Asking, CallIo, Tool } from '../../engine/tool.js';
import type { WorkIo } from '../../engine/work-io.js';
import { type BoardWork, boardName, stillHeld } from './board-work.js';
import { endGrant, NO_FAULT_OF_THE_BOARD, type Permit, switchPermit } from './permit.js';
import { switchAsking } from './switch-gate.js';

/** Program output that is kept of each step, characters. */
const MAX_OUTPUT = 1024 * 1024;

/** Work on a target that can be switched. */
export interface PowerWork extends BoardWork {
  paths: BoardWork['paths'] & { sessions: string };
  targetTools: TargetTools;
  /** Brings a machine behind a controller up. Errors: FLASH_DECLINED where nobody agreed, those of the controller. */
  boot?(permit: Permit, signal: AbortSignal): Promise<Result<unknown>>;
}

const PowerArguments = z.object({
  board: z.string(),
  /** `cycle`: off and on, by the programs of the profile. `boot`: as the controller of the machine does it. */
  action: z.enum(['cycle', 'boot']),
});
type PowerArguments = z.infer<typeof PowerArguments>;

/** The profile and its programs; null where it has none. */
function switched({
  profile,
}: Pick<BoardWork, 'profile'>): (BoardProfile & Required<Pick<BoardProfile, 'power'>>) | null {
  return profile.kind === 'board' && profile.power !== undefined
    ? { ...profile, power: profile.power }
    : null;
}

/** Whether the programs of the profile can switch this board. */
export const canCycle = (work: Pick<BoardWork, 'profile' | 'board'>): boolean =>
  switched(work) !== null && work.board !== null;

/** A controller's question names who else uses the machine: it comes in the middle of the work. */
async function powerGate(
  { action }: PowerArguments,
  work: PowerWork,
  io: Pick<WorkIo, 'run' | 'progress'>,
): Promise<Asking | null> {
  const profile = switched(work);
  if (action !== 'cycle' || profile === null || work.board === null) return null;
  const { id, port } = work.board.target;
  return switchAsking(work, io, {
    machine: `${profile.title} (${id}, ${port})`,
    actions: ['power-cycle'],
    commands: [profile.power.off.command, profile.power.on.command],
    alwaysAsk: false,
  });
}

/** Switches off and on, and waits until the board is back. */
async function cycle(work: PowerWork, { mark, signal }: CallIo): Promise<Result<null>> {
  const profile = switched(work);
  if (profile === null) throw new Error('a board without a switch is not switched');
  // a person may have thought about it for long: the board must still be the run's
  const held = stillHeld(work);
  if (!held.ok) return held;
  const sessionDir = path.join(work.paths.sessions, mark);
  await mkdir(sessionDir, { recursive: true });
  const request = { workTree: work.paths.clone, sessionDir, operation: mark };
  const noteFile = noteFileFor(work.home, profile.id);
  const place = { ...work.targetTools, request, noteFile, maxOutput: MAX_OUTPUT };
  const done = await offAndOn(profile.power, place, signal);
  if (!done.ok) return done;
  return (await boardIsBack(profile.find, signal)) ? ok(null) : fail(away(boardName(work)));
}

async function boot(work: PowerWork, io: CallIo): Promise<Result<null>> {
  if (!work.boot) throw new Error('a machine without a controller is not booted by one');
  const up = await work.boot(switchPermit(work, io), io.signal);
  if (up.ok) return ok(null);
  if (!NO_FAULT_OF_THE_BOARD.has(up.error.code)) await endGrant(work, io, up.error.message);
  return up;
}

/** Switches a board or a machine. Errors: DECLINED or FLASH_DECLINED, BOARD_NOT_FOUND, those of the programs. */
export const power: Tool<PowerArguments, null, PowerWork> = {
  ...{
    name: 'power',
    kind: 'power',
    isIdempotent: false,
    scope: 'power',
    danger: 'lasting',
  },
  arguments: PowerArguments,
  result: z.null(),
  gate: powerGate,
  perform: ({ action }, work, io) => (action === 'cycle' ? cycle(work, io) : boot(work, io)),
  // switched once more, by the same approval
  reconcile: async () => 'again',
};

const away = (board: string): Problem => ({
  code: 'BOARD_NOT_FOUND',
  message: text`the board did not come back after it was switched off and on`,
  where: board,
  next: text`check the power switch and the cable of the board`,
});
