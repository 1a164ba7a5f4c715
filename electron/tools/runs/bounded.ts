import { englishWords } from '../../../shared/texts/words.js';
import { visible } from '../../../shared/visible-text.js';

/** Characters of one reply, as JSON: a model's context is short. */
const MOST_TEXT = 60_000;

/** Entries of a list and characters of a text, the most generous first. */
const BOUNDS = [
  { entries: 200, characters: 8000 },
  { entries: 100, characters: 2000 },
  { entries: 40, characters: 500 },
  { entries: 15, characters: 200 },
  { entries: 5, characters: 100 },
] as const;
type Bounds = (typeof BOUNDS)[number];

/** JSON data that fits into one reply. `isCut`: lists lost their oldest entries, or texts their ends. */
export function bounded(value: unknown): { value: unknown; isCut: boolean } {
  const plain: unknown = JSON.parse(JSON.stringify(value, englishWords) ?? 'null');
  let last = { value: plain, isCut: false };
  for (const bounds of BOUNDS) {
    last = cutTo(plain, bounds);
    if (JSON.stringify(last.value).length <= MOST_TEXT) break;
  }
  return last;
}

function cutTo(value: unknown, bounds: Bounds): { value: unknown; isCut: boolean } {
  let isCut = false;
  const cut = (part: unknown): unknown => {
    if (typeof part === 'string') {
      const shown = visible(part);
      isCut ||= shown.length > bounds.characters;
      return shown.slice(0, bounds.characters);
    }
    if (Array.isArray(part)) {
      isCut ||= part.length > bounds.entries;
      return part.slice(-bounds.entries).map(cut);
    }
    if (typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([key, inner]) => [key, cut(inner)]));
  };
  return { value: cut(value), isCut };
}

/** JSON data without what is told of some cases: entries of lists that are, or name, one of them. */
export function withoutCases(value: unknown, cases: ReadonlySet<string>): unknown {
  if (Array.isArray(value))
    return value.filter((entry) => !isOf(entry, cases)).map((entry) => withoutCases(entry, cases));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withoutCases(inner, cases)]));
}

function isOf(entry: unknown, cases: ReadonlySet<string>): boolean {
  if (typeof entry === 'string') return cases.has(entry);
  return typeof entry === 'object' && entry !== null && 'name' in entry && cases.has(String(entry.name));
}
