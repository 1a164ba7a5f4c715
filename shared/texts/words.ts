import * as z from 'zod';

/** What stands in a place: a name or a number, which is shown to the letter, or a message. */
export type Value = string | number | Message;

interface Parts {
  /** The English template; its places are `{0}`, `{1}`, … */
  readonly key: string;
  readonly values: readonly Value[];
}

/**
 * A sentence as a value: its English template, and what stands in the places. It is stored as that, and rendered where it is
 * shown (`Say`). At run time it is a plain object. To the compiler it is a symbol too, because TypeScript refuses a symbol
 * in a plain template and behind `+`: there a message would read `[object Object]`.
 */
export type Message = Parts & symbol;

/** The type of every field that holds words. A string is English: of a room that makes no messages yet, or of an older journal. */
export type Words = string | Message;

const PLACE = /\{(\d+)\}/;
/** Messages in messages, no deeper: what is read comes from journals and cassettes that others may have written. */
const MOST_DEPTH = 8;
const MOST_VALUES = 16;
const LONGEST_KEY = 2000;

/** A template taken apart: texts, and at every odd index the number of a place. */
export const partsOf = (template: string): string[] => template.split(PLACE);

/** Numbers of the places of a template, in their order. */
export const placesIn = (template: string): number[] =>
  partsOf(template)
    .filter((_, at) => at % 2 === 1)
    .map(Number);

const messageOf = (key: string, values: readonly Value[]): Message => ({ key, values }) as unknown as Message;

/**
 * The tag of every text of the product that a person reads: text`cumulative risk ${risk} > ${limit}`. Its Chinese is an
 * entry of `zh-cn/messages`, and a missing one fails a check. For a plural, write both sentences and choose by the number.
 */
export const text = (strings: TemplateStringsArray, ...values: readonly Value[]): Message =>
  messageOf(
    strings.reduce((key, part, at) => `${key}{${at - 1}}${part}`),
    values.map(storable),
  );

/** JSON has no NaN and no infinity; what is nested too deep to be read back is kept as English. */
function storable(value: Value): Value {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  return depthOf(value) < MOST_DEPTH ? value : inEnglish(value);
}

const depthOf = ({ values }: Message): number =>
  values.reduce<number>((depth, value) => Math.max(depth, isMessage(value) ? 1 + depthOf(value) : 1), 1);

/**
 * Words for a place of a message. A plain string there is a name; a sentence of a room that makes no messages yet has to
 * be marked as one. A message is given back as it is.
 */
export const nested = (words: Words): Value =>
  typeof words !== 'string' || words.length > LONGEST_KEY || PLACE.test(words) ? words : messageOf(words, []);

/** Sentences one after the other, in one. */
export const joined = (...sentences: readonly Words[]): Words =>
  folded(sentences, (left, right) => text`${left}; ${right}`);

/** Each in a line of its own. */
export const inLines = (...lines: readonly Words[]): Words =>
  folded(lines, (left, right) => text`${left}\n${right}`);

/** Words without line ends. A key may be a sentence of others (`nested`), and loses them too. */
export const inOneLine = (words: Words): Words =>
  typeof words === 'string'
    ? withoutLineEnds(words)
    : messageOf(
        withoutLineEnds(words.key),
        words.values.map((value) => (typeof value === 'number' ? value : inOneLine(value))),
      );

/** A value of a file that somebody wrote is a name in a sentence: of a longer one its beginning and end say as much. */
const LONGEST_NAME = 300;
const LONGEST_SENTENCE = 4000;
/** Of what is cut, this part is shown from the beginning. */
const HEAD = 0.75;

/** Words in which nothing is too long for a person to read: the middle of long names, and of the whole, is left out. */
export const inBrief = (words: Words): Words =>
  typeof words === 'string'
    ? withoutMiddle(
        words.replace(LONG_NAME, (name) => withoutMiddle(name, LONGEST_NAME)),
        LONGEST_SENTENCE,
      )
    : messageOf(
        words.key,
        words.values.map((value) => (typeof value === 'number' ? value : inBrief(value))),
      );

const LONG_NAME = new RegExp(`\\S{${LONGEST_NAME + 1},}`, 'g');

function withoutMiddle(long: string, most: number): string {
  if (long.length <= most) return long;
  const head = Math.round(most * HEAD);
  const [first, last] = [long.slice(0, head), long.slice(long.length - (most - head))];
  // half of a surrogate pair is no character
  return `${first.replace(/[\ud800-\udbff]$/, '')}…${last.replace(/^[\udc00-\udfff]/, '')}`;
}

const withoutLineEnds = (line: string): string => line.replace(/\s*\n\s*/g, ' ');

/** Halves of halves: however many there are, they are not nested deep. */
function folded(all: readonly Words[], fold: (left: Value, right: Value) => Message): Words {
  if (all.length < 2) return all[0] ?? '';
  const middle = Math.ceil(all.length / 2);
  const [left, right] = [all.slice(0, middle), all.slice(middle)];
  return fold(nested(folded(left, fold)), nested(folded(right, fold)));
}

/** Whether a value read from JSON is a message rather than anything else. */
export const isMessage = (value: unknown): value is Message =>
  typeof value === 'object' &&
  value !== null &&
  Object.keys(value).length === 2 &&
  'key' in value &&
  'values' in value &&
  typeof value.key === 'string' &&
  Array.isArray(value.values);

/** A template with its values as `shown` gives them, in pieces; a place without a value stays as it is. */
export const filled = (
  template: string,
  values: readonly Value[],
  shown: (value: Value) => string,
): string[] =>
  partsOf(template).map((part, at) => {
    if (at % 2 === 0) return part;
    const value = values[Number(part)];
    return value === undefined ? `{${part}}` : shown(value);
  });

/** Words as programs, logs and comparisons take them. */
export function inEnglish(words: Value): string {
  if (typeof words === 'string' || typeof words === 'number') return String(words);
  return filled(words.key, words.values, inEnglish).join('');
}

/** For `JSON.stringify`: words as English strings, as other programs read them. */
export const englishWords = (_name: string, value: unknown): unknown =>
  isMessage(value) ? inEnglish(value) : value;

/** Each place once: rendering takes no longer than the message is long. */
const placesFit = ({ key, values }: Parts): boolean => {
  const places = placesIn(key);
  return places.length === values.length && places.every((place, at) => place === at);
};

function messageSchema(depth: number): z.ZodType<Parts> {
  const flat = z.union([z.string(), z.number()]);
  const value = depth > 1 ? z.union([flat, messageSchema(depth - 1)]) : flat;
  const parts = z.strictObject({
    key: z.string().max(LONGEST_KEY),
    values: z.array(value as unknown as z.ZodType<Value>).max(MOST_VALUES),
  });
  return parts.refine(placesFit, 'the places of a message do not fit its values');
}

/** Words as they are stored. */
export const wordsSchema = z.union([z.string(), messageSchema(MOST_DEPTH)]) as unknown as z.ZodType<Words>;

/** A message, or a string that was written as JSON because it began like one. */
const LIKE_JSON = /^["\\]*\{/;

/**
 * Words in a column of text: a message as JSON. A string that could be taken for one is JSON too; every other string is
 * as it is, as older releases wrote all of them.
 */
export const storedWords = (words: Words): string =>
  typeof words === 'string' && !LIKE_JSON.test(words) ? words : JSON.stringify(words);

/** What `storedWords` gave; null where it is damaged. */
export function wordsFrom(stored: string): Words | null {
  if (!LIKE_JSON.test(stored)) return stored;
  try {
    return wordsSchema.safeParse(JSON.parse(stored)).data ?? null;
  } catch {
    return stored; // a string of an older release
  }
}
