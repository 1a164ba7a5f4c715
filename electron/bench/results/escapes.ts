const ESC = '\u001b';
const BEL = '\u0007';
/**
 * Escape sequences of ECMA-48 (CSI, OSC and two-character ones). Each alternative stops at the next ESC, so a
 * flood of unfinished sequences costs linear time.
 */
const ESCAPES = new RegExp(
  `${ESC}(?:\\[[0-?]*[ -/]*[@-~]|\\][^${BEL}${ESC}]*(?:${BEL}|${ESC}\\\\)?|[@-Z\\\\-_])`,
  'g',
);

/** What a line says: without the escape sequences that colour it. */
export const withoutEscapes = (line: string): string =>
  line.includes(ESC) ? line.replace(ESCAPES, '') : line;

/** Where a character of `withoutEscapes(line)` lies in the line. */
export function placeIn(line: string, character: number): number {
  let at = character;
  for (const sequence of line.matchAll(ESCAPES)) {
    if (sequence.index > at) break;
    at += sequence[0].length;
  }
  return at;
}
