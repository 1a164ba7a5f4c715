import { resolve } from 'node:path';
import { nearest } from '../../../shared/nearest.js';
import { fail, ok, type Result } from '../../../shared/problem.js';
import type { Exec } from '../../../shared/process.js';
import type { QemuProfile } from '../../../shared/profile.js';
import { missingSimulator } from '../missing-simulator.js';

const LIST_MS = 60_000;

/**
 * Whether the simulator runs and has the machine that the profile names, by its own list: under a heading one machine a
 * line, its name first (QEMU, "Invocation": `-machine [type=]name[,prop=value…]`, `-machine help`). Errors:
 * TOOLCHAIN_MISSING, TEST_ENV_FAILURE, PROFILE_MALFORMED.
 */
export async function checkSimulator(profile: QemuProfile, exec: Exec): Promise<Result<void>> {
  const { binary, machine } = profile;
  const where = `profile ${profile.id}`;
  const done = await exec({
    argv: [binary, '-machine', 'help'],
    cwd: resolve('/'),
    timeoutMs: LIST_MS,
    operation: 'machines',
    confine: { writable: [] },
  });
  if (done.ended === 'not-found' || done.ended === 'not-executable')
    return fail(missingSimulator(profile, done.ended));
  if (done.exitCode !== 0) {
    const words = Buffer.from(done.stderr).toString().trim() || `it ended: ${done.signal ?? done.ended}`;
    const next = `mend ${binary} until \`${binary} -machine help\` lists its machines`;
    return fail({
      code: 'TEST_ENV_FAILURE',
      message: `${binary} does not list its machines: ${words}`,
      where,
      next,
    });
  }
  const [, ...lines] = Buffer.from(done.stdout).toString().split(/\r?\n/);
  const known = lines.flatMap((line) => line.split(/\s/, 1)).filter((name) => name !== '');
  const name = machine
    .split(',', 1)
    .join('')
    .replace(/^type=/, '');
  if (known.includes(name)) return ok(undefined);
  const near = nearest(name, known);
  return fail({
    code: 'PROFILE_MALFORMED',
    message: `${binary} has no machine "${name}"${near ? `; did you mean "${near}"?` : ''}`,
    where,
    next: `set machine in the profile to one that \`${binary} -machine help\` names`,
  });
}
