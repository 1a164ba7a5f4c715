import { ok, type Result } from '../../../shared/problem.js';
import type { AskIo, AskModel } from '../model.js';
import { markWith, randomId } from '../openai/untrusted.js';
import { type Material, materialText } from './material.js';
import { DISCUSS_REVIEW, DISCUSS_TEST } from './prompts.js';

/** What is kept of a comment, characters. */
const KEPT = 2000;

const PROMPTS = { REVIEWER: DISCUSS_REVIEW, TESTER: DISCUSS_TEST } as const;

/** Asks a model for its comment in words: in a discussion nothing is decided. Errors: those of `ask`. */
export async function askComment(
  ask: AskModel,
  role: keyof typeof PROMPTS,
  material: Material,
  io: AskIo,
): Promise<Result<string>> {
  const messages = [
    { role: 'system' as const, content: PROMPTS[role] },
    { role: 'user' as const, content: materialText(markWith(randomId()), material) },
  ];
  const files = material.contract.map(({ file }) => file);
  const judgement = `discuss-${role.toLowerCase()}`;
  const reply = await ask({ role, judgement, messages, format: null, tools: [], files }, io);
  return reply.ok ? ok(reply.value.text.trim().slice(0, KEPT)) : reply;
}
