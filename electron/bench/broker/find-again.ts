import { access, readdir, realpath } from 'node:fs/promises';
import path from 'node:path';

/** Names that udev keeps for one device whatever its number is; by identity first, then by where it is plugged in. */
const STABLE = ['/dev/serial/by-id', '/dev/serial/by-path'];

/**
 * How a port is found after its device was away: by the name that was given, and on Linux by the stable names that udev
 * had for it, because a device that comes back early may get another number.
 *
 * @returns asks whether it is there now: its path, or null
 */
export async function findAgain(port: string): Promise<() => Promise<string | null>> {
  if (process.platform === 'win32') return async () => port;
  const stable = await stableNames(port);
  // Another device may get the number of this one: it counts only where there is no better name.
  const names = stable.length > 0 ? stable : [port];
  return async () => {
    for (const name of names) if (await isThere(name)) return name;
    return null;
  };
}

async function stableNames(port: string): Promise<string[]> {
  const target = await realpath(port).catch(() => null);
  const found: string[] = [];
  for (const folder of STABLE) {
    for (const name of await readdir(folder).catch(() => [])) {
      const link = path.join(folder, name);
      if ((await realpath(link).catch(() => null)) === target) found.push(link);
    }
  }
  return found;
}

const isThere = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );
