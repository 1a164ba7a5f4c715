import type { Gate } from '../../shared/events.js';

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

/** The command that answers a gate with yes from anywhere: its code says that the question was seen. */
export const approveCommand = ({ run, gate, code }: Pick<Gate, 'run' | 'gate' | 'code'>): string =>
  `benchloop approve ${run} ${gate} yes --code ${code}`;
