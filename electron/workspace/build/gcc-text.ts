import type { Diagnostic, FixIt } from '../../../shared/results.js';

/** `file:line[:column]: severity: message [-Woption]`: GCC, Clang and, with a capital, the GNU assembler. */
const PLACED =
  /^(.+?):(\d{1,9}):(?:(\d{1,9}):)? (fatal error|internal compiler error|sorry, unimplemented|error|warning|note): (.*)$/i;
/** `cc1: error: …`, `arm-none-eabi-gcc: fatal error: …`: a driver or pass complains without a place. */
const UNPLACED =
  /^(?:\S*[/\\])?((?:[\w.+-]+-)?(?:cc1(?:plus)?|gcc|g\+\+|cc|c\+\+|clang(?:\+\+)?|as)(?:-\d+)?)(?:\.exe)?: (fatal error|error|warning): (.*)$/;
const OPTION = / \[(-W[^\]]+)\]$/;
/** `fix-it:"file":{line:column-line:column}:"text"`, columns in bytes (GCC and Clang manuals). */
const FIXIT = /^fix-it:"((?:[^"\\]|\\.)*)":\{(\d+):(\d+)-(\d+):(\d+)\}:"((?:[^"\\]|\\.)*)"$/;

/** Makes GCC 11 and later print fix-its in this form too, columns in bytes (GCC manual, "Environment Variables Affecting GCC"). */
export const FIXITS_IN_TEXT = { GCC_EXTRA_DIAGNOSTIC_OUTPUT: 'fixits-v1' } as const;

/** What a build printed, for people: without the lines that are for programs. */
export const withoutFixIts = (text: string): string => text.replace(/^fix-it:"[^\r\n]*(?:\r?\n|$)/gm, '');

/** One line of compiler output as a diagnostic, or null. */
export function parseGccLine(line: string, resolve: (file: string) => string): Diagnostic | null {
  const placed = PLACED.exec(line);
  if (placed) {
    const at = Number(placed[2]);
    const column = Number(placed[3] ?? 0);
    const location = { file: resolve(placed[1] ?? ''), line: at, ...(column > 0 ? { column } : {}) };
    return { ...worded(placed[4] ?? '', placed[5] ?? ''), ...(at > 0 ? { location } : {}) };
  }
  const unplaced = UNPLACED.exec(line);
  return unplaced ? worded(unplaced[2] ?? '', unplaced[3] ?? '') : null;
}

function worded(kind: string, text: string): Diagnostic {
  const option = OPTION.exec(text)?.[1];
  const said = kind.toLowerCase();
  return {
    severity: said === 'warning' || said === 'note' ? said : 'error',
    message: option ? text.replace(OPTION, '') : text,
    ...(option ? { option } : {}),
    origin: 'compiler',
    fixits: [],
  };
}

/** One line of `-fdiagnostics-parseable-fixits`, or null. */
export function parseFixItLine(line: string, resolve: (file: string) => string): FixIt | null {
  const found = FIXIT.exec(line);
  if (!found) return null;
  const [, file = '', l1, c1, l2, c2, text = ''] = found;
  return {
    file: resolve(unescapeC(file)),
    start: { line: Number(l1), column: Number(c1) },
    end: { line: Number(l2), column: Number(c2) },
    text: unescapeC(text),
  };
}

const ESCAPED: Record<string, string> = { n: '\n', t: '\t', r: '\r' };

/** C string escapes; other bytes come as three octal digits, UTF-8 byte by byte. */
function unescapeC(text: string): string {
  const bytes = text.replace(/\\([0-7]{3}|.)/g, (_, code: string) =>
    code.length === 3 ? String.fromCharCode(Number.parseInt(code, 8)) : (ESCAPED[code] ?? code),
  );
  return /[\u0080-\u00ff]/.test(bytes) && text.includes('\\')
    ? Buffer.from(bytes, 'latin1').toString('utf8')
    : bytes;
}
