import { tmpdir } from 'node:os';
import { fail, ok, type Problem, type Result } from '../../../shared/problem.js';
import type { Exec } from '../../../shared/process.js';
import type { BmcProfile } from '../../../shared/profile/bmc.js';
import { ABORTED } from '../within.js';
import { explainIpmi } from './ipmi-words.js';

/** A controller that does not answer is given up by ipmitool itself, after 20 s. */
const LIMIT_MS = 60_000;

/** Who the controller is asked as. */
export interface IpmiAccess {
  profile: Pick<BmcProfile, 'id' | 'host' | 'user' | 'ipmi'>;
  password: string;
  exec: Exec;
  operation: string;
}

/**
 * The argument vector of an ipmitool command. `-v`, because only then it tells a wrong password from a controller that
 * is not there; `-E`, because everybody can read arguments. Source: ipmitool(1).
 */
export function ipmiArgv({ profile }: Pick<IpmiAccess, 'profile'>, command: readonly string[]): string[] {
  const { program, port, cipherSuite, privilege } = profile.ipmi;
  const cipher = cipherSuite === undefined ? [] : ['-C', String(cipherSuite)];
  const at = ['-H', profile.host, '-p', String(port), '-U', profile.user, '-L', privilege];
  return [program, '-v', '-I', 'lanplus', ...cipher, ...at, '-E', ...command];
}

/** Where ipmitool looks for the password; its words are read in English. */
export const ipmiEnvironment = (password: string): Record<string, string> => ({
  IPMI_PASSWORD: password,
  LC_ALL: 'C',
});

/** Runs one command and gives what it printed. Errors: TOOLCHAIN_MISSING, and those of `explainIpmi`. */
export async function ipmi(
  access: IpmiAccess,
  command: readonly string[],
  signal?: AbortSignal,
): Promise<Result<string>> {
  const end = await access.exec({
    argv: ipmiArgv(access, command),
    cwd: tmpdir(),
    env: ipmiEnvironment(access.password),
    timeoutMs: LIMIT_MS,
    operation: access.operation,
    signal,
  });
  if (end.ended === 'aborted') return fail(ABORTED);
  if (end.ended === 'not-found' || end.ended === 'not-executable') return fail(noIpmitool(access.profile));
  if (end.ended === 'exit' && end.exitCode === 0) return ok(Buffer.from(end.stdout).toString('utf8'));
  return fail(ipmiProblem(access.profile, Buffer.from(end.stderr).toString('utf8')));
}

export const ipmiProblem = (profile: IpmiAccess['profile'], words: string): Problem => ({
  where: `profile ${profile.id}, ${profile.host}`,
  ...explainIpmi(words),
});

export const noIpmitool = ({ id, ipmi: { program } }: IpmiAccess['profile']): Problem => ({
  code: 'TOOLCHAIN_MISSING',
  message: `${program} is not installed`,
  where: `profile ${id}`,
  next: 'install it (Debian: sudo apt-get install -y ipmitool), or name its path under `ipmi.program`',
});
