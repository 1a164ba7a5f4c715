import { lstat, readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { fail, ok, type Problem, type Result } from '../../shared/problem.js';
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

/** Every file of the work tree that git does not ignore, tracked or not, sorted. */
export async function listTree(dir: string): Promise<string[]> {
  const listed = await git(placeOf(dir), ['ls-files', '-z', '--cached', '--others', '--exclude-standard']);
  if (!listed.ok) throw new Error(`git ls-files in the private clone ${dir}: ${listed.error}`);
  return [...new Set(splitNul(listed.value))].sort();
}

async function trackedFiles(dir: string, stage: RegExp): Promise<string[]> {
  const listed = await git(placeOf(dir), ['ls-files', '-z', '--stage']);
  if (!listed.ok) throw new Error(`git ls-files in the private clone ${dir}: ${listed.error}`);
  return splitNul(listed.value)
    .filter((line) => stage.test(line))
    .map((line) => line.replace(/^[^\t]*\t/, ''));
}

function unreadable(file: string, message: string): { ok: false; error: Problem } {
  return fail({ code: 'ANALYSIS_FAILURE', message, where: file, next: 'name a text file of the repository' });
}

/**
 * Reads one text file of the clone (at most 1 MiB) as `decodeText` of text.ts does. A path or symbolic link that leaves the
 * clone is refused. Errors: ANALYSIS_FAILURE.
 */
export async function readInside(dir: string, file: string): Promise<Result<string>> {
  if (!isPlainRelative(file)) return unreadable(file, 'this path leads out of the repository');
  const root = await realpath(dir);
  const real = await realpath(join(root, file)).catch(() => null);
  if (real === null) return unreadable(file, 'there is no such file');
  if (!isBelow(root, real)) return unreadable(file, 'a symbolic link leads out of the repository');
  const info = await lstat(real);
  if (!info.isFile()) return unreadable(file, 'this is not a file');
  if (info.size > MAX_SOURCE_BYTES)
    return unreadable(file, `the file is larger than ${MAX_SOURCE_BYTES} bytes`);
  const bytes = await readFile(real);
  if (bytes.includes(0)) return unreadable(file, 'this is a binary file');
  const text = decodeText(bytes);
  return isLfsPointer(text) ? unreadable(file, 'this is a Git LFS pointer') : ok(text);
}
