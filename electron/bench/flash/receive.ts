import type { Link } from '../link/link.js';
import { ProtocolFault } from './fault.js';

/** What was under way has arrived after so long a silence (ms). */
export const QUIET_MS = 25;

/**
 * Reads so many bytes and never more: what follows the last answer is the console's.
 *
 * @throws ProtocolFault where they do not come in time, LinkLost
 */
export async function readExactly(link: Link, size: number, timeoutMs: number): Promise<Uint8Array> {
  const whole = new Uint8Array(size);
  const deadline = Date.now() + timeoutMs;
  for (let done = 0; done < size; ) {
    // at least 1 ms: what came in time is seen, also by a process that stood still
    const bytes = await link.read(size - done, Math.max(1, deadline - Date.now()));
    if (bytes === null) throw new ProtocolFault(`the bootloader went silent after ${done} of ${size} bytes`);
    whole.set(bytes, done);
    done += bytes.length;
  }
  return whole;
}

/**
 * Drops what arrives until nothing has for a while: what the application sent is still on its way for some time.
 *
 * @param deadline `Date.now()` until which to try
 */
export async function silence(link: Link, deadline: number): Promise<void> {
  while (Date.now() < deadline && (await link.read(4096, QUIET_MS)) !== null);
}
