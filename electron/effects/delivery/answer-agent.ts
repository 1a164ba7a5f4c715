import { inLines, nested, text } from '../../../shared/texts/words.js';
import { visible } from '../../../shared/visible-text.js';
import { SURE, soundsDangerous } from '../../agents/delivery/danger.js';
import { ANSWER_AGENT } from '../../agents/delivery/judgements.js';
import { bindingOf } from '../../engine/binding.js';
import type { DeliveryContext } from '../../machine/delivery/context.js';
import type { DeliveryBench, DeliveryIo, DeliveryOutcomeEvent } from './bench.js';
import { brainOf, judge, MOST_PATCH, MOST_WORDS } from './judge.js';

/**
 * The session asks something. The brain answers in the operator's place only where it is sure, and nothing dangerous can follow: its own
 * word for that and the words of question and answer must agree. Otherwise the operator is asked.
 */
export async function answerAgent(
  ctx: DeliveryContext,
  bench: DeliveryBench,
  io: DeliveryIo,
): Promise<DeliveryOutcomeEvent> {
  const asked = ctx.questions.map(visible);
  const byBrain = soundsDangerous(...asked) ? null : await answerOfBrain(ctx, bench, io, asked);
  if (byBrain !== null) return answered(byBrain, 'brain');
  const words = await io.askInWords({
    kind: 'agent-asks',
    question: text`The agent asks something before it goes on. What is your answer?`,
    subject: inLines(...asked.map((one) => text`the agent: “${one}”`)),
    binding: bindingOf([ctx.run, ctx.questions]),
  });
  return answered(visible(words), 'operator');
}

/** How the session is told an answer. */
export const ANSWER_BEGINS = 'Answer to your questions: ';

const answered = (answer: string, by: 'brain' | 'operator'): DeliveryOutcomeEvent => ({
  type: 'ai_question',
  reason:
    by === 'brain'
      ? text`the session asks; answered in the operator's place: “${nested(answer)}”`
      : text`the session asks; the operator answered: “${nested(answer)}”`,
  evidence: [],
  push: `${ANSWER_BEGINS}${answer}`,
  by,
});

async function answerOfBrain(
  ctx: DeliveryContext,
  bench: DeliveryBench,
  io: DeliveryIo,
  asked: readonly string[],
): Promise<string | null> {
  if (brainOf(bench) === null) return null;
  const judged = await judge(bench, io, ANSWER_AGENT, (mark) => [
    mark('questions of the agent', asked.join('\n'), MOST_WORDS),
    mark('change so far', ctx.patch, MOST_PATCH),
  ]);
  if (!judged.ok) return null;
  const { confidence, dangerous } = judged.value;
  const answer = visible(judged.value.answer);
  const may = confidence >= SURE && !dangerous && !soundsDangerous(answer) && answer.trim() !== '';
  return may ? answer : null;
}
