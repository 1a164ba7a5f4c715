import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import { visible } from '../../shared/visible-text.js';
import { answerOf } from './answer.js';
import type { Surroundings } from './surroundings.js';

type Terminal = Pick<Surroundings, 'stdin' | 'stderr'>;

/** What came of a question: the answer that was typed, nobody there (Ctrl-D, the terminal is gone), or the signal first. */
type Asked<A> = A | 'nobody' | 'aborted';

/** Puts a question to the person at the terminal. Only the typed word counts: an empty line asks again. */
export const askYesNo = (
  at: Terminal,
  question: string,
  signal?: AbortSignal,
): Promise<Asked<'yes' | 'no'>> => askLine(at, question, answerOf, signal);

/** Asks until a line is an answer. @param read gives the answer that a line is, null for none */
export async function askLine<A>(
  { stdin, stderr }: Terminal,
  question: string,
  read: (typed: string) => A | null,
  signal?: AbortSignal,
): Promise<Asked<A>> {
  // Lines as the system edits them: readline's own editing fails on a terminal that hung up (setRawMode, EIO).
  const terminal = createInterface({ input: stdin, output: stderr, terminal: false });
  const ended = once(terminal, 'close').then(() => null);
  try {
    for (;;) {
      const typed = await Promise.race([terminal.question(visible(question), { signal }), ended]);
      if (typed === null) return 'nobody';
      const answer = read(typed);
      if (answer !== null) return answer;
    }
  } catch (error) {
    if (!signal?.aborted && !(error instanceof Error && error.name === 'AbortError')) throw error;
    return 'aborted';
  } finally {
    terminal.close();
  }
}
