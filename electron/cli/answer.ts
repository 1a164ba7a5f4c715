import { choicesOf, type Gate, IN_WORDS, isYesNo, needsWords } from '../../shared/events.js';
import { promptOfGate } from '../../shared/prompt-name.js';
import { text, type Words } from '../../shared/texts/words.js';

type Answerable = Pick<Gate, 'run' | 'gate' | 'node' | 'code' | 'choices'>;

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

/**
 * What was typed as the answer to a gate: one of its choices, with a text behind it where these are not yes and no, which some need; or a text
 * alone where there are none to choose from. Null where it is no answer.
 */
export function gateAnswerOf(
  gate: Pick<Gate, 'choices'>,
  typed: string,
): { answer: string; text: string | null } | null {
  const choices = choicesOf(gate);
  const line = typed.trim();
  if (choices.length === 0) return line === '' ? null : { answer: IN_WORDS, text: line };
  if (isYesNo(choices)) {
    const answer = answerOf(line);
    return answer && { answer, text: null };
  }
  const chosen = choices.find((choice) => line === choice || line.startsWith(`${choice} `));
  if (chosen === undefined) return null;
  const words = line.slice(chosen.length).trim();
  return words === '' && needsWords(chosen) ? null : { answer: chosen, text: words || null };
}

/** The command that answers a question from anywhere. Its code says that the question was seen; it is last, as a shell may cut at `|`. */
export function howToAnswer({ run, gate, node, code, choices }: Answerable): string {
  const prompt = promptOfGate({ gate, node });
  if (prompt !== null) return `benchloop reply ${run} ${prompt} FILE`;
  const known = choicesOf({ choices });
  if (isYesNo(known)) return `benchloop approve ${run} ${gate} yes --code ${code}`;
  const choice = known.length === 0 ? '' : ` ${known.join('|')}`;
  return `benchloop answer ${run} ${gate}${choice} --text "…" --code ${code}`;
}

/** What comes before that command. */
export function askedFor(gate: Answerable): Words {
  if (promptOfGate(gate) !== null) return text`Take the prompt to a model, and give its reply:`;
  const choices = choicesOf(gate);
  if (isYesNo(choices)) return text`Answer it with yes or no:`;
  return choices.length === 0
    ? text`Answer it in your own words:`
    : text`Answer it with one of these, and a text where there is more to say: ${choices.join(', ')}`;
}
