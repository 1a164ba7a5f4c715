import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import { visible } from '../../shared/visible-text.js';
import { answerOf } from './answer.js';

/** What came of a question: the word that was typed, nobody there (Ctrl-D, the terminal is gone), or the signal first. */
export type Asked = 'yes' | 'no' | 'nobody' | 'aborted';

/** Puts a question to the person at the terminal. Only the typed word counts: an empty line asks again. */
export async function askYesNo(question: string, signal?: AbortSignal): Promise<Asked> {
  // Lines as the system edits them: readline's own editing fails on a terminal that hung up (setRawMode, EIO).
  const terminal = createInterface({ input: process.stdin, output: process.stderr, terminal: false });
  const ended = once(terminal, 'close').then(() => null);
  try {
    for (;;) {
      const typed = await Promise.race([terminal.question(visible(question), { signal }), ended]);
      if (typed === null) return 'nobody';
      const answer = answerOf(typed);
      if (answer !== null) return answer;
    }
  } catch (error) {
    if (!signal?.aborted && !(error instanceof Error && error.name === 'AbortError')) throw error;
    return 'aborted';
  } finally {
    terminal.close();
  }
}
