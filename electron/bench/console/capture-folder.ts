import { createHash } from 'node:crypto';
import path from 'node:path';
import { tcpOf } from '../link/tcp-path.js';
import { type PortSource, THIS_COMPUTER } from '../ports/list-ports.js';
import { identityBehind } from '../ports/plugged-port.js';

/**
 * Where the capture of a port lies: a folder for the device behind it, whatever the port is called at the time, or for
 * the name where that is all that is known (no USB).
 */
export async function captureFolder(
  home: string,
  port: string,
  source: PortSource = THIS_COMPUTER,
): Promise<string> {
  const identity = tcpOf(port) === null ? await identityBehind(port, source) : null;
  return path.join(consolesFolder(home), folderName(port, identity));
}

/** What ports said, one folder each. */
export const consolesFolder = (home: string): string => path.join(home, 'consoles');

/** Of a port's folder; `identity` is that of the device behind it. */
export const folderName = (port: string, identity: string | null): string =>
  identity === null ? nameOfPort(port) : nameOfDevice(identity);

const nameOfPort = (port: string): string =>
  plain(port.replace(/^\/dev\/|^\\\\\.\\/i, ''))
    .replace(/^[.-]+/, '')
    .slice(-100) || 'port';

/** What a device says of itself may be anything: only its hash tells two of them apart. */
function nameOfDevice(identity: string): string {
  const hash = createHash('sha256').update(identity).digest('hex').slice(0, 8);
  return `usb-${plain(identity).slice(0, 80)}-${hash}`;
}

const plain = (text: string): string => text.replace(/[^A-Za-z0-9._-]+/g, '-');

/** The whole capture of a port, and one of its files. */
export const CAPTURE_BOUNDS = { capBytes: 2 * 1024 * 1024 * 1024, segmentBytes: 128 * 1024 * 1024 } as const;
