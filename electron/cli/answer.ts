/** What a person may type for yes and for no; nothing else is an answer. */
const WORDS: Readonly<Record<string, 'yes' | 'no'>> = {
  yes: 'yes',
  y: 'yes',
  是: 'yes',
  no: 'no',
  n: 'no',
  否: 'no',
};

/** The answer that was typed, null where it is none. */
export function answerOf(typed: string): 'yes' | 'no' | null {
  const word = typed.trim().toLowerCase();
  return Object.hasOwn(WORDS, word) ? (WORDS[word] ?? null) : null;
}
