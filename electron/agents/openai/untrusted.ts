import { randomBytes } from 'node:crypto';

/**
 * Marks text that others wrote, under a name. `keep` says which part stays when it is longer than `limit` characters.
 */
export type Mark = (name: string, text: string, limit: number, keep?: 'start' | 'end') => string;

/** An id that nobody who wrote the data can know. */
export const randomId = (): string => randomBytes(8).toString('hex');

/** Closing marks in the text itself, also with spaces or capitals. */
const CLOSING = /<(?=\s*\/\s*data)/gi;
const NEUTRAL = /<\\(?=\s*\/\s*data)/gi;

/** Text in which nothing closes a block. */
const neutral = (text: string): string => text.replace(CLOSING, '<\\');

/** What `neutral` made of a text, as it was. */
export const withClosingMarks = (text: string): string => text.replace(NEUTRAL, '<');

/** Half of a character, which a cut leaves and which servers refuse. */
const whole = (text: string): string => text.replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, '');

/** Marks blocks with `id`, one for each request. Its closing mark cannot occur inside: the id is random, and the mark is neutralised. */
export const markWith =
  (id: string): Mark =>
  (name, text, limit, keep = 'start') => {
    const cut = text.length > limit;
    const kept = whole(keep === 'start' ? text.slice(0, limit) : text.slice(-limit));
    const note = cut ? ` (${keep} only: ${kept.length} of ${text.length} characters)` : '';
    return `<data ${id} ${neutral(JSON.stringify(name))}${note}>\n${neutral(kept)}\n</data ${id}>`;
  };
