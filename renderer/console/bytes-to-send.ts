export const ENDINGS = ['none', 'lf', 'cr', 'crlf'] as const;
export type Ending = (typeof ENDINGS)[number];

const ENDING_HEX: Record<Ending, string> = { none: '', lf: '0a', cr: '0d', crlf: '0d0a' };

/** What a person wants to send: a text with a line ending, or the bytes that they write and no other. */
export interface Message {
  text: string;
  hex: boolean;
  ending: Ending;
}

/** Bytes in hexadecimal: of a text its UTF-8; null where what should be hexadecimal bytes is not, or where it is nothing. */
export function bytesToSend({ text, hex, ending }: Message): string | null {
  return (hex ? readHex(text) : toHex(text) + ENDING_HEX[ending]) || null;
}

const toHex = (text: string): string =>
  Array.from(new TextEncoder().encode(text), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** `7e 01`, `0x7E,0x01`, `7E01`. */
function readHex(text: string): string | null {
  const digits = text
    .replace(/0x/gi, ' ')
    .replace(/[\s,;:]+/g, ' ')
    .trim()
    .toLowerCase();
  const parts = digits.split(' ').map((part) => (part.length === 1 ? `0${part}` : part));
  return parts.every((part) => /^([0-9a-f]{2})+$/.test(part)) ? parts.join('') : null;
}
