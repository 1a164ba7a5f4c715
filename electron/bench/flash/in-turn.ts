import type { Link, Turn } from '../link/link.js';
import { readExactly } from './receive.js';

/** Turns are told so many pages ahead: between two such batches a flash can be stopped. */
const PAGES = 16;

/** Pages of one batch; one by one where nothing is gained. */
export const pagesAtOnce = (link: Link): number => (link.writeInTurn === undefined ? 1 : PAGES);

/**
 * Writes turns, each once the one before was answered, and gives the answers: all of one that begins as it should, the
 * first byte of another, after which nothing more is written.
 *
 * @throws ProtocolFault where an answer does not come in time, LinkLost
 */
export async function* inTurn<T extends Turn>(
  link: Link,
  turns: readonly T[],
  timeoutMs: number,
): AsyncGenerator<{ turn: T; answer: Uint8Array }> {
  await link.writeInTurn?.(turns);
  for (const turn of turns) {
    if (link.writeInTurn === undefined) await link.write(turn.bytes);
    const first = await readExactly(link, 1, timeoutMs);
    const isGood = first[0] === turn.first;
    const rest = isGood ? await readExactly(link, turn.answer - 1, timeoutMs) : new Uint8Array();
    yield { turn, answer: Uint8Array.of(...first, ...rest) };
    if (!isGood) return;
  }
}
