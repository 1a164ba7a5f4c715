import { matchesCase } from '../../../shared/case-pattern.js';
import { cleanLines, splitLines } from './console-lines.js';
import { FORMATS } from './formats.js';
import { type CaseParser, named, patternOf } from './parse.js';

/**
 * A console without anything that held-out cases printed: their result lines, what was printed while they
 * ran, the YAML and comment lines below them, START to END spans, repeats in a summary, and any other line
 * that names one. Line ends of what stays are unchanged, lone CRs apart.
 */
export function stripCases(console: string, parser: CaseParser, heldOut: readonly string[]): string {
  if (heldOut.length === 0) return console;
  const lines = cleanLines(console);
  const known = new Set<string>();
  const isHeld = (name: string): boolean => {
    const held = matchesCase(heldOut, name);
    if (held) known.add(name);
    return held;
  };
  const marked = FORMATS[named(parser)].mark(lines, isHeld, patternOf(parser));
  const odd = [...known].filter((name) => !/^[\w.]+$/.test(name));
  const mentions = (line: string) =>
    (line.match(/[\w.]+/g) ?? []).some((word) => known.has(word)) || odd.some((name) => line.includes(name));
  const eol = console.includes('\r\n') ? '\r\n' : '\n';
  return splitLines(console)
    .filter((_, i) => !marked[i] && !mentions(lines[i] ?? ''))
    .join(eol);
}
