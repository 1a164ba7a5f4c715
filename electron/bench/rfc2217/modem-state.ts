import type { ModemLines } from '../link/link.js';
import { ANSWER } from './com-port.js';

/** Bits of NOTIFY-MODEMSTATE; that a line has changed is four bits below it (RFC 2217, section 3). */
const BITS = { dcd: 0x80, dsr: 0x20, cts: 0x10 } as const;
const CHANGED = 4;

const NOTIFY_MODEMSTATE = 7 + ANSWER;
/** Its value follows it: what the client wants to hear of. */
export const SET_MODEMSTATE_MASK = 11;

/** What one client is told of the input lines of its port. */
export interface ModemState {
  mask(wanted: number): void;
  /** Sends them at first, and when one has changed of which the client wants to hear. */
  tell(lines: ModemLines): void;
}

export function createModemState(send: (payload: Buffer) => void): ModemState {
  let mask = 0xff;
  let before: number | null = null;
  return {
    mask: (wanted) => {
      mask = wanted;
    },
    tell: ({ dcd, dsr, cts }) => {
      const now = (dcd ? BITS.dcd : 0) | (dsr ? BITS.dsr : 0) | (cts ? BITS.cts : 0);
      const changed = now ^ (before ?? now);
      const isWanted = before === null || (changed & (mask | (mask << CHANGED))) !== 0;
      before = now;
      if (isWanted) send(Buffer.from([NOTIFY_MODEMSTATE, (now | (changed >> CHANGED)) & mask]));
    },
  };
}
