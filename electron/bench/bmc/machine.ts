import { resolve } from 'node:path';
import { fail, ok, type Result } from '../../../shared/problem.js';
import type { ChildRegistry, Exec } from '../../../shared/process.js';
import type { BmcProfile } from '../../../shared/profile/bmc.js';
import type { EnvironmentRequest } from '../environment.js';
import type { PowerSwitch } from '../power/power-switch.js';
import { findProgram, searchFolders } from '../process/search-path.js';
import { type ChildDeps, startConsoleChild } from './console-child.js';
import { type IpmiAccess, ipmi, ipmiProblem, noIpmitool } from './ipmitool.js';
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
  const secrets = secretsOf(profile);
  if (!secrets.ok) return secrets;
  const { password, answers } = secrets.value;
  const access = { profile, password, exec, operation };
  const deps = { children, operation, cwd: sessionDir };
  const { command } = profile.console;
  return ok({
    power: profile.power === 'redfish' ? redfishPower(access) : ipmiPower(access),
    openConsole: (signal) =>
      command === undefined ? openSol(access, deps, signal) : openCommandConsole(command, deps),
    freeConsole: (signal) => freeSol(access, signal),
    answers,
  });
}

/** The password of the controller, and what is typed at each of `boot.prompts`. Errors: those of `readSecret`. */
function secretsOf({ password, boot }: BmcProfile): Result<{ password: string; answers: readonly string[] }> {
  const read = readSecret(password);
  if (!read.ok) return read;
  const answers = boot.prompts.map(({ answer, secret }) => (secret ? readSecret(secret) : ok(answer)));
  const missing = answers.find((one) => !one.ok);
  if (missing && !missing.ok) return missing;
  return ok({ password: read.value, answers: answers.flatMap((one) => (one.ok ? [one.value] : [])) });
}

/**
 * Whether this computer has what a machine needs; the controller is not asked. Errors: TOOLCHAIN_MISSING where there is no
 * ipmitool, those of `readSecret`.
 */
export function checkMachine(profile: BmcProfile): Result<void> {
  const byIpmi = profile.power === 'ipmi' || profile.console.command === undefined;
  if (byIpmi && findProgram(profile.ipmi.program, resolve('/'), searchFolders()) !== 'found')
    return fail(noIpmitool(profile));
  const secrets = secretsOf(profile);
  return secrets.ok ? ok(undefined) : secrets;
}

const LAST_WORDS = 500;

/**
 * A program of the user's is the console: what it prints the machine says, what it reads is typed. It runs unconfined, as
 * it needs the network. Errors: TOOLCHAIN_MISSING where it cannot be started.
 */
async function openCommandConsole(
  command: readonly string[],
  deps: ChildDeps,
): Promise<Result<RemoteConsole>> {
  const child = startConsoleChild(command, {}, deps);
  if (!child.started) {
    return fail({
      code: 'TOOLCHAIN_MISSING',
      message: `${command[0]} could not be started`,
      where: 'console.command',
      next: 'install it, or name its path in the profile',
    });
  }
  return ok({
    type: child.write,
    hear: child.onOutput,
    ended: child.ended.then(() => child.words().trim().slice(-LAST_WORDS)),
    close: async () => {
      await child.close();
    },
  });
}

/** Power by "Chassis Control" and "Get Chassis Status" (IPMI v2.0, 28.2 and 28.3). */
const ipmiPower = (access: IpmiAccess): PowerSwitch => ({
  isOn: async (signal) => {
    const status = await ipmi(access, ['chassis', 'power', 'status'], signal);
    if (!status.ok) return status;
    const state = /Chassis Power is (on|off)/.exec(status.value)?.[1];
    return state === undefined ? fail(ipmiProblem(access.profile, status.value)) : ok(state === 'on');
  },
  apply: async (action, signal) => {
    const done = await ipmi(access, ['chassis', 'power', action], signal);
    return done.ok ? ok(undefined) : done;
  },
});
