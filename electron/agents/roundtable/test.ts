import * as z from 'zod';
import { ok, type Result } from '../../../shared/problem.js';
import { type Answering, askSeated } from '../judgement/structured.js';
import type { AskIo } from '../model.js';
import { markWith, randomId } from '../openai/untrusted.js';
import { type Material, materialText } from './material.js';
import { TEST } from './prompts.js';

/** What a tester is asked for: argument vectors, which are compared with the allow-list before anything runs. */
export const ModelTestSchema = z.object({
  commands: z
    .array(z.object({ argv: z.array(z.string().min(1).max(400)).min(1).max(32), why: z.string().max(300) }))
    .max(8),
  comment: z.string().max(1000),
});

/** Asks a model which commands to run. Errors: MODEL_FAILURE for a reply that does not fit, those of the provider. */
export async function askTest(
  models: Answering,
  material: Material,
  io: AskIo,
): Promise<Result<{ commands: string[][]; comment: string }>> {
  const messages = [
    { role: 'system' as const, content: TEST },
    { role: 'user' as const, content: materialText(markWith(randomId()), material) },
  ];
  const files = material.contract.map(({ file }) => file);
  const how = { role: 'TESTER', judgement: 'test', schema: ModelTestSchema, messages, files } as const;
  const answer = await askSeated(models, how, io);
  if (!answer.ok) return answer;
  const { commands, comment } = answer.value.value;
  return ok({ commands: commands.map(({ argv }) => argv), comment });
}
