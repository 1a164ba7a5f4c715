/** English to another language, both with the same places. See `compile`. */
export type Catalogue = Readonly<Record<string, string>>;

/**
 * What stands in a place: `{name}` a text that is itself shown in the reader's language, `{!name}` one of which the
 * catalogue must know something, `{=name}` a text that stays as it is (a path, a name, the words of a tool), `{#name}` a
 * number.
 */
interface Place {
  name: string;
  kind: '' | '!' | '=' | '#';
}

export interface Template {
  /** Texts before, between and after the places: one more than there are places. */
  literals: readonly string[];
  places: readonly Place[];
  /** The other language: texts, and at every odd index the name of a place. */
  shown: readonly string[];
  /** How much of a text that matches is known. */
  weight: number;
}

const PLACE = /\{[!=#]?[a-z]\w*\}/gi;
const NUMBER = /^-?\d+(?:\.\d+)?$/;

const nameOf = (place: string): string => place.slice(1, -1).replace(/^[!=#]/, '');
const KINDS: readonly Place['kind'][] = ['!', '=', '#'];
const kindOf = (place: string): Place['kind'] => KINDS.find((kind) => kind === place[1]) ?? '';

/** Names of the places of a text, in their order. */
export const placesOf = (text: string): string[] => (text.match(PLACE) ?? []).map(nameOf);

/** Whether a text begins with a capital letter says where it stands, not what it says. */
export const uncapitalised = (text: string): string =>
  /^[A-Z](?![A-Z_])/.test(text) ? (text[0] ?? '').toLowerCase() + text.slice(1) : text;

/** A sentence in the middle of a text has lost its full stop to what joins it to the next. */
const unstopped = (text: string, stop: string): string => (text.endsWith(stop) ? text.slice(0, -1) : text);

/** Makes an entry of a catalogue ready to be matched. */
export function compile(english: string, chinese: string): Template {
  const shown = unstopped(chinese, '。');
  const literals = uncapitalised(unstopped(english, '.')).split(PLACE);
  const places = (english.match(PLACE) ?? []).map((place) => ({ name: nameOf(place), kind: kindOf(place) }));
  const names = placesOf(shown);
  return {
    literals,
    places,
    shown: shown.split(PLACE).flatMap((text, at) => [text, names[at] ?? '']),
    weight: literals.join('').length,
  };
}

/**
 * What stands in the places where the text is of this template, null where it is not. Each place ends where the literal
 * after it comes first, so that no text takes long.
 */
export function match({ literals, places }: Template, text: string): string[] | null {
  const [first = '', ...rest] = literals;
  if (!text.startsWith(first)) return null;
  if (places.length === 0) return text === first ? [] : null;
  const values: string[] = [];
  let from = first.length;
  for (const [at, literal] of rest.entries()) {
    const last = at === rest.length - 1;
    const to = last ? text.length - literal.length : text.indexOf(literal, from);
    if (to < from || (last && !text.endsWith(literal))) return null;
    values.push(text.slice(from, to));
    from = to + literal.length;
  }
  return values.every((value, at) => fits(value, places[at], at === 0 && first === '')) ? values : null;
}

function fits(value: string, place: Place | undefined, leads: boolean): boolean {
  if (value.includes('\n') || (leads && value === '')) return false;
  return place?.kind !== '#' || NUMBER.test(value);
}
