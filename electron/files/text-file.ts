import { readFileSync, statSync } from 'node:fs';
import { fail, ok, type ProblemCode, type Result } from '../../shared/problem.js';

/** No file that a person writes by hand is larger. */
const MAX_BYTES = 1024 * 1024;

/** What is read: `what` names it in a sentence ("task file"), `absent` and `malformed` are the codes of its problems. */
export interface TextKind {
  what: string;
  absent: ProblemCode;
  malformed: ProblemCode;
  next: string;
}

/** Why there is no file to read at this path; `what` names what it should be. Null where there is one. */
export function whyNoFile(file: string, what: string): string | null {
  const entry = statSync(file, { throwIfNoEntry: false });
  if (!entry) return `there is no such ${what}`;
  if (entry.isDirectory()) return `this is a folder, not a ${what}`;
  // a named pipe would be waited for
  return entry.isFile() ? null : `this is not a regular file, so it is no ${what}`;
}

/**
 * Reads a file that a person wrote, as UTF-8 text without its byte order mark. Errors: `absent` for a file that is not
 * there, is none or may not be read, `malformed` for one that is too large or no text (with its line).
 */
export function readTextFile(file: string, kind: TextKind): Result<string> {
  const refuse = (code: ProblemCode, message: string, where = file, next = kind.next): Result<never> =>
    fail({ code, message, where, next });
  try {
    const absent = whyNoFile(file, kind.what);
    if (absent !== null) return refuse(kind.absent, absent);
    const { size } = statSync(file);
    if (size > MAX_BYTES)
      return refuse(kind.malformed, `found ${size} bytes, expected a ${kind.what} of at most 1 MiB`);
    const bytes = readFileSync(file);
    const wrong = whyNoText(bytes);
    if (wrong)
      return refuse(
        kind.malformed,
        `found ${wrong.found}, expected UTF-8 text`,
        `${file}:${wrong.line}`,
        `save the ${kind.what} as UTF-8 text`,
      );
    return ok(bytes.toString('utf8').replace(/^\ufeff/, ''));
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    return refuse(kind.absent, `the ${kind.what} cannot be read: ${words}`);
  }
}

/** What the bytes hold instead of text, and in which line; null where they are text. */
function whyNoText(bytes: Buffer): { found: string; line: number } | null {
  const mark = bytes.subarray(0, 2).toString('hex');
  if (mark === 'fffe' || mark === 'feff') return { found: 'UTF-16 text', line: 1 };
  const text = bytes.toString('utf8');
  const control = /(?![\t\n\r\u0085])\p{Cc}/u.exec(text);
  if (control) return { found: 'binary data', line: lineOf(text, control.index) };
  // what is no UTF-8 comes out as U+FFFD, which text of its own can hold as well
  if (bytes.equals(Buffer.from(text))) return null;
  return { found: 'bytes of another encoding', line: lineOf(text, text.indexOf('\ufffd')) };
}

const lineOf = (text: string, at: number): number => text.slice(0, at).split('\n').length;
