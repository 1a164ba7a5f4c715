import { resolve } from 'node:path';
import { nearest } from '../../../shared/nearest.js';
import { fail, ok, type Result } from '../../../shared/problem.js';
import type { Exec } from '../../../shared/process.js';
import type { QemuProfile } from '../../../shared/profile.js';
import { missingSimulator } from '../missing-simulator.js';

const LIST_MS = 60_000;

/**
 * Whether the simulator runs and has the machine that the profile names: `-machine [type=]name[,prop=value…]` (QEMU,
 * "Invocation"). Errors: PROFILE_MALFORMED, those of `machinesOf`.
 */
export async function checkSimulator(profile: QemuProfile, exec: Exec): Promise<Result<void>> {
  const known = await machinesOf(profile, exec);
  if (!known.ok) return known;
  const name = profile.machine.replace(/^type=/, '').replace(/,.*$/s, '');
  if (known.value.includes(name)) return ok(undefined);
  const near = nearest(name, known.value);
  return fail({
    code: 'PROFILE_MALFORMED',
    message: `${profile.binary} has no machine "${name}"${near ? `; did you mean "${near}"?` : ''}`,
    where: `profile ${profile.id}`,
    next: `set machine in the profile to one that \`${profile.binary} -machine help\` names`,
  });
}

/** The simulator's own list: under a heading one machine a line, its name first. Errors: TOOLCHAIN_MISSING, TEST_ENV_FAILURE. */
async function machinesOf(profile: QemuProfile, exec: Exec): Promise<Result<string[]>> {
  const { binary } = profile;
  const done = await exec({
    argv: [binary, '-machine', 'help'],
    cwd: resolve('/'),
    timeoutMs: LIST_MS,
    operation: 'machines',
    confine: { writable: [] },
  });
  if (done.ended === 'not-found' || done.ended === 'not-executable')
    return fail(missingSimulator(profile, done.ended));
  if (done.exitCode === 0) {
    const [, ...lines] = Buffer.from(done.stdout).toString().split(/\r?\n/);
    return ok(lines.flatMap((line) => line.split(/\s/, 1)).filter((name) => name !== ''));
  }
  const words = Buffer.from(done.stderr).toString().trim() || `it ended: ${done.signal ?? done.ended}`;
  return fail({
    code: 'TEST_ENV_FAILURE',
    message: `${binary} does not list its machines: ${words}`,
    where: `profile ${profile.id}`,
    next: `mend ${binary} until \`${binary} -machine help\` lists its machines`,
  });
}
