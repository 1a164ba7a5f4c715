import { numbered } from '../numbered.js';
import type { Item } from './items.js';

/** Lines of a file, from 1, both included. */
export type Range = readonly [from: number, to: number];

/** A file, as parts of it may be shown. */
export interface View {
  file: string;
  lines: readonly string[];
  items: readonly Item[];
  readOnly: boolean;
  /** Its text must not be sent: it has no items, and its name alone is told. */
  isWithheld: boolean;
  /** Lines that name what the agent must not know. */
  hidden: ReadonlySet<number>;
}

const HIDDEN = '/* left out */';
/** What lies between two parts is shown rather than marked, where it is no longer than the mark (characters). */
const SHORT = 48;

const isBlank = (view: View, line: number): boolean => (view.lines[line - 1] ?? '').trim() === '';

/** The ranges in order, joined where next to nothing lies between them. */
export function joined(view: View, ranges: readonly Range[]): Range[] {
  const out: [number, number][] = [];
  for (const [from, to] of [...ranges].sort((a, b) => a[0] - b[0])) {
    const last = out.at(-1);
    if (last && isShort(view, last[1] + 1, from - 1)) last[1] = Math.max(last[1], to);
    else out.push([from, to]);
  }
  return out;
}

function isShort(view: View, from: number, to: number): boolean {
  const between = view.lines.slice(from - 1, to).map((text) => text.trimEnd());
  return between.length < 4 && between.join('\n').length <= SHORT;
}

/** A file for a prompt: the ranges with their numbers, and in place of every other line what is left out. */
export function viewText(view: View, ranges: readonly Range[], listed: ReadonlySet<Item>): string {
  const parts: string[] = [];
  let next = 1;
  for (const [from, to] of joined(view, ranges)) {
    parts.push(...gapText(view, [next, from - 1], listed), rangeText(view, [from, to]));
    next = to + 1;
  }
  parts.push(...gapText(view, [next, view.lines.length], listed));
  return parts.join('\n');
}

export function rangeText(view: View, [from, to]: Range): string {
  const lines = view.lines.slice(from - 1, to);
  return numbered(
    lines.map((text, index) => (view.hidden.has(from + index) ? HIDDEN : text)),
    from,
  );
}

/** What is left out in a range; nothing where that is blank. Of files to read only the names are not said: they may be held out. */
function gapText(view: View, [first, last]: Range, listed: ReadonlySet<Item>): string[] {
  let [from, to] = [first, last];
  while (from <= to && isBlank(view, from)) from++;
  while (to >= from && isBlank(view, to)) to--;
  if (from > to) return [];
  const where = from === to ? `line ${from}` : `lines ${from} to ${to}`;
  if (view.readOnly) return [`… ${where} left out`];
  const inside = view.items.filter((item) => item.from >= from && item.to <= to);
  if (inside.length === 0 && isComment(view, from, to)) return [`… ${where} left out: a comment`];
  const entries = inside.filter((item) => listed.has(item)).map(entryText);
  return [
    `… ${where} left out${counted(inside)}; ask with "need"${entries.length > 0 ? ':' : ''}`,
    ...entries,
  ];
}

const isComment = (view: View, from: number, to: number): boolean =>
  /^\s*(\/\*|\/\/)/.test(view.lines[from - 1] ?? '') && /(\*\/|\/\/.*)\s*$/.test(view.lines[to - 1] ?? '');

/** One line of an outline. */
export const entryText = ({ from, to, signature }: Item): string => `…   ${from}-${to}: ${signature}`;

export function counted(items: readonly Item[]): string {
  const functions = items.filter(({ kind }) => kind === 'function');
  if (functions.length === 0) return '';
  const lines = functions.reduce((sum, { from, to }) => sum + to - from + 1, 0);
  return `: ${plural(functions.length, 'function')} of ${plural(lines, 'line')}`;
}

export const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
