import type * as z from 'zod';
import { ok, type Result } from '../../../shared/problem.js';
import { askSeated } from '../../agents/judgement/structured.js';
import { type Mark, markWith, randomId } from '../../agents/openai/untrusted.js';
import type { DeliveryBench, DeliveryIo } from './bench.js';

/** Characters of a patch, and of anything else, that a judgement is shown. */
export const MOST_PATCH = 24_000;
export const MOST_WORDS = 6000;

/** Who supervises: the reviewer. Null: rules do. */
export const brainOf = ({ models }: DeliveryBench) => models.of('REVIEWER');

/** Asks the brain. Errors: MODEL_FAILURE, those of the provider. */
export async function judge<T>(
  bench: DeliveryBench,
  io: DeliveryIo,
  { judgement, prompt, schema }: { judgement: string; prompt: string; schema: z.ZodType<T> },
  content: (mark: Mark) => readonly string[],
): Promise<Result<T>> {
  io.progress('MODEL', judgement);
  const mark = markWith(randomId());
  const messages = [
    { role: 'system' as const, content: prompt },
    {
      role: 'user' as const,
      content: [mark('goal', bench.header.loaded.task.goal, MOST_WORDS), ...content(mark)].join('\n\n'),
    },
  ];
  const answer = await askSeated(
    bench.models,
    { role: 'REVIEWER', judgement, schema, messages, files: [] },
    io.asking,
  );
  return answer.ok ? ok(answer.value.value) : answer;
}
