import type { ModelQuestion } from '../model.js';

/** A block of data as `openai/untrusted.ts` marks it: its id, its name as JSON, a note, its text. */
const BLOCK = /<data ([0-9a-f]{16}) ("(?:[^"\\]|\\.)*")([^\n]*)>\n([\s\S]*?)\n<\/data \1>/g;
const WITHHELD = '[withheld: the policy does not let this file be sent]';

/** The same question without the text of files that must not be sent; their names stay. */
export function withhold(
  question: ModelQuestion,
  isWithheld: (file: string) => boolean,
): { question: ModelQuestion; withheld: number } {
  let withheld = 0;
  const without = (content: string): string =>
    content.replace(BLOCK, (whole: string, id: string, name: string, note: string) => {
      if (
        !name
          .slice(1, -1)
          .split(/[\s:]+/)
          .some(isWithheld)
      )
        return whole;
      withheld += 1;
      return `<data ${id} ${name}${note}>\n${WITHHELD}\n</data ${id}>`;
    });
  const messages = question.messages.map((message) => ({ ...message, content: without(message.content) }));
  return { question: { ...question, messages }, withheld };
}
