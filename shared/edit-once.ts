import { fail, ok, type Result } from './problem.js';

/** One replacement in a text. */
export interface Edit {
  find: string;
  replace: string;
}

/** How exactly the text to find had to be taken to be found. */
export const NEARNESS = ['exact', 'spaces', 'indentation', 'punctuation'] as const;
export type Nearness = (typeof NEARNESS)[number];

export interface Edited {
  text: string;
  as: Nearness;
}

/** Why an edit fits nowhere: `many` places are as good as one another. */
export type Misfit = { is: 'empty' } | { is: 'absent' } | { is: 'many'; places: number };

/**
 * Replaces a text that occurs exactly once: as it is; where it occurs nowhere, with other space at line ends, then with another
 * indentation, then with typographic punctuation for plain. Each of these wants whole lines and one place. Line ends are those of the
 * text. A text that is not changed is the same string.
 *
 * @param most how nearly it may fit at most
 */
export function editOnce(
  text: string,
  { find, replace }: Edit,
  most: Nearness = 'punctuation',
): Result<Edited, Misfit> {
  if (find === '') return fail({ is: 'empty' });
  const end = text.includes('\r\n') ? '\r\n' : '\n';
  const [wanted, instead] = [withEnds(find, end), withEnds(replace, end)];
  const places = occurrences(text, wanted);
  if (places.length > 1) return fail({ is: 'many', places: places.length });
  const [at] = places;
  if (at !== undefined)
    return ok({ text: text.slice(0, at) + instead + text.slice(at + wanted.length), as: 'exact' });
  const levels = LEVELS.slice(0, NEARNESS.indexOf(most));
  return nearly(text.split(end), linesOf(wanted, end), linesOf(instead, end), { end, levels });
}

const withEnds = (text: string, end: string): string => text.replace(/\r?\n/g, end);

/** Without the empty part after a last line end. */
function linesOf(text: string, end: string): string[] {
  const lines = text.split(end);
  return lines.length > 1 && lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}

function occurrences(text: string, part: string): number[] {
  const found: number[] = [];
  for (let at = text.indexOf(part); at >= 0 && found.length < 100; at = text.indexOf(part, at + 1))
    found.push(at);
  return found;
}

const trimmedEnd = (line: string): string => line.trimEnd();
const trimmed = (line: string): string => line.trim();

/** What word processors and models make of quotes, dashes, dots and spaces. */
const PLAIN: readonly (readonly [RegExp, string])[] = [
  [/[\u2018\u2019\u201a\u201b]/g, "'"],
  [/[\u201c\u201d\u201e\u201f]/g, '"'],
  [/[\u2010-\u2015\u2212]/g, '-'],
  [/\u2026/g, '...'],
  [/[\u00a0\u2000-\u200a\u202f\u205f\u3000]/g, ' '],
];

const plain = (line: string): string =>
  PLAIN.reduce((text, [typographic, ascii]) => text.replace(typographic, ascii), line).trim();

const LEVELS: readonly (readonly [Nearness, (line: string) => string])[] = [
  ['spaces', trimmedEnd],
  ['indentation', trimmed],
  ['punctuation', plain],
];

function nearly(
  lines: readonly string[],
  wanted: readonly string[],
  instead: readonly string[],
  { end, levels }: { end: string; levels: typeof LEVELS },
): Result<Edited, Misfit> {
  // blank lines alone occur everywhere
  if (wanted.every((line) => line.trim() === '')) return fail({ is: 'absent' });
  for (const [as, normal] of levels) {
    const places = blocks(lines.map(normal), wanted.map(normal));
    if (places.length > 1) return fail({ is: 'many', places: places.length });
    const [at] = places;
    if (at === undefined) continue;
    const there = lines.slice(at, at + wanted.length);
    const put = as === 'spaces' ? instead : reindented(instead, wanted, there);
    const text = [...lines.slice(0, at), ...put, ...lines.slice(at + wanted.length)].join(end);
    return ok({ text, as });
  }
  return fail({ is: 'absent' });
}

/** First lines of the places where all of `wanted` stand in a row. */
const blocks = (lines: readonly string[], wanted: readonly string[]): number[] =>
  lines.flatMap((_, at) => (wanted.every((line, i) => lines[at + i] === line) ? [at] : []));

const indentOf = (line: string): string => /^[ \t]*/.exec(line)?.[0] ?? '';

/** The new lines with the indentation of the text instead of that of the edit, counted at its first line that is not blank. */
function reindented(
  instead: readonly string[],
  wanted: readonly string[],
  there: readonly string[],
): string[] {
  const first = wanted.findIndex((line) => line.trim() !== '');
  const [from, to] = [indentOf(wanted[first] ?? ''), indentOf(there[first] ?? '')];
  return instead.map((line) => {
    if (line.trim() === '') return '';
    return line.startsWith(from) ? to + line.slice(from.length) : line;
  });
}
