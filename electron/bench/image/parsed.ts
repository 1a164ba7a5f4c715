import { fail, type Problem } from '../../../shared/problem.js';
import type { Segment } from './image.js';

/** What a format's parser finds out; the rest of an `Image` is the file's. */
export interface ParsedImage {
  segments: readonly Segment[];
  machine: number | null;
  buildId: string | null;
  family: number | null;
}

/** Formats without a machine or an id: nothing but addresses and bytes. */
export const bare = (segments: readonly Segment[]): ParsedImage => ({
  segments,
  machine: null,
  buildId: null,
  family: null,
});

export const malformed = (message: string): { ok: false; error: Problem } =>
  fail({ code: 'IMAGE_MALFORMED', message, next: 'build the image again, or name its format' });

/** `0x0000` as people read addresses, at least four digits. */
export const hex = (n: number): string => `0x${n.toString(16).padStart(4, '0')}`;

/** Ctrl-Z, by which DOS ends a text. */
const DOS_END = String.fromCharCode(0x1a);

/** The lines of a text of records, without a byte order mark; they may end in LF, CRLF or CR. */
export function textLines(bytes: Uint8Array): string[] {
  const text = Buffer.from(bytes)
    .toString('latin1')
    .replace(/^\xef\xbb\xbf/, '');
  const [whole = ''] = text.split(DOS_END, 1);
  return whole.split(/\r\n|\r|\n/);
}
