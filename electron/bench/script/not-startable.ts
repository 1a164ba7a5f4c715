import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Problem } from '../../../shared/problem.js';
import type { CommandLine } from './command-line.js';
import { interpreterOf } from './interpreter.js';

const problem = (where: string, message: string, next: string): Problem => ({
  code: 'TOOLCHAIN_MISSING',
  where,
  message,
  next,
});

/** Its place is told beside the message, where there is room for it. */
const name = (file: string): string => path.basename(file);

const COMMAND = 'correct `command` in the profile: a path is relative to the profile';

/**
 * What is wrong with the place of a script, told before its shell is started: that one ends with an exit code, which
 * `outcomes` may take for the script's own, and a folder is an empty script to dash and cmd.exe. Null where nothing is.
 */
export async function wrongPlace({ script, cwd }: CommandLine): Promise<Problem | null> {
  if ((await kindOf(cwd)) !== 'folder')
    return problem(
      cwd,
      `there is no working folder ${name(cwd)}`,
      'make it, or correct `cwd` in the profile',
    );
  // what has no extension may get one on the way: PATHEXT of Windows
  const isLookedFor = !path.isAbsolute(script) || (process.platform === 'win32' && !path.extname(script));
  if (isLookedFor) return null;
  const kind = await kindOf(script);
  if (kind === 'file') return null;
  const what = kind === 'folder' ? 'a folder is no script' : 'there is no such script or program';
  return problem(script, `${what}: ${name(script)}`, COMMAND);
}

const kindOf = (file: string): Promise<'file' | 'folder' | 'nothing'> =>
  stat(file).then(
    (found) => (found.isDirectory() ? 'folder' : 'file'),
    () => 'nothing',
  );

/** Where to get what runs scripts. */
const GET: Readonly<Record<string, string>> = {
  pwsh: 'install PowerShell 7, or name the .sh of the vendor in the profile',
  sh: 'install it: Git for Windows brings one',
};

/**
 * Why the system started nothing at the right place.
 *
 * @param code of the system's error
 */
export function notStarted({ file, script }: CommandLine, code: string | undefined, why: string): Problem {
  const itself = path.isAbsolute(script) ? interpreterOf(script)?.[0] : undefined;
  const runner = file === script ? itself : file;
  if (code === 'ENOENT' && runner !== undefined)
    return problem(
      script,
      `there is no ${runner} on this computer, which runs ${name(script)}`,
      GET[runner] ?? 'install it, or correct the first line of the script',
    );
  if (code === 'ENOENT')
    return problem(script, `not on PATH: ${script}`, 'install it, or give its path in the profile');
  if (code === 'EACCES')
    return problem(
      script,
      `not marked as executable: ${name(script)}`,
      `chmod +x '${script.replaceAll("'", `'\\''`)}'`,
    );
  return problem(script, `starting ${name(script)} failed: ${why}`, COMMAND);
}
