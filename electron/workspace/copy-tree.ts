import { constants, type Dirent } from 'node:fs';
import { chmod, copyFile, lstat, mkdir, readdir, readlink, symlink, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { inChunks } from './git.js';

/** Which entries of a copied folder to leave out, by their path below it in forward slashes. */
export type Skip = (path: string, entry: Dirent) => boolean;

/** Copies one file or symbolic link with mode and modification time; anything else is left out. */
export async function copyEntry(from: string, to: string): Promise<void> {
  const info = await lstat(from);
  if (info.isSymbolicLink()) await symlink(await readlink(from), to);
  if (!info.isFile()) return; // a socket, a pipe or a device has no place in a build
  await copyFile(from, to, constants.COPYFILE_FICLONE);
  await chmod(to, info.mode & 0o777);
  await utimes(to, info.atimeMs / 1000, info.mtimeMs / 1000);
}

/**
 * Copies a folder: files with mode and modification time (so that `make` sees the same order), symbolic links as
 * links, shared blocks where the file system can. `below` is the prefix that `skip` sees.
 */
export async function copyTree(from: string, to: string, skip: Skip, below = ''): Promise<void> {
  await mkdir(to, { recursive: true });
  const entries = (await readdir(from, { withFileTypes: true })).filter((e) => !skip(`${below}${e.name}`, e));
  const copy = async (entry: Dirent) => {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) await copyTree(source, target, skip, `${below}${entry.name}/`);
    else await copyEntry(source, target);
  };
  for (const chunk of inChunks(entries, 16)) await Promise.all(chunk.map(copy));
}

/** Every file and symbolic link below `dir`, as paths below it in forward slashes. */
export async function* walk(dir: string, below = ''): AsyncGenerator<{ path: string; link: boolean }> {
  for (const entry of await readdir(dir, { withFileTypes: true })) {
    const path = `${below}${entry.name}`;
    if (entry.isDirectory()) yield* walk(join(dir, entry.name), `${path}/`);
    else yield { path, link: entry.isSymbolicLink() };
  }
}
