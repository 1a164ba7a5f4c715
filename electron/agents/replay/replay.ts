import { fail, ok, type Problem } from '../../../shared/problem.js';
import type { PromptRecord } from '../../../shared/prompt-record.js';
import { type Message, text } from '../../../shared/texts/words.js';
import type { AskModel } from '../model.js';
import { hashOf } from '../records/hash.js';

/**
 * A model that answers from records, in their order: the next unused one of the same judgement. Its prompt must be the recorded one.
 * Errors: MODEL_FAILURE, which names the judgement.
 */
export function replayModel(records: readonly PromptRecord[]): AskModel {
  const left = records.filter(({ reply }) => reply !== null);
  return async (question) => {
    const { judgement, role } = question;
    const at = left.findIndex((record) => record.judgement === judgement && record.role === role);
    const [record] = at < 0 ? [] : left.splice(at, 1);
    if (!record) return fail(unlike(text`no reply to ${judgement} of ${role} is left in the records`));
    if (record.hash !== hashOf(question))
      return fail(
        unlike(
          text`the prompt of ${judgement} is another one than was recorded on ${record.at}: its reply is not used`,
        ),
      );
    return record.reply === null ? fail(unlike(text`${judgement} was not answered`)) : ok(record.reply);
  };
}

const unlike = (message: Message): Problem => ({
  code: 'MODEL_FAILURE',
  message,
  next: text`record the run again, or look at what changed in the prompt and accept it`,
});
