import type { BoardAtEnd } from '../../../../shared/board-at-end.js';
import type { Say } from '../../../../shared/texts/language.js';
import { nested, text } from '../../../../shared/texts/words.js';

const HOLDS: Readonly<Record<BoardAtEnd['holds'], string>> = {
  last: 'it holds what was tested last',
  'last-good': 'it holds the last good image',
  'as-found': 'it holds what it held before',
  none: 'it holds no program',
  unknown: 'what it holds is not known',
};

/** What the run did to a board, and what that holds now, as one sentence. */
export function boardLine(say: Say, { board, flashes, limit, holds, note }: BoardAtEnd): string {
  const most = limit === null ? '' : ` (at most ${limit})`;
  const line = `Board ${board}: ${flashes} writes${most}; ${HOLDS[holds]}`;
  return say(note === null ? line : text`${nested(line)}, not what its profile asks for: ${nested(note)}`);
}
