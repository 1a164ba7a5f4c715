import type { Link } from '../../link/link.js';
import { ProtocolFault } from '../fault.js';

/** A monitor that waits for input says nothing; its prompt may be within its words, too. */
const QUIET_MS = 100;
/** A monitor that waits already is asked for its prompt. */
const ASK_MS = 1000;
const KEEP_CHARS = 64 * 1024;

const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1');

/**
 * Waits for the prompt at the beginning of a line, after which nothing follows, and gives what was said before it.
 *
 * @throws ProtocolFault where it does not come in time; LinkLost
 */
export async function untilPrompt(link: Link, prompt: string, timeoutMs: number): Promise<string> {
  const deadline = Date.now() + timeoutMs;
  let said = '';
  while (Date.now() < deadline) {
    const bytes = await link.read(4096, atPrompt(said, prompt) ? QUIET_MS : deadline - Date.now());
    if (bytes === null && atPrompt(said, prompt)) return said.slice(0, -prompt.length);
    said = (said + text(bytes ?? new Uint8Array())).slice(-KEEP_CHARS);
  }
  throw new ProtocolFault('the prompt of the boot monitor did not come');
}

/** Whether what was said ends with the prompt, at the beginning of a line. */
export const atPrompt = (said: string, prompt: string): boolean =>
  said.endsWith(prompt) && /(^|[\r\n])$/.test(said.slice(0, -prompt.length));

/** Sends one line; its echo is among what comes. */
export async function sendLine(link: Link, line: string): Promise<void> {
  await link.write(Buffer.from(`${line}\r`, 'latin1'));
}

/**
 * Gets to the prompt from wherever the board is: boots it up to the text upon which a key stops autoboot, or asks for the
 * prompt where all is quiet.
 *
 * @returns what it said on the way; null where the prompt did not come in time
 * @param deadline `Date.now()` until which to try
 */
export async function reachPrompt(
  link: Link,
  { prompt, interrupt }: { prompt: string; interrupt?: string | undefined },
  deadline: number,
  signal: AbortSignal,
): Promise<string | null> {
  let said = '';
  let unanswered = 0;
  while (Date.now() < deadline && !signal.aborted) {
    const bytes = await link.read(4096, atPrompt(said, prompt) ? QUIET_MS : ASK_MS);
    if (bytes === null) {
      if (atPrompt(said, prompt)) return said.slice(0, -prompt.length);
      await link.write(Buffer.from('\r'));
      continue;
    }
    said = (said + text(bytes)).slice(-KEEP_CHARS);
    const at = interrupt === undefined ? -1 : said.indexOf(interrupt, unanswered);
    if (at < 0) continue;
    unanswered = said.length;
    await link.write(Buffer.from(' '));
  }
  return null;
}
