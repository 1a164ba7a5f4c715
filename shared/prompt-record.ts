import * as z from 'zod';
import { ReplacedSchema } from './replaced.js';
import { ROLES } from './role.js';
import { UnusableReplySchema } from './unusable-reply.js';

const Call = z.object({ id: z.string(), tool: z.string(), args: z.unknown() });

/** A request to a model and what came of it, as it is kept beside the journal: placeholders stand where secrets stood. */
export const PromptRecordSchema = z.object({
  version: z.literal(1),
  judgement: z.string(),
  role: z.enum(ROLES),
  provider: z.string(),
  model: z.string().nullable(),
  at: z.string(),
  messages: z.array(
    z.object({
      role: z.enum(['system', 'user', 'assistant', 'tool']),
      content: z.string(),
      calls: z.array(Call).optional(),
      call: z.string().optional(),
    }),
  ),
  format: z.object({ name: z.string(), schema: z.record(z.string(), z.unknown()) }).nullable(),
  tools: z.array(
    z.object({ name: z.string(), about: z.string(), parameters: z.record(z.string(), z.unknown()) }),
  ),
  files: z.array(z.string()),
  /** SHA-256 over judgement, messages, format and tools: a changed prompt is another one. */
  hash: z.string(),
  reply: z
    .object({
      text: z.string(),
      calls: z.array(Call),
      usage: z.object({ prompt: z.number(), completion: z.number() }).nullable(),
    })
    .nullable(),
  /** What placeholders stand for, by kind; null: an earlier release did not record it. */
  replaced: ReplacedSchema.nullable().default(null),
  /** Why there is no reply. */
  problem: z.object({ code: z.string(), message: z.string() }).nullable(),
  /** Why its reply could not be used. */
  unusable: z.string().nullable().default(null),
  /** The prompt before it for the same judgement, where its reply could not be used: whoever answers by hand is told. */
  before: UnusableReplySchema.nullable().default(null),
  ms: z.number(),
});
export type PromptRecord = z.infer<typeof PromptRecordSchema>;
