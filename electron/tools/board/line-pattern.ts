import { RE2JS } from 're2js';
import { fail, ok, type Result } from '../../../shared/problem.js';
import { text } from '../../../shared/texts/words.js';

/** A larger program than this, in instructions of RE2, costs more for each line than a console is worth. */
const LARGEST_PROGRAM = 2000;

/**
 * Which lines a regular expression fits; without one, all of them. RE2 takes linear time, whatever a device prints. Errors:
 * ARGUMENTS_MALFORMED.
 */
export function linePattern(pattern: string | undefined): Result<(line: string) => boolean> {
  if (pattern === undefined) return ok(() => true);
  const compiled = compile(pattern);
  if (typeof compiled !== 'string') return ok((line) => compiled.matcher(line).find());
  return fail({
    code: 'ARGUMENTS_MALFORMED',
    message: text`the pattern is not a regular expression: ${compiled}`,
    where: 'pattern',
    next: text`escape literal characters, and use neither look-around nor back references`,
  });
}

function compile(pattern: string): RE2JS | string {
  try {
    const compiled = RE2JS.compile(pattern);
    return compiled.programSize() > LARGEST_PROGRAM ? 'too large' : compiled;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
