import { text, type Words } from '../../../shared/texts/words.js';
import type { Ending } from '../define.js';
import type { SessionContext } from './context.js';

const ended = (status: string, exit: Ending['exit'], reason: Words): Ending => ({
  ...{ status, exit, reason },
  verdict: null,
});

/** What a turn has come to: its goal is met where nothing stood in its way. */
export function sessionEnding({ isCancelled, blocked, summary }: SessionContext): Ending {
  if (isCancelled) return ended('CANCELLED', 3, blocked ?? text`the session was cancelled`);
  if (blocked !== null) return ended('BLOCKED', 1, blocked);
  return ended('DONE', 0, summary?.text ?? text`the goal is met`);
}
