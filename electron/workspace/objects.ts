import { existsSync } from 'node:fs';
import { copyFile, link, mkdir, readdir, readFile } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
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

async function linkOrCopy(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    if (hasCode(error, CANNOT_LINK)) return copyFile(from, to);
    // Packed away by the user meanwhile, or there already from an alternate: git finds out what is missing.
    if (!hasCode(error, ['ENOENT', 'EEXIST'])) throw error;
  }
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
 * file system cannot link. Git never changes an object file, so sharing is safe.
 */
export async function linkObjects(from: string, to: string, depth = 0): Promise<void> {
  const loose = (await readdir(from)).filter((name) => LOOSE_FOLDER.test(name));
  for (const name of loose) await linkFiles(join(from, name), join(to, name), LOOSE_FILE);
  await linkFiles(join(from, 'pack'), join(to, 'pack'), PACK_FILE);
  if (depth >= MAX_DEPTH) return;
  for (const other of await alternatesOf(from))
    if (existsSync(other)) await linkObjects(other, to, depth + 1);
}
