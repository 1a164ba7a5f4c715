import { PARSERS, type ParserName } from '../../../shared/test-parsers.js';
import { cleanLines } from './console-lines.js';
import type { ExitEnd } from './exit-code.js';
import { FORMATS, type Output } from './formats.js';
import { patternOf } from './parse.js';
import { foldReports } from './parsed-output.js';

/** A format that an output seems to be in, and how many cases it has then. */
export interface Likely {
  format: ParserName;
  cases: number;
}

/** Few lines that look like a format by chance do not make it one. */
const ENOUGH_CASES = 2;

/** Every format that an output may be in, most cases first, and whether it is sure to be one. */
function possibleFormats(text: string): (Likely & { isSure: boolean })[] {
  const output: Output = { lines: cleanLines(text), end: null, files: [] };
  return PARSERS.flatMap((format) => {
    const { proposed, read } = FORMATS[format];
    if (proposed === null || proposed.sign?.(output.lines) === false) return [];
    const { cases, summary } = foldReports(read(output, patternOf(format)), null);
    const isSure =
      proposed.sign !== null || cases.length >= ENOUGH_CASES || (cases.length > 0 && summary !== null);
    return isSure || cases.length > 0 || summary !== null ? [{ format, cases: cases.length, isSure }] : [];
  }).sort((a, b) => b.cases - a.cases);
}

const sureFormats = (text: string): Likely[] =>
  possibleFormats(text)
    .filter(({ isSure }) => isSure)
    .map(({ format, cases }) => ({ format, cases }));

/** The format that an output seems to be in where the parser that was named reads no case; null where none fits. */
export const likelierFormat = (text: string, named: ParserName): Likely | null =>
  sureFormats(text).find(({ format, cases }) => format !== named && cases > 0) ?? null;

/** Which parser an output proposes, or why it proposes none. */
export type Proposal =
  | { kind: 'one'; parser: ParserName; cases: number }
  | { kind: 'several'; likely: readonly Likely[] }
  | { kind: 'none'; lookedFor: readonly ParserName[] };

/**
 * The parser for an output of which nothing is known. What runs other programs is meant where their output stands in its own. A
 * program of no known format is one case by its exit code.
 */
export function proposeParser(text: string, end: ExitEnd, isProgram: boolean): Proposal {
  const likely = sureFormats(text);
  const outer = likely.filter(({ format }) => FORMATS[format].proposed?.runsOthers);
  const [first, ...others] = outer.length > 0 ? outer : likely;
  if (first && others.length > 0) return { kind: 'several', likely: [first, ...others] };
  if (first) return { kind: 'one', parser: first.format, cases: first.cases };
  const chance = possibleFormats(text).map(({ format, cases }) => ({ format, cases }));
  if (chance.length > 0) return { kind: 'several', likely: chance };
  if (isProgram || end.exit_code !== null) return { kind: 'one', parser: 'exit', cases: 1 };
  return { kind: 'none', lookedFor: PARSERS.filter((name) => FORMATS[name].proposed !== null) };
}
