import { createHash } from 'node:crypto';
import type { ModelQuestion } from '../model.js';

/** The id that marks the data of one request, as `openai/untrusted.ts` writes it: another one each time. */
const NONCE = /(<\/?data )[0-9a-f]{16}\b/g;

/**
 * SHA-256 over judgement, messages, format and tools, hexadecimal. The ids of data blocks do not count: the same question asked again
 * has others.
 */
export function hashOf({ judgement, messages, format, tools }: ModelQuestion): string {
  const asked = JSON.stringify([judgement, messages, format, tools]);
  return createHash('sha256').update(asked.replace(NONCE, '$1')).digest('hex');
}

type Fixed = Pick<ModelQuestion, 'judgement' | 'format' | 'tools'> & {
  messages: readonly { role: string; content: string }[];
};

/** SHA-256 over what does not depend on the run: the judgement with its instructions, its schema and its tools. */
export function instructionsHash({ judgement, messages, format, tools }: Fixed): string {
  const instructions = messages.filter(({ role }) => role === 'system').map(({ content }) => content);
  return createHash('sha256')
    .update(JSON.stringify([judgement, instructions, format, tools]))
    .digest('hex');
}
