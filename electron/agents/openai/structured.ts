import * as z from 'zod';
import { fail, ok, type Problem, type Result } from '../../../shared/problem.js';
import { repairPrompt } from '../judgement/prompts.js';
import type { Complete, Message } from './client.js';
import { readReply } from './reply.js';

interface Ask<T> {
  model: string;
  name: string;
  schema: z.ZodType<T>;
  /** Begins with the system's message, which ends where the schema is to follow. */
  messages: readonly Message[];
}

interface Answered<T> {
  value: T;
  /** The conversation up to and with the answer, to go on from. */
  messages: readonly Message[];
}

/** What is kept of an unusable answer in the repair prompt (characters). */
const KEPT_ANSWER = 8000;

/** A long answer is kept in part, and says so: the model would take half of it for its own mistake. */
const kept = (text: string): string =>
  text.length <= KEPT_ANSWER
    ? text
    : `${text.slice(0, KEPT_ANSWER)}\n[${text.length - KEPT_ANSWER} more characters]`;

/**
 * Asks for a value of a schema, which is also written into the prompt, because a server may ignore it. An answer that cannot be
 * read costs that answer: the model is asked once more, with what is wrong. Error: MODEL_FAILURE.
 */
export async function askStructured<T>(
  complete: Complete,
  ask: Ask<T>,
  signal: AbortSignal,
): Promise<Result<Answered<T>>> {
  const format = { name: ask.name, schema: jsonSchema(ask.schema) };
  const told = (all: readonly Message[]) =>
    all.map((message, at) =>
      at === 0 ? { ...message, content: `${message.content}\n${JSON.stringify(format.schema)}` } : message,
    );
  let messages = ask.messages;
  let wrong = '';
  for (const last of [false, true]) {
    const text = await complete({ model: ask.model, messages: told(messages), format }, signal);
    if (!text.ok) return text;
    const answer: Message = { role: 'assistant', content: kept(text.value) };
    const parsed = readReply(text.value, ask.schema);
    if (parsed.ok) return ok({ value: parsed.value, messages: [...messages, answer] });
    wrong = parsed.error;
    if (!last) messages = [...messages, answer, { role: 'user', content: repairPrompt(wrong) }];
  }
  return fail(unusable(ask, wrong));
}

const unusable = (ask: { model: string; name: string }, wrong: string): Problem => ({
  code: 'MODEL_FAILURE',
  message: `the model's ${ask.name} cannot be used, also after a second try: ${wrong}`,
  where: ask.model,
  next: 'use a model that can follow a JSON schema, or --provider rules',
});

function jsonSchema(schema: z.ZodType): Record<string, unknown> {
  const { $schema: _, ...rest } = z.toJSONSchema(schema);
  return rest;
}
