import { visible } from '../../../shared/visible-text.js';
import type { Heard } from '../../bench/console/follower.js';
import { createHexRows } from '../../bench/console/hex.js';
import type { ConsoleOptions } from './options.js';

/** Puts the console's bytes on a terminal, into a pipe, or out as JSON lines. */
export interface Printer {
  /** What is to be written for these bytes now. */
  show(heard: Heard): string | Uint8Array;
  /** What is left of a line without end. */
  rest(): string;
}

type Wishes = Pick<ConsoleOptions, 'timestamps' | 'hex' | 'filter' | 'json'>;

export function createPrinter(wishes: Wishes, isTerminal: boolean): Printer {
  if (wishes.hex) return hexPrinter();
  if (wishes.json)
    return linePrinter(wishes, (line, at) => JSON.stringify({ type: 'console', at: stamp(at), text: line }));
  if (wishes.filter || wishes.timestamps)
    return linePrinter(wishes, (line, at) => `${wishes.timestamps ? `${stamp(at)} ` : ''}${visible(line)}`);
  return isTerminal ? visiblePrinter() : { show: ({ bytes }) => bytes, rest: () => '' };
}

const stamp = (wallMs: number): string => new Date(wallMs).toISOString();

/** A line that never ends is shown in pieces. */
const MAX_LINE = 16 * 1024;

/** Whole lines, each with the time of its first byte. */
function linePrinter({ filter }: Wishes, format: (line: string, at: number) => string): Printer {
  const decoder = new TextDecoder();
  let kept = '';
  let since = 0;
  const out = (line: string): string =>
    filter === null || filter.test(line) ? `${format(line, since)}\n` : '';
  return {
    show: ({ bytes, wallMs }) => {
      const at = wallMs ?? Date.now();
      if (kept === '') since = at;
      const lines = (kept + decoder.decode(bytes, { stream: true })).split('\n');
      kept = lines.pop() ?? '';
      let text = '';
      for (const line of lines) {
        text += out(line.replace(/\r+$/, ''));
        since = at;
      }
      if (kept.length > MAX_LINE) {
        text += out(kept);
        kept = '';
      }
      return text;
    },
    rest: () => {
      const line = kept;
      kept = '';
      return line === '' ? '' : out(line);
    },
  };
}

/** Text as it comes, on a terminal that obeys nothing of it: line ends and tabs are, the rest is shown. */
function visiblePrinter(): Printer {
  const decoder = new TextDecoder();
  let heldBack = '';
  return {
    show: ({ bytes }) => {
      const text = heldBack + decoder.decode(bytes, { stream: true });
      // Whether a carriage return belongs to a line end is not known before the next character.
      heldBack = /\r+$/.exec(text)?.[0] ?? '';
      const lines = text.slice(0, text.length - heldBack.length).split(/\r*\n/);
      return lines.map(visible).join('\n');
    },
    rest: () => visible(heldBack),
  };
}

function hexPrinter(): Printer {
  const rows = createHexRows();
  const shown = (lines: readonly string[]): string => lines.map((row) => `${row}\n`).join('');
  return { show: ({ bytes, offset }) => shown(rows.push(bytes, offset)), rest: () => shown(rows.rest()) };
}
