import { constants, type Dirent, type PathLike } from 'node:fs';
import { chmod, copyFile, lstat, mkdir, readdir, readlink, symlink, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { byteWise, onDisk, shown } from './byte-path.js';
import { inChunks } from './git.js';

/** Which entries of a copied folder to leave out, by their path below it in forward slashes. */
export type Skip = (path: string, entry: Dirent) => boolean;

const entriesOf = (folder: string): Promise<Dirent[]> =>
  readdir(onDisk(folder), { withFileTypes: true, encoding: 'latin1' });

/** Copies one file or symbolic link with mode and modification time; anything else is left out. */
export async function copyEntry(from: PathLike, to: PathLike): Promise<void> {
  const info = await lstat(from);
  if (info.isSymbolicLink()) await symlink(await readlink(from, 'buffer'), to);
  if (!info.isFile()) return; // a socket, a pipe or a device has no place in a build
  await copyFile(from, to, constants.COPYFILE_FICLONE);
  await chmod(to, info.mode & 0o777);
  await utimes(to, info.atimeMs / 1000, info.mtimeMs / 1000);
}

/**
 * Copies a folder: files with mode and modification time (so that `make` sees the same order), symbolic links as
 * links, shared blocks where the file system can.
 */
export const copyTree = (from: string, to: string, skip: Skip): Promise<void> =>
  copyBelow(byteWise(from), byteWise(to), skip, '');

async function copyBelow(from: string, to: string, skip: Skip, below: string): Promise<void> {
  await mkdir(onDisk(to), { recursive: true });
  const entries = (await entriesOf(from)).filter((e) => !skip(shown(`${below}${e.name}`), e));
  const copy = async (entry: Dirent) => {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) await copyBelow(source, target, skip, `${below}${entry.name}/`);
    else await copyEntry(onDisk(source), onDisk(target));
  };
  for (const chunk of inChunks(entries, 16)) await Promise.all(chunk.map(copy));
}

/** A file or symbolic link that was found. */
interface Found {
  /** Below the folder, in forward slashes; bytes that are no UTF-8 are replaced. */
  path: string;
  /** Its path for calls to the system: in the folder that was searched, or at the same place in another. */
  within(folder: string): Buffer;
  link: boolean;
}

/** Every file and symbolic link below `dir`. */
export async function* walk(dir: string, below = ''): AsyncGenerator<Found> {
  for (const entry of await entriesOf(join(byteWise(dir), below))) {
    const path = `${below}${entry.name}`;
    if (entry.isDirectory()) yield* walk(dir, `${path}/`);
    else {
      const within = (folder: string) => onDisk(join(byteWise(folder), path));
      yield { path: shown(path), within, link: entry.isSymbolicLink() };
    }
  }
}
