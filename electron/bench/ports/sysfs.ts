import { access, constants, readdir, readFile, realpath } from 'node:fs/promises';
import path from 'node:path';
import type { Port } from '../../../shared/port.js';

/** Roots of what Linux says about devices; tests give trees of their own. */
export interface Places {
  sys: string;
  dev: string;
}

export const SYSTEM_PLACES: Places = { sys: '/sys', dev: '/dev' };

/**
 * What reading sysfs answers for a thing that is not there, went away meanwhile (ENODEV, EIO, ENXIO while the driver is
 * being unbound), or is hidden from this user or container.
 */
const ABSENT = ['ENOENT', 'ENOTDIR', 'ENODEV', 'ENXIO', 'EIO', 'EINVAL', 'EACCES', 'EPERM', 'ELOOP'];

async function unlessAbsent<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof Error && 'code' in error && ABSENT.some((code) => code === error.code)) return null;
    throw error;
  }
}

/** An attribute's text without its line end; null where there is none, or an empty one. */
export async function attribute(folder: string, name: string): Promise<string | null> {
  const text = await unlessAbsent(readFile(path.join(folder, name), 'utf8'));
  return text?.trim() || null;
}

/** Where a link leads; null where it leads nowhere. */
export const target = (link: string): Promise<string | null> => unlessAbsent(realpath(link));

/** The names in a folder; none where it is not there. */
export const names = async (folder: string): Promise<string[]> => (await unlessAbsent(readdir(folder))) ?? [];

/** Whether this user may read and write a device file. */
export async function accessTo(file: string): Promise<Port['access']> {
  try {
    await access(file, constants.R_OK | constants.W_OK);
    return 'allowed';
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return 'denied';
    return code === 'ENOENT' ? 'missing' : 'unknown';
  }
}

/** A folder and those around it up to the root of sysfs, innermost first. */
export function* outwards(folder: string, root: string): Generator<string> {
  for (let at = folder; at !== root && at.startsWith(root); at = path.dirname(at)) yield at;
}
