import { ok, type Result } from '../../../shared/problem.js';
import type { ChildRegistry, Exec } from '../../../shared/process.js';
import type { BmcProfile } from '../../../shared/profile/bmc.js';
import type { EnvironmentRequest } from '../environment.js';
import type { PowerSwitch } from '../power/power-switch.js';
import { openCommandConsole } from './command-console.js';
import { ipmiPower } from './ipmi-power.js';
import { redfishPower } from './redfish/redfish-power.js';
import type { RemoteConsole } from './remote-console.js';
import { readSecret } from './secret.js';
import { freeSol, openSol } from './sol-console.js';

/** A machine behind its controller. */
export interface Machine {
  power: PowerSwitch;
  openConsole(signal: AbortSignal): Promise<Result<RemoteConsole>>;
  /** Ends the console session that somebody else has open. */
  freeConsole(signal: AbortSignal): Promise<Result<void>>;
  /** What is typed at each of the profile's `boot.prompts`. */
  answers: readonly string[];
}

/** Reads the secrets of a profile; nothing is asked of the controller yet. Errors: those of `readSecret`. */
export function openMachine(
  profile: BmcProfile,
  { operation, sessionDir }: Pick<EnvironmentRequest, 'operation' | 'sessionDir'>,
  { exec, children }: { exec: Exec; children: ChildRegistry },
): Result<Machine> {
  const password = readSecret(profile.password);
  if (!password.ok) return password;
  const answers = answersOf(profile);
  if (!answers.ok) return answers;
  const access = { profile, password: password.value, exec, operation };
  const deps = { children, operation, cwd: sessionDir };
  const { command } = profile.console;
  return ok({
    power: profile.power === 'redfish' ? redfishPower(access) : ipmiPower(access),
    openConsole: (signal) =>
      command === undefined ? openSol(access, deps, signal) : openCommandConsole(command, deps),
    freeConsole: (signal) => freeSol(access, signal),
    answers: answers.value,
  });
}

function answersOf({ boot }: BmcProfile): Result<readonly string[]> {
  const read = boot.prompts.map(({ answer, secret }) => (secret ? readSecret(secret) : ok(answer)));
  const missing = read.find((one) => !one.ok);
  return missing && !missing.ok ? missing : ok(read.flatMap((one) => (one.ok ? [one.value] : [])));
}
