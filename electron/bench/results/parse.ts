import type { TestPattern } from '../../../shared/task.js';
import type { ParserName } from '../../../shared/test-parsers.js';
import { cleanLines } from './console-lines.js';
import type { ExitEnd } from './exit-code.js';
import { FORMATS } from './formats.js';
import type { ResultFile } from './junit.js';
import { type Expected, foldReports, type ParsedOutput } from './parsed-output.js';

/** A parser by its name; `pattern` with the task's own expressions. */
export type CaseParser = ParserName | { name: ParserName; pattern: TestPattern | null };

/** What a session left beside its console. */
export interface Beside {
  end?: ExitEnd;
  files?: readonly ResultFile[];
  /** How often each case is expected; once where it is absent. */
  expected?: Expected;
}

const NOTHING: TestPattern = { results: [], pass: [], fail: [], skip: [], details: [] };

export const named = (parser: CaseParser): ParserName => (typeof parser === 'string' ? parser : parser.name);

export const patternOf = (parser: CaseParser): TestPattern =>
  typeof parser === 'string' ? NOTHING : (parser.pattern ?? NOTHING);

/**
 * Reads what a session left for its test cases. The text is untrusted: it may be cut anywhere, hold any
 * bytes, and claim anything; only a case's own line makes a case, never a total. Linear in its length.
 */
export function parseCases(
  text: string,
  parser: CaseParser,
  { end, files = [], expected }: Beside = {},
): ParsedOutput {
  const output = { lines: cleanLines(text), end: end ?? null, files };
  return foldReports(FORMATS[named(parser)].read(output, patternOf(parser)), expected);
}
