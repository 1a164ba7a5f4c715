import * as z from 'zod';
import { ok, type Result } from '../../../shared/problem.js';
import type { Asking, CallIo, Tool } from '../../engine/tool.js';
import type { WorkIo } from '../../engine/work-io.js';
import type { BoardWork } from './board-work.js';
import { endGrant, NO_FAULT_OF_THE_BOARD, type Permit, switchPermit } from './permit.js';
import { switchAsking } from './switch-gate.js';
import { commandsFor, SWITCH_ACTIONS, SWITCHINGS, type SwitchWork, switchTarget } from './switching.js';

/** Work on a target that can be switched. */
export interface PowerWork extends SwitchWork {
  /** Brings a machine behind a controller up. Errors: FLASH_DECLINED where nobody agreed, those of the controller. */
  boot?(permit: Permit, signal: AbortSignal): Promise<Result<unknown>>;
}

const PowerArguments = z.object({
  board: z.string(),
  /** By the programs of the profile, its controller or its bootloader; `boot`: as a test session of the machine begins. */
  action: z.enum([...SWITCHINGS, 'boot']),
});
type PowerArguments = z.infer<typeof PowerArguments>;

/** Whether the programs of the profile can switch this board off and on. */
export const canCycle = ({ profile, board }: Pick<BoardWork, 'profile' | 'board'>): boolean =>
  profile.kind === 'board' && commandsFor(profile, 'cycle') !== null && board !== null;

/** A test session's own question names who else uses the machine: it comes in the middle of the work. */
async function powerGate(
  { action }: PowerArguments,
  work: PowerWork,
  io: Pick<WorkIo, 'run' | 'progress'>,
): Promise<Asking | null> {
  if (action === 'boot') return null;
  const commands = commandsFor(work.profile, action);
  if (commands === null || work.board === null) return null;
  const actions = [SWITCH_ACTIONS[action]];
  return switchAsking(work, io, { machine: machineOf(work), actions, commands, alwaysAsk: false });
}

function machineOf({ profile, board }: BoardWork): string {
  if (profile.kind === 'bmc') return `${profile.title} (${profile.user}@${profile.host}, ${profile.power})`;
  const names = [board?.target.id ?? profile.id, board?.target.port ?? null].filter((name) => name !== null);
  return `${profile.title} (${names.join(', ')})`;
}

async function boot(work: PowerWork, io: CallIo): Promise<Result<null>> {
  if (!work.boot) throw new Error('a machine without a controller is not booted by one');
  const up = await work.boot(switchPermit(work, io), io.signal);
  if (up.ok) return ok(null);
  if (!NO_FAULT_OF_THE_BOARD.has(up.error.code)) await endGrant(work, io, up.error.message);
  return up;
}

/** Switches a board or a machine. Errors: DECLINED or FLASH_DECLINED, BOARD_NOT_FOUND, those of `switchTarget`. */
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
  perform: ({ action }, work, io) => (action === 'boot' ? boot(work, io) : switchTarget(work, action, io)),
  // switched once more, by the same approval
  reconcile: async () => 'again',
};
