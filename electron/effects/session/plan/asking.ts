import type * as z from 'zod';
import { ok, type Result } from '../../../../shared/problem.js';
import type { Role } from '../../../../shared/role.js';
import { inEnglish } from '../../../../shared/texts/words.js';
import { askSeated } from '../../../agents/judgement/structured.js';
import { type Mark, markWith, randomId } from '../../../agents/openai/untrusted.js';
import { type Situation, situationText } from '../../../agents/session/conversation.js';
import type { EffectIo } from '../../../engine/effect.js';
import type { SessionContext } from '../../../machine/session/context.js';
import { askIo } from '../../models/ask-io.js';
import type { SessionBench } from '../bench.js';
import { surroundings } from './surroundings.js';

/** A judgement of a session: its prompt and its schema. */
interface Judgement<T> {
  judgement: string;
  prompt: string;
  schema: z.ZodType<T>;
}

/** A value, and the records of the requests that it took. */
export interface Judged<T> {
  value: T;
  records: readonly string[];
}

/** Asks the model of a role. Errors: MODEL_FAILURE, those of the provider. */
export async function judge<T>(
  { role, judgement }: { role: Role; judgement: Judgement<T> },
  ctx: SessionContext,
  bench: SessionBench,
  io: EffectIo,
  more: (mark: Mark) => string = () => '',
): Promise<Result<Judged<T>>> {
  io.progress('MODEL', judgement.judgement);
  const asking = askIo(io, bench.sending);
  const mark = markWith(randomId());
  const { situation, files } = await situationOf(ctx, bench);
  const content = [situationText(mark, situation), more(mark)].filter((part) => part !== '').join('\n\n');
  const question = {
    ...{ role, judgement: judgement.judgement, schema: judgement.schema, files },
    messages: [
      { role: 'system' as const, content: judgement.prompt },
      { role: 'user' as const, content },
    ],
  };
  const answer = await askSeated(bench.models, question, asking.io);
  return answer.ok ? ok({ value: answer.value.value, records: asking.records }) : answer;
}

export async function situationOf(
  ctx: SessionContext,
  bench: SessionBench,
): Promise<{ situation: Situation; files: string[] }> {
  const { goal, constraints, questions, answer, before } = ctx;
  const around = await surroundings(bench);
  return {
    situation: {
      goal,
      constraints,
      questions: questions.map(inEnglish),
      answer,
      before,
      surroundings: around.texts,
    },
    files: around.files,
  };
}
