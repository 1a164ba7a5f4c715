import type { Link } from '../../link/link.js';
import { ProtocolFault } from '../fault.js';

// RFC 1055, "A Nonstandard for Transmission of IP Datagrams over Serial Lines: SLIP"
const END = 0xc0;
const ESC = 0xdb;
const ESC_END = 0xdc;
const ESC_ESC = 0xdd;
/** No answer of a ROM loader is as long. */
const MAX_FRAME_BYTES = 64 * 1024;

/** A frame, with an END before and behind it. */
export const slipFrame = (bytes: Uint8Array): Uint8Array =>
  Uint8Array.from([
    END,
    ...[...bytes].flatMap((byte) => {
      if (byte === END) return [ESC, ESC_END];
      return byte === ESC ? [ESC, ESC_ESC] : [byte];
    }),
    END,
  ]);

/**
 * The next frame that is not empty; what comes before it (the boot messages of the chip) is passed over, what follows stays
 * with the link.
 *
 * @param deadline `Date.now()` until which it is waited for
 * @throws ProtocolFault, LinkLost
 */
export async function readSlip(link: Link, deadline: number): Promise<Uint8Array> {
  let frame: number[] | null = null;
  let escaped = false;
  for (;;) {
    const bytes = await link.read(4096, Math.max(0, deadline - Date.now()));
    if (bytes === null) throw new ProtocolFault('the ROM loader went silent');
    for (const [index, byte] of bytes.entries()) {
      if (byte === END && frame !== null && frame.length > 0) {
        if (index + 1 < bytes.length) link.unread(bytes.subarray(index + 1));
        return Uint8Array.from(frame);
      }
      if (byte === END) frame = [];
      else if (byte === ESC) escaped = true;
      else {
        frame?.push(escaped ? unescaped(byte) : byte);
        escaped = false;
      }
    }
    if ((frame?.length ?? 0) > MAX_FRAME_BYTES) throw new ProtocolFault('the ROM loader answers without end');
  }
}

const unescaped = (byte: number): number => (byte === ESC_END ? END : ESC);
