import type { CGrammar } from '../c/grammar.js';
import { type CSymbol, symbolsOf } from '../c/symbols.js';
import type { ChangedSource } from './style.js';

/** A file of the tree and its text. */
export interface NamedText {
  file: string;
  text: string;
}

const SOURCE = /\.(c|h|cc|cpp|hpp|inc)$/i;
const MOST_COMMENT = 30;

const isFunction = ({ kind }: CSymbol): boolean => kind === 'function';
const linesFrom = (text: string, from: number, to: number): string =>
  text
    .split('\n')
    .slice(from - 1, to)
    .join('\n');

/** Functions whose text differs before and after a change, or that are new. */
export function changedFunctions(grammar: CGrammar, { file, before, after }: ChangedSource): string[] {
  if (!SOURCE.test(file) || after === null) return [];
  const bodies = (text: string) =>
    symbolsOf(grammar, text)
      .filter(isFunction)
      .map(({ name, line, endLine }) => [name, linesFrom(text, line, endLine)] as const);
  const known = new Map(before === null ? [] : bodies(before));
  return bodies(after).flatMap(([name, body]) => (known.get(name) === body ? [] : [name]));
}

/** The comment that ends in the line above `line` (from 1); '' where there is none. */
export function commentAbove(text: string, line: number): string {
  const lines = text.split('\n');
  const found: string[] = [];
  let inBlock = false;
  for (let at = line - 2; at >= 0 && found.length < MOST_COMMENT; at -= 1) {
    const one = lines[at]?.trim() ?? '';
    if (!inBlock && one.endsWith('*/')) inBlock = true;
    if (!inBlock && !one.startsWith('//')) break;
    found.unshift(lines[at] ?? '');
    if (inBlock && one.startsWith('/*')) inBlock = false;
  }
  return found.join('\n');
}

/** What is promised of these functions: comment and declaration wherever a file declares one, and the comment of its definition. */
export function contractOf(
  grammar: CGrammar,
  functions: readonly string[],
  files: readonly NamedText[],
): NamedText[] {
  const wanted = new Set(functions);
  return files.flatMap(({ file, text }) => {
    if (!SOURCE.test(file) || ![...wanted].some((name) => text.includes(name))) return [];
    const told = symbolsOf(grammar, text)
      .filter(({ name, kind }) => wanted.has(name) && (kind === 'declaration' || kind === 'function'))
      .map(({ line, signature }) =>
        [commentAbove(text, line), `${line}| ${signature}`].filter(Boolean).join('\n'),
      );
    return told.length === 0 ? [] : [{ file, text: told.join('\n\n') }];
  });
}
