import type { BoardKey } from '../../../shared/board.js';
import type { Find } from '../../../shared/profile/find.js';

/** Finds of all boards that fit a profile this one. */
export function findOf(find: Find, { usb, serial, topology, port }: BoardKey): Find {
  if (usb !== null && serial !== null) return { ...find, usb: { ...find.usb, serial } };
  if (usb !== null && topology !== null) return { ...find, usb: { ...find.usb, topology } };
  return port === null ? find : { ...find, port };
}
