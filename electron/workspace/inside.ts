import { lstat, realpath } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, sep } from 'node:path';

/** Whether a relative path, read as text, stays below its folder and out of its `.git`. */
export function isPlainRelative(file: string): boolean {
  const parts = file.split(/[\\/]/);
  return (
    file !== '' &&
    !file.includes('\0') &&
    !isAbsolute(file) &&
    !/^[A-Za-z]:/.test(file) &&
    !parts.includes('..') &&
    !parts.some((part) => part.toLowerCase() === '.git')
  );
}

/** Whether `path` is `root` or lies below it; both absolute and resolved. */
export function isBelow(root: string, path: string): boolean {
  const way = relative(root, path);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}

/**
 * Whether the folder of `file` really lies in `dir`: a build may have put a symbolic link in the place of a
 * folder. Parts that do not exist yet count as ordinary folders.
 */
export async function parentIsInside(dir: string, file: string): Promise<boolean> {
  const root = await realpath(dir);
  for (let parent = dirname(join(root, file)); parent !== root; parent = dirname(parent)) {
    const real = await realpath(parent).catch(() => null);
    if (real !== null) return real === parent;
    if (await lstat(parent).catch(() => null)) return false; // a link to nowhere
    if (dirname(parent) === parent) return false;
  }
  return true;
}

/** Whether there is a file or a link `file` in `dir`, and really there: see `parentIsInside`. */
export async function isFileInside(dir: string, file: string): Promise<boolean> {
  const info = await lstat(join(dir, file)).catch(() => null);
  return info !== null && (info.isFile() || info.isSymbolicLink()) && (await parentIsInside(dir, file));
}
