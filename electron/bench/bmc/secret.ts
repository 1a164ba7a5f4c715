import { readFileSync, statSync } from 'node:fs';
import { fail, ok, type Problem, type Result } from '../../../shared/problem.js';
import type { Secret } from '../../../shared/profile/bmc.js';

/** Group and others. */
const NOT_OWNER = 0o077;

/**
 * A secret from where the profile says that it is kept. Errors: PORT_PERMISSION where it is not there, or where others
 * can read the file.
 */
export function readSecret(
  { env, file }: Secret,
  environment: NodeJS.ProcessEnv = process.env,
): Result<string> {
  if (env !== undefined) {
    const value = environment[env] ?? '';
    return value === '' ? fail(unset(env)) : ok(value);
  }
  return readSecretFile(file ?? '');
}

function readSecretFile(file: string): Result<string> {
  try {
    // Windows has no such mode: access there is what the folder's owner set
    const open = process.platform !== 'win32' && (statSync(file).mode & NOT_OWNER) !== 0;
    if (open) return fail(problem(file, 'others can read the file of the password', `chmod 600 ${file}`));
    const [line = ''] = readFileSync(file, 'utf8').split(/\r?\n/);
    return line === '' ? fail(problem(file, 'the file of the password is empty', FIRST_LINE)) : ok(line);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return fail(problem(file, `the file of the password cannot be read: ${why}`, FIRST_LINE));
  }
}

const FIRST_LINE = 'put the password into its first line';

const unset = (name: string): Problem =>
  problem(
    name,
    `the environment variable ${name}, which holds the password, is not set`,
    `set ${name} and start again`,
  );

const problem = (where: string, message: string, next: string): Problem => ({
  code: 'PORT_PERMISSION',
  message,
  where,
  next,
});
