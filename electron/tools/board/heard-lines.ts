import { visible } from '../../../shared/visible-text.js';

/** A line of a console. */
export interface HeardLine {
  /** When its first byte came, ISO 8601. */
  at: string;
  text: string;
}

/** Lines that wait to be read, and characters of one of them. */
const MOST_LINES = 5000;
const LONGEST = 2000;

/** Makes lines of the bytes of a console, and keeps them until they are read. */
export interface HeardLines {
  take(bytes: Uint8Array, wallMs: number): void;
  /** The oldest line that has ended; undefined: there is none. */
  next(): HeardLine | undefined;
  /** What was said of a line that has not ended; it counts as read. */
  rest(): HeardLine | undefined;
  /** Lines that went unread since the last call: there were too many. */
  dropped(): number;
  /** Forgets all that was heard. */
  forget(): void;
}

export function heardLines(): HeardLines {
  let decoder = new TextDecoder();
  let lines: HeardLine[] = [];
  let open = '';
  let since = 0;
  let dropped = 0;
  const keep = (text: string): void => {
    const shown = visible(text.replace(/\r+$/, '')).slice(0, LONGEST);
    lines.push({ at: new Date(since).toISOString(), text: shown });
    if (lines.length <= MOST_LINES) return;
    lines.shift();
    dropped += 1;
  };
  return {
    take: (bytes, wallMs) => {
      for (const [i, piece] of decoder.decode(bytes, { stream: true }).split('\n').entries()) {
        if (i > 0) {
          keep(open);
          open = '';
        }
        if (open === '') since = wallMs;
        // a line that never ends comes in pieces
        open += piece;
        if (open.length > LONGEST) {
          keep(open);
          open = '';
        }
      }
    },
    next: () => lines.shift(),
    rest: () => {
      if (open === '') return undefined;
      keep(open);
      open = '';
      return lines.pop();
    },
    dropped: () => {
      const count = dropped;
      dropped = 0;
      return count;
    },
    forget: () => {
      decoder = new TextDecoder();
      [lines, open, dropped] = [[], '', 0];
    },
  };
}
