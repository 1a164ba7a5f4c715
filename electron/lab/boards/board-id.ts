import { createHash } from 'node:crypto';
import type { BoardKey } from '../../../shared/board.js';

/**
 * A short name that stays with the board: by USB serial number where it has one, else by the place where it is
 * plugged in, else by its port. The readable part comes first, a few digits of the hash of the whole after it.
 */
export function boardId(profile: string, key: BoardKey): string {
  const mark = key.serial
    ? `${key.usb}/${key.serial}`
    : key.topology
      ? `${key.usb}@${key.topology}`
      : `${key.port}`;
  const hash = createHash('sha256').update(`${profile} ${mark}`).digest('hex').slice(0, 6);
  return `${profile}-${hash}`;
}
