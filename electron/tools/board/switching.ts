import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { fail, ok, type Problem, type Result } from '../../../shared/problem.js';
import type { BmcProfile } from '../../../shared/profile/bmc.js';
import type { BoardProfile } from '../../../shared/profile/board.js';
import type { ScriptProfile, ScriptStep } from '../../../shared/profile/script.js';
import type { Profile } from '../../../shared/profile.js';
import { text } from '../../../shared/texts/words.js';
import { openMachine } from '../../bench/bmc/machine.js';
import type { SwitchAction } from '../../bench/environment.js';
import type { TargetTools } from '../../bench/open-environment.js';
import { boardIsBack } from '../../bench/ports/await-board.js';
import { offAndOn } from '../../bench/power/power-steps.js';
import { switchOff } from '../../bench/power/power-switch.js';
import { noteFileFor } from '../../bench/script/outliving.js';
import { doStep, type StepPlace } from '../../bench/script/perform-step.js';
import type { CallIo } from '../../engine/tool.js';
import { resetHeld } from '../../lab/boards/flash-held.js';
import { allowPrograms } from '../target/allow-programs.js';
import { type BoardWork, boardName, stillHeld } from './board-work.js';

/** What can be done to the supply of a board or a machine. */
export const SWITCHINGS = ['on', 'off', 'cycle', 'reset'] as const;
export type Switching = (typeof SWITCHINGS)[number];

/** As a person is asked for it. */
export const SWITCH_ACTIONS: Readonly<Record<Switching, SwitchAction>> = {
  on: 'power-on',
  off: 'power-off',
  cycle: 'power-cycle',
  reset: 'reset',
};

/** Program output that is kept of each step, characters. */
const MAX_OUTPUT = 1024 * 1024;

/** Work on a target that can be switched. */
export interface SwitchWork extends BoardWork {
  paths: BoardWork['paths'] & { sessions: string };
  targetTools: TargetTools;
}

/** The programs of the profile that do it; null where the profile cannot do it. */
export function commandsFor(profile: Profile, action: Switching): readonly (readonly string[])[] | null {
  const { off, on, reset } = stepsOf(profile);
  if (profile.kind === 'bmc' || (profile.kind === 'board' && action === 'reset')) return [];
  const steps = { on: [on], off: [off], cycle: [off, on], reset: [reset] }[action];
  return steps.every((step) => step !== undefined) ? steps.map((step) => step?.command ?? []) : null;
}

interface Steps {
  off?: ScriptStep | undefined;
  on?: ScriptStep | undefined;
  reset?: ScriptStep | undefined;
}

function stepsOf(profile: Profile): Steps {
  if (profile.kind === 'board') return { off: profile.power?.off, on: profile.power?.on };
  return profile.kind === 'script' ? { reset: profile.reset } : {};
}

/** The problem of a profile that cannot do it. */
export const cannotSwitch = (profile: Profile, action: Switching): Problem => ({
  code: 'USAGE',
  message: text`the profile ${profile.id} has nothing that does this to the board: ${action}`,
  next: text`add power or reset to the profile, or do it by hand`,
});

/** Switches the target of some work. Errors: those of the programs, the controller and the flasher; BOARD_NOT_FOUND where it stays away. */
export async function switchTarget(work: SwitchWork, action: Switching, io: CallIo): Promise<Result<null>> {
  // a person may have thought about it for long: the board must still be the run's
  const held = stillHeld(work);
  if (!held.ok) return held;
  const allowed = await allowPrograms(work, io);
  if (!allowed.ok) return allowed;
  const done = await byKind(work, action, io);
  return done.ok ? ok(null) : done;
}

async function byKind(work: SwitchWork, action: Switching, io: CallIo): Promise<Result<void>> {
  const { profile } = work;
  if (profile.kind === 'bmc') return switchMachine(work, profile, action, io);
  if (profile.kind === 'board')
    return action === 'reset' ? resetBoard(work, profile, io) : switchBoard(work, profile, action, io);
  if (profile.kind === 'script') return resetByScript(work, profile, io);
  return fail(cannotSwitch(profile, action));
}

/** A folder of its own for what the programs leave. */
async function placeFor(work: SwitchWork, { mark }: CallIo): Promise<StepPlace> {
  const sessionDir = path.join(work.paths.sessions, mark);
  await mkdir(sessionDir, { recursive: true });
  const board = work.board?.target;
  return {
    ...work.targetTools,
    request: { workTree: work.paths.clone, sessionDir, operation: mark, ...(board ? { board } : {}) },
    noteFile: noteFileFor(work.home, work.profile.id),
    maxOutput: MAX_OUTPUT,
  };
}

async function switchBoard(
  work: SwitchWork,
  { power, ...profile }: BoardProfile,
  action: Exclude<Switching, 'reset'>,
  io: CallIo,
): Promise<Result<void>> {
  if (power === undefined) return fail(cannotSwitch(work.profile, action));
  const place = await placeFor(work, io);
  if (action === 'off') return doStep(power.off, place, io.signal);
  const done = await (action === 'on'
    ? doStep(power.on, place, io.signal)
    : offAndOn(power, place, io.signal));
  if (!done.ok) return done;
  return (await boardIsBack(profile.find, io.signal)) ? ok(undefined) : fail(away(boardName(work)));
}

/** Through its bootloader; nothing is written. */
async function resetBoard(work: SwitchWork, profile: BoardProfile, io: CallIo): Promise<Result<void>> {
  if (work.board === null) return fail(cannotSwitch(profile, 'reset'));
  const request = { run: io.run, unsafe: io.unsafe };
  const { targetTools: tools } = work;
  return resetHeld({ profile, board: work.board.target, tools, request, signal: io.signal });
}

async function resetByScript(work: SwitchWork, { reset }: ScriptProfile, io: CallIo): Promise<Result<void>> {
  if (reset === undefined) return fail(cannotSwitch(work.profile, 'reset'));
  return doStep(reset, await placeFor(work, io), io.signal);
}

async function switchMachine(
  work: SwitchWork,
  profile: BmcProfile,
  action: Switching,
  io: CallIo,
): Promise<Result<void>> {
  const { request } = await placeFor(work, io);
  const machine = openMachine(profile, request, work.targetTools);
  if (!machine.ok) return machine;
  const { power } = machine.value;
  if (action === 'on' || action === 'reset') return power.apply(action, io.signal);
  const off = await switchOff(power, { offSec: profile.boot.offSec, signal: io.signal });
  return off.ok && action === 'cycle' ? power.apply('on', io.signal) : off;
}

const away = (board: string): Problem => ({
  code: 'BOARD_NOT_FOUND',
  message: text`the board did not come back after it was switched off and on`,
  where: board,
  next: text`check the power switch and the cable of the board`,
});
