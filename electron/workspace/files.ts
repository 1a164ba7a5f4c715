import { lstat, readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { fail, ok, type ProblemCode, type Result } from '../../shared/problem.js';
import { type Message, text } from '../../shared/texts/words.js';
import { git, placeOf, splitNul } from './git.js';
import { isBelow, isPlainRelative } from './inside.js';
import { isLfsPointer } from './lfs.js';
import { pathViolations } from './path-rules.js';
import { SOURCE_ENDINGS } from './source-endings.js';
import { decodeText } from './text.js';
import type { PatchRules } from './verdict.js';

const SOURCE = new RegExp(`\\.(?:${SOURCE_ENDINGS.join('|')})$`, 'i');

/** No source that a person writes is larger; a generated table is nothing to patch. */
const MAX_SOURCE_BYTES = 1024 * 1024;

/** The tracked C, C++ and assembly files and headers that a patch may change, in git's order. */
export async function listSources(dir: string, rules: PatchRules): Promise<string[]> {
  const files = await trackedFiles(dir, /^100644 /);
  return files.filter((file) => SOURCE.test(file) && pathViolations(file, rules).length === 0);
}

/** Every tracked regular file, sources, tests and build files alike, in git's order; `readInside` says which are text. */
export const listReadable = (dir: string): Promise<string[]> => trackedFiles(dir, /^100(?:644|755) /);

/** Every file of the work tree that git does not ignore, tracked or not, sorted. Errors: ENV_ERROR. */
export async function listTree(dir: string): Promise<Result<string[]>> {
  const listed = await git(placeOf(dir), ['ls-files', '-z', '--cached', '--others', '--exclude-standard']);
  return listed.ok ? ok([...new Set(splitNul(listed.value))].sort()) : broken(dir, listed.error);
}

/** Files of the work tree that git neither knows nor ignores, sources first, else sorted. Errors: ENV_ERROR. */
export async function listNew(dir: string): Promise<Result<string[]>> {
  const listed = await git(placeOf(dir), ['ls-files', '-z', '--others', '--exclude-standard']);
  if (!listed.ok) return broken(dir, listed.error);
  const files = splitNul(listed.value).sort();
  return ok([...files.filter((file) => SOURCE.test(file)), ...files.filter((file) => !SOURCE.test(file))]);
}

const broken = (where: string, words: string): Result<never> =>
  fail({ code: 'ENV_ERROR', message: text`git failed in the private clone: ${words}`, where });

async function trackedFiles(dir: string, stage: RegExp): Promise<string[]> {
  const listed = await git(placeOf(dir), ['ls-files', '-z', '--stage']);
  if (!listed.ok) throw new Error(`git ls-files in the private clone ${dir}: ${listed.error}`);
  return splitNul(listed.value)
    .filter((line) => stage.test(line))
    .map((line) => line.replace(/^[^\t]*\t/, ''));
}

/** What a caller's path names is not what can be read. */
const refused = (code: ProblemCode, file: string, message: Message): Result<never> =>
  fail({ code, message, where: file, next: text`name a text file of the repository` });

/** No entry of that name, and one below a file: there is nothing. */
const ABSENT: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG']);

/** A read that the system refused. Its own words have the path on this computer. @throws whatever is no system error */
function refusedBySystem(file: string, error: unknown): Result<never> {
  if (!(error instanceof Error) || !('code' in error)) throw error;
  const code = String(error.code);
  if (ABSENT.has(code)) return refused('FILE_NOT_FOUND', file, text`there is no such file`);
  if (code === 'ELOOP') return refused('ARGUMENTS_MALFORMED', file, text`this is not a file`);
  return fail({ code: 'ENV_ERROR', message: text`the file cannot be read (${code})`, where: file });
}

/**
 * Reads one text file of the clone (at most 1 MiB) as `decodeText` of text.ts does. Errors: POLICY_VIOLATION for a path or symbolic
 * link that leaves the clone, FILE_NOT_FOUND, ARGUMENTS_MALFORMED for what is no text or too large, ENV_ERROR where the system
 * does not let it be read.
 */
export async function readInside(dir: string, file: string): Promise<Result<string>> {
  if (!isPlainRelative(file))
    return refused('POLICY_VIOLATION', file, text`this path leads out of the repository`);
  try {
    const root = await realpath(dir);
    const real = await realpath(join(root, file));
    if (!isBelow(root, real))
      return refused('POLICY_VIOLATION', file, text`a symbolic link leads out of the repository`);
    const info = await lstat(real);
    if (!info.isFile()) return refused('ARGUMENTS_MALFORMED', file, text`this is not a file`);
    if (info.size > MAX_SOURCE_BYTES)
      return refused('ARGUMENTS_MALFORMED', file, text`the file is larger than ${MAX_SOURCE_BYTES} bytes`);
    return textOf(file, await readFile(real));
  } catch (error) {
    return refusedBySystem(file, error);
  }
}

function textOf(file: string, bytes: Uint8Array): Result<string> {
  if (bytes.includes(0)) return refused('ARGUMENTS_MALFORMED', file, text`this is a binary file`);
  const decoded = decodeText(bytes);
  return isLfsPointer(decoded)
    ? refused('ARGUMENTS_MALFORMED', file, text`this is a Git LFS pointer`)
    : ok(decoded);
}
