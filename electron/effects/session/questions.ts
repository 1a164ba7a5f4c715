import { inLines, nested, text } from '../../../shared/texts/words.js';
import { bindingOf } from '../../engine/binding.js';
import type { Gated } from '../../engine/effect.js';
import type { SessionContext } from '../../machine/session/context.js';

/** The questions of a turn, answered in words. */
export const clarifying = ({ questions, goal, turn }: SessionContext): Gated => ({
  ...{ kind: 'clarify', scope: 'question' },
  question: text`What is meant?`,
  subject: inLines(
    text`request: ${goal}`,
    ...questions.map((question, index) => text`${index + 1}. ${nested(question)}`),
  ),
  binding: bindingOf([turn, goal, questions]),
  choices: [],
});

/** What has to be agreed to before the next call. @throws Error where nothing has: a bug of the table */
export const confirming = ({ confirmation }: SessionContext): Gated => {
  if (confirmation === null) throw new Error('a call waits for an answer and asks nothing');
  return confirmation;
};
