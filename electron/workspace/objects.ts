import { existsSync } from 'node:fs';
import { copyFile, link, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, isAbsolute, join } from 'node:path';
import { inChunks } from './git.js';

/** Alternates of alternates: git itself follows five (gitrepository-layout(5)). */
const MAX_DEPTH = 5;
const LOOSE_FOLDER = /^[0-9a-f]{2}$/;
const LOOSE_FILE = /^[0-9a-f]{38}(?:[0-9a-f]{24})?$/;
/** Not `.promisor` (a missing object must be an error, never a fetch) and not `.keep`. */
const PACK_FILE = /^pack-[0-9a-f]+\.(?:pack|idx|rev)$/;

const hasCode = (error: unknown, codes: readonly string[]): boolean =>
  error instanceof Error && 'code' in error && codes.includes(String(error.code));

/** Another file system, a foreign owner (protected hard links), or none of the kind on this system. */
const CANNOT_LINK = ['EXDEV', 'EPERM', 'EACCES', 'EMLINK', 'ENOTSUP', 'EINVAL', 'ENOSYS'];

/**
 * Gives `from` the second name `to`. False where that cannot be between these two folders. A file that is gone, packed
 * away meanwhile, or a name that is taken, by the same object, is no error: git finds out what is missing.
 */
async function linked(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
  } catch (error) {
    if (hasCode(error, CANNOT_LINK)) return false;
    if (!hasCode(error, ['ENOENT', 'EEXIST'])) throw error;
  }
  return true;
}

async function linkOrCopy(from: string, to: string): Promise<void> {
  if (!(await linked(from, to))) await copyFile(from, to);
}

/**
 * Git leaves it to the system when a loose object is on the disk (git-config(1), `core.fsync`), and after a power cut its
 * file may be empty. Windows flushes no file that is only read.
 */
async function flush(file: string): Promise<void> {
  if (process.platform === 'win32') return;
  const opened = await open(file);
  await opened.sync().finally(() => opened.close());
}

/**
 * Adds one loose object to another repository: it is there whole or not at all, at any moment, and after a power cut
 * too. `draft` names what lies there meanwhile on systems where it must be copied; a repeated call with the same name
 * clears it away.
 */
export async function addObject(from: string, to: string, draft: string): Promise<void> {
  const temporary = join(dirname(to), `tmp_obj_${draft}`);
  await rm(temporary, { force: true });
  if (existsSync(to)) return;
  await mkdir(dirname(to), { recursive: true });
  await flush(from);
  if (await linked(from, to)) return;
  await copyFile(from, temporary);
  await flush(temporary);
  await rename(temporary, to);
}

async function linkFiles(from: string, to: string, name: RegExp): Promise<void> {
  if (!existsSync(from)) return;
  await mkdir(to, { recursive: true });
  // Regular files only: a symbolic link among the objects could name any file (CVE-2022-39253).
  const files = (await readdir(from, { withFileTypes: true })).filter((f) => f.isFile() && name.test(f.name));
  for (const chunk of inChunks(files))
    await Promise.all(chunk.map((f) => linkOrCopy(join(from, f.name), join(to, f.name))));
}

async function alternatesOf(objects: string): Promise<string[]> {
  const file = join(objects, 'info/alternates');
  if (!existsSync(file)) return [];
  const lines = (await readFile(file, 'utf8'))
    .split(/\r?\n/)
    .filter((line) => line !== '' && !line.startsWith('#'));
  return lines.map((line) => (isAbsolute(line) ? line : join(objects, line)));
}

/**
 * Hard-links all objects of one repository (its alternates included) into another; copies where the
 * file system cannot link, as `git clone --local` does. Git never changes what an object file says, so sharing is safe;
 * of one that it would write again it renews the time of modification, under both names.
 */
export async function linkObjects(from: string, to: string, depth = 0): Promise<void> {
  const loose = (await readdir(from)).filter((name) => LOOSE_FOLDER.test(name));
  for (const name of loose) await linkFiles(join(from, name), join(to, name), LOOSE_FILE);
  await linkFiles(join(from, 'pack'), join(to, 'pack'), PACK_FILE);
  if (depth >= MAX_DEPTH) return;
  for (const other of await alternatesOf(from))
    if (existsSync(other)) await linkObjects(other, to, depth + 1);
}
