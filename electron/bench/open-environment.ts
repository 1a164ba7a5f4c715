import { ok, type Result } from '../../shared/problem.js';
import type { ChildRegistry, Exec } from '../../shared/process.js';
import type { Profile } from '../../shared/profile.js';
import { createBmcEnvironment } from './bmc/bmc-environment.js';
import { checkMachine } from './bmc/machine.js';
import { createBoardEnvironment } from './board/board-environment.js';
import type { BoardTools } from './board/board-target.js';
import type { Environment, EnvironmentRequest } from './environment.js';
import { createHostEnvironment } from './host/host-environment.js';
import { checkSimulator } from './qemu/check-simulator.js';
import { createQemuEnvironment } from './qemu/qemu-environment.js';
import { createScriptEnvironment } from './script/script-environment.js';

/** What targets are driven with. */
export interface TargetTools extends BoardTools {
  children: ChildRegistry;
}

/** The target that a profile describes; nothing is started yet. */
export function openEnvironment(
  profile: Profile,
  request: EnvironmentRequest,
  tools: TargetTools,
): Environment {
  switch (profile.kind) {
    case 'qemu':
      return createQemuEnvironment(profile, request, tools.exec);
    case 'host':
      return createHostEnvironment(profile, request, tools.exec);
    case 'board': {
      if (request.board === undefined) throw new Error('a board is leased before it is opened');
      return createBoardEnvironment(profile, request, request.board, tools);
    }
    case 'script':
      return createScriptEnvironment(profile, request, tools);
    case 'bmc':
      return createBmcEnvironment(profile, request, tools);
  }
}

/**
 * Whether this computer has the simulator with the machine, or what talks to a management controller. Errors:
 * TOOLCHAIN_MISSING with the command that installs it, PORT_PERMISSION where a password is not there, those of
 * `checkSimulator`.
 */
export async function checkProfileTools(profile: Profile, exec: Exec): Promise<Result<void>> {
  if (profile.kind === 'bmc') return checkMachine(profile);
  return profile.kind === 'qemu' ? checkSimulator(profile, exec) : ok(undefined);
}
