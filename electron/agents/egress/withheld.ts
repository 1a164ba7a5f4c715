import type { ModelQuestion } from '../model.js';

/** A block of data as `openai/untrusted.ts` marks it: its id, its name as JSON, a note, its text. */
const BLOCK = /<data ([0-9a-f]{16}) ("(?:[^"\\]|\\.)*")([^\n]*)>\n([\s\S]*?)\n<\/data \1>/g;

/** Stands for text of a file that must not be sent. */
export const WITHHELD = '[withheld: the policy does not let this file be sent]';

/** What must not be sent. */
export interface Withheld {
  isWithheld(file: string): boolean;
  /** A text without what it quotes of such files. */
  without(text: string): string;
}

/** The same question without the text of files that must not be sent; their names stay. */
export function withhold(question: ModelQuestion, { isWithheld, without }: Withheld): ModelQuestion {
  const inBlocks = (content: string): string =>
    content.replace(BLOCK, (_, id: string, name: string, note: string, text: string) => {
      const shown = filesIn(name).some(isWithheld) ? WITHHELD : without(text);
      return `<data ${id} ${name}${note}>\n${shown}\n</data ${id}>`;
    });
  return {
    ...question,
    messages: question.messages.map((message) => ({ ...message, content: inBlocks(message.content) })),
  };
}

/** What stands around the name of a file in the name of a block. */
const AROUND = /^(?:contract in|log) |(?:, lines \d+ to \d+ of \d+)?(?: \(read-only\))?$/g;

/** Files that a block may be of, by its name. A name may hold spaces. */
function filesIn(quoted: string): string[] {
  const name = quoted.slice(1, -1).replace(/\\(["\\])/g, '$1');
  return [name.replace(AROUND, ''), ...name.split(/[\s:,]+/)];
}

/** How many placeholders for files a question holds. */
export const withheldIn = ({ messages }: ModelQuestion): number =>
  messages.reduce((sum, { content }) => sum + content.split(WITHHELD).length - 1, 0);
