/**
 * What a mistyped word most likely meant: the same letters in other case, the beginning of exactly one known word, or
 * the word with the fewest letters to insert, delete or replace, up to a third of them. Undefined where none is near.
 */
export function nearest(word: string, known: readonly string[]): string | undefined {
  const plain = word.toLowerCase();
  const same = known.find((other) => other.toLowerCase() === plain);
  if (same !== undefined) return same;
  const [best] = known
    .map((other) => ({ other, far: distance(plain, other.toLowerCase()) }))
    .sort((a, b) => a.far - b.far);
  if (best && best.far <= Math.min(mostSlips(plain, best.other), best.other.length - 1)) return best.other;
  const begun = plain.length > 2 ? known.filter((other) => other.toLowerCase().startsWith(plain)) : [];
  return begun.length === 1 ? begun[0] : undefined;
}

/** A slip in the first letter is rare: two words that begin differently are the same only with one. */
const mostSlips = (word: string, other: string): number =>
  word[0] === other.toLowerCase()[0] ? Math.max(2, word.length / 3) : 1;

/** How alike two words are spelt, 0..1: the share of letters that need no change. */
export const likeness = (a: string, b: string): number =>
  Math.max(0, 1 - distance(a.toLowerCase(), b.toLowerCase()) / Math.max(a.length, b.length, 1));

/** Longer words are no typing errors of ours, and the effort grows with the square. */
const MAX_LETTERS = 64;

/** Levenshtein's: how many letters to insert, delete or replace. */
function distance(a: string, b: string): number {
  if (a.length > MAX_LETTERS) return Number.POSITIVE_INFINITY;
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1];
    for (const [j, other] of [...b].entries()) {
      const replace = (row[j] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(replace, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
