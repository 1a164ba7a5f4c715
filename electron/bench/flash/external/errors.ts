import type { Problem, ProblemCode } from '../../../../shared/problem.js';
import type { EXTERNAL_ERRORS } from '../../../../shared/profile/flash.js';
import { MEANINGS } from './meanings.js';
import { TOOL_WORDS } from './words.js';

/** What a line of a tool's output means. */
export interface ErrorRow {
  tool: string;
  pattern: RegExp;
  code: (typeof EXTERNAL_ERRORS)[number] & ProblemCode;
  message: string;
  next: string;
  /** The tool ends with 0 all the same. */
  silent?: boolean;
}

/** The end of a flash, whatever the tool's exit code: a wrapper may lose that. A tool may try again after other errors. */
const FINAL: ReadonlySet<keyof typeof MEANINGS> = new Set(['differs', 'notWritten', 'notFlash', 'badImage']);

/** What is known of the common tools, in the order in which it is tried. */
export const TOOL_ERRORS: readonly ErrorRow[] = TOOL_WORDS.map(([tool, meaning, pattern, silent]) => {
  const { code, message, next } = MEANINGS[meaning];
  return {
    tool,
    pattern,
    code,
    message: message(tool),
    next,
    silent: silent === 'silent' || FINAL.has(meaning),
  };
});

/** The first row that the output fits; null where nothing of it is known. */
export function explain(
  output: string,
  rows: readonly ErrorRow[],
): Pick<Problem, 'code' | 'message' | 'next'> | null {
  const found = rows.find(({ pattern }) => pattern.test(output));
  return found === undefined ? null : { code: found.code, message: found.message, next: found.next };
}
