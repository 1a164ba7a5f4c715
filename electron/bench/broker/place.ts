import { createHash, randomBytes } from 'node:crypto';
import { lstatSync, mkdirSync, realpathSync } from 'node:fs';
import { homedir, userInfo } from 'node:os';
import path from 'node:path';
import { fail, ok, type Result } from '../../../shared/problem.js';
import { tcpOf } from '../link/tcp-path.js';

/** Where the broker of one port is found by everybody of this user. */
export interface Place {
  /** The file that says who the broker is (`claim.ts`). */
  claim: string;
  /** A new address to listen at; another one at each call. */
  address: () => string;
}

/** Two names of one device (`/dev/serial/by-id/…`, `COM7` and `com7`) have one broker. */
export function portKey(port: string): string {
  if (tcpOf(port) !== null) return port;
  if (process.platform === 'win32') return port.replace(/^\\\\\.\\/, '').toUpperCase();
  try {
    return realpathSync(port);
  } catch {
    // It is not there (yet): opening it will say so.
    return path.resolve(port);
  }
}

/** Errors: ENV_ERROR where the folder belongs to somebody else or others may enter it. */
export function brokerPlace(port: string): Result<Place> {
  const folder = runtimeFolder();
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const foreign = whyForeign(folder);
  if (foreign !== null)
    return fail({
      code: 'ENV_ERROR',
      message: `the folder of the port brokers is not safe: ${foreign}`,
      where: folder,
      next: 'remove it, or have its owner remove it',
    });
  const name = createHash('sha256').update(portKey(port)).digest('hex').slice(0, 12);
  return ok({ claim: path.join(folder, `${name}.json`), address: () => addressIn(folder, name) });
}

/** Unix addresses have at most 103 bytes (macOS, `sockaddr_un.sun_path`): short names in a short folder. */
function addressIn(folder: string, name: string): string {
  const unique = `${name}-${randomBytes(4).toString('hex')}`;
  return process.platform === 'win32'
    ? `\\\\.\\pipe\\benchloop-${unique}`
    : path.join(folder, `${unique}.sock`);
}

/** The same folder for every process of this user, whatever its environment says. */
function runtimeFolder(): string {
  if (process.platform === 'win32') return path.join(homedir(), 'AppData', 'Local', 'Benchloop', 'ports');
  return path.join('/tmp', `benchloop-${userInfo().uid}`);
}

function whyForeign(folder: string): string | null {
  if (process.platform === 'win32') return null;
  const found = lstatSync(folder);
  if (!found.isDirectory()) return 'it is not a folder';
  if (found.uid !== userInfo().uid) return 'it belongs to another user';
  return (found.mode & 0o077) === 0 ? null : 'other users may enter it';
}
