import { englishWords } from './texts/words.js';

/** A piece of untrusted text: as it is, or a character that would not be seen, in a form that is. */
export interface Piece {
  /** Where it begins in the line. */
  at: number;
  text: string;
  hidden: boolean;
}

/**
 * Everything that prints nothing or moves what is printed: C0 but tab, DEL, C1, zero-width and bidirectional controls
 * (Unicode TR 36, "Bidirectional Text Spoofing"), line separators, the byte order mark, tags.
 */
const UNSEEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  /\u001b\[[0-9;:?]*[A-Za-z]|[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

/** Splits one line so that what cannot be seen is shown as a symbol: nothing in it acts on the window. */
export function visiblePieces(line: string): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const match of line.matchAll(UNSEEN)) {
    if (match.index > from) pieces.push({ at: from, text: line.slice(from, match.index), hidden: false });
    pieces.push({ at: match.index, text: symbolOf(match[0]), hidden: true });
    from = match.index + match[0].length;
  }
  if (from < line.length) pieces.push({ at: from, text: line.slice(from), hidden: false });
  return pieces;
}

/** Text of any number of lines for a terminal: line ends and tabs as they are, everything else that acts on it as a symbol. */
export const visible = (text: string): string =>
  text
    .split(/\r*\n/)
    .map((line) =>
      visiblePieces(line)
        .map((piece) => piece.text)
        .join(''),
    )
    .join('\n');

/** One line without what would not be seen in it, such as colours. */
export const withoutControls = (line: string): string => line.replace(UNSEEN, '');

/** A name that stands within a sentence (a path, a branch): whatever is in it, it stays on one line and is seen. */
export const visibleName = (name: string): string =>
  visiblePieces(name)
    .map((piece) => piece.text)
    .join('');

/**
 * JSON in which nothing acts on a terminal either: what `JSON.stringify` escapes, and what else would not be seen, as the
 * `\uXXXX` that every reader takes for the same text (RFC 8259, section 7).
 */
export const visibleJson = (value: unknown): string =>
  JSON.stringify(value, englishWords).replace(UNSEEN, (unseen) => unseen.split('').map(escaped).join(''));

const escaped = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Names of the C0 characters (ISO/IEC 6429). Their pictures, U+2400 and on, are boxes in what a system has of fonts. */
const C0 =
  'NUL SOH STX ETX EOT ENQ ACK BEL BS HT LF VT FF CR SO SI DLE DC1 DC2 DC3 DC4 NAK SYN ETB CAN EM SUB ESC FS GS RS US'.split(
    ' ',
  );

/** `<ESC>[31m` for an escape sequence, `<NUL>` for a C0 character, `<U+202E>` for the others. */
function symbolOf(unseen: string): string {
  const code = unseen.codePointAt(0) ?? 0;
  const name = code === 0x7f ? 'DEL' : C0[code];
  if (name !== undefined) return `<${name}>${unseen.slice(1)}`;
  return `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`;
}

/** Lines of text whatever its line ends are; a last line without an end counts. */
export function linesOf(text: string): string[] {
  const lines = text.split(/\r*\n/);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}
