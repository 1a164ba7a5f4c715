import { visible, visibleJson } from '../../../shared/visible-text.js';
import type { Heard } from '../../bench/console/follower.js';
import { createHexRows } from '../../bench/console/hex.js';
import { timed } from '../../bench/console/timed.js';
import { withoutEscapes } from '../../bench/results/escapes.js';
import type { ConsoleOptions } from './options.js';

/** Puts the console's bytes on a terminal, into a pipe, or out as JSON lines. */
export interface Printer {
  /** What is to be written for these bytes now. */
  show(heard: Heard): string | Uint8Array;
  /** What is left of a line without end. */
  rest(): string;
}

type Wishes = Pick<ConsoleOptions, 'timestamps' | 'hex' | 'filter' | 'json'>;

/** @param onSlow the filter takes too long for a line: from there on every line is shown */
export function createPrinter(wishes: Wishes, isTerminal: boolean, onSlow: () => void): Printer {
  const { filter } = wishes;
  const chosen =
    filter === null ? everyLine : timed((line) => filter.test(withoutEscapes(line)), true, onSlow);
  if (wishes.hex) return hexPrinter();
  if (wishes.json)
    return linePrinter(chosen, (line, at) => visibleJson({ type: 'console', at: stamp(at), text: line }));
  if (filter || wishes.timestamps)
    return linePrinter(chosen, (line, at) => `${wishes.timestamps ? `${stamp(at)} ` : ''}${visible(line)}`);
  return isTerminal ? visiblePrinter() : { show: ({ bytes }) => bytes, rest: () => '' };
}

const stamp = (wallMs: number): string => new Date(wallMs).toISOString();

/** A line that never ends is shown in pieces. */
const MAX_LINE = 16 * 1024;

type Chosen = (lines: readonly string[]) => boolean[];
const everyLine: Chosen = (lines) => lines.map(() => true);

/** Whole lines, each with the time of its first byte. */
function linePrinter(chosen: Chosen, format: (line: string, at: number) => string): Printer {
  const decoder = new TextDecoder();
  let kept = '';
  let since = 0;
  const out = (lines: readonly string[], at: number): string => {
    const wanted = chosen(lines);
    // All but the first begin where bytes came now.
    return lines.map((line, i) => (wanted[i] ? `${format(line, i === 0 ? since : at)}\n` : '')).join('');
  };
  return {
    show: ({ bytes, wallMs }) => {
      const at = wallMs ?? Date.now();
      if (kept === '') since = at;
      const lines = (kept + decoder.decode(bytes, { stream: true })).split('\n');
      kept = lines.pop() ?? '';
      const whole = lines.map((line) => line.replace(/\r+$/, ''));
      const tooLong = kept.length > MAX_LINE ? [kept] : [];
      const text = out([...whole, ...tooLong], at);
      if (lines.length > 0) since = at;
      if (tooLong.length > 0) kept = '';
      return text;
    },
    rest: () => {
      const line = kept;
      kept = '';
      return line === '' ? '' : out([line], since);
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
