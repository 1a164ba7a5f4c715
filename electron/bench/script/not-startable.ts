import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Problem } from '../../../shared/problem.js';
import { findProgram } from '../process/search-path.js';
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
export async function wrongPlace(line: CommandLine): Promise<Problem | null> {
  const { script, cwd } = line;
  if ((await kindOf(cwd)) !== 'folder')
    return problem(
      cwd,
      `there is no working folder ${name(cwd)}`,
      'make it, or correct `cwd` in the profile',
    );
  // what has no extension may get one on the way: PATHEXT of Windows
  const isLookedFor = !path.isAbsolute(script) || (process.platform === 'win32' && !path.extname(script));
  const kind = isLookedFor ? 'file' : await kindOf(script);
  if (kind === 'file') return notFound(line);
  const what = kind === 'folder' ? 'a folder is no script' : 'there is no such script or program';
  return problem(script, `${what}: ${name(script)}`, COMMAND);
}

const kindOf = (file: string): Promise<'file' | 'folder' | 'nothing'> =>
  stat(file).then(
    (found) => (found.isDirectory() ? 'folder' : 'file'),
    () => 'nothing',
  );

const CODES = { 'not-found': 'ENOENT', 'not-executable': 'EACCES' } as const;

/** What the system will not find is told before it is started, and counted as begun. */
function notFound(line: CommandLine): Problem | null {
  const { file, cwd, env } = line;
  // Windows looks in the working folder first
  const places = ['.', ...(env.PATH ?? process.env.PATH ?? '').split(path.delimiter)];
  const folders = places.map((place) => path.resolve(cwd, place));
  const looked = [file, interpreterAt(line) ?? file].map((program) => findProgram(program, cwd, folders));
  const lacking = looked.find((found) => found !== 'found');
  return lacking === undefined ? null : notStarted(line, CODES[lacking], '');
}

/** What the system starts for a script that is started as a program. */
const interpreterAt = ({ file, script }: CommandLine): string | undefined =>
  file === script && path.isAbsolute(script) ? interpreterOf(script)?.[0] : undefined;

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
export function notStarted(line: CommandLine, code: string | undefined, why: string): Problem {
  const { file, script } = line;
  const runner = file === script ? interpreterAt(line) : file;
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
