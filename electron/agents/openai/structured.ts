import { jsonrepair } from 'jsonrepair';
import * as z from 'zod';
import { fail, ok, type Problem, type Result } from '../../../shared/problem.js';
import type { Complete, Message } from './client.js';
import { repairPrompt } from './prompts.js';

interface Ask<T> {
  model: string;
  name: string;
  schema: z.ZodType<T>;
  messages: readonly Message[];
}

interface Answered<T> {
  value: T;
  /** The conversation up to and with the answer, to go on from. */
  messages: readonly Message[];
}

/** What is kept of an unusable answer in the repair prompt (characters). */
const KEPT_ANSWER = 8000;

/**
 * Asks for a value of a schema. A server may ignore the schema, so the answer is read leniently (code fences, comments,
 * missing quotes) and then checked; one that fails is sent back once with what is wrong. Error: MODEL_FAILURE.
 */
export async function askStructured<T>(
  complete: Complete,
  ask: Ask<T>,
  signal: AbortSignal,
): Promise<Result<Answered<T>>> {
  const format = { name: ask.name, schema: jsonSchema(ask.schema) };
  let messages = ask.messages;
  let wrong = '';
  for (const last of [false, true]) {
    const text = await complete({ model: ask.model, messages, format }, signal);
    if (!text.ok) return text;
    const answer: Message = { role: 'assistant', content: text.value.slice(0, KEPT_ANSWER) };
    const parsed = parseAnswer(text.value, ask.schema);
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

/** The value in a model's answer, or in words what is wrong with it. */
function parseAnswer<T>(text: string, schema: z.ZodType<T>): Result<T, string> {
  const json = parseJson(jsonPart(text));
  if (!json.ok) return json;
  const parsed = schema.safeParse(json.value);
  return parsed.success ? ok(parsed.data) : fail(z.prettifyError(parsed.error).slice(0, 600));
}

/** What is left without a reasoning model's thoughts, words around the object, and a code fence; '' for no object. */
function jsonPart(text: string): string {
  const answer = text.slice(text.lastIndexOf('</think>') + 1);
  const body = /```(?:json)?\s*(\{[\s\S]*\})\s*```/.exec(answer)?.[1] ?? answer;
  const start = body.indexOf('{');
  return start < 0 ? '' : body.slice(start, body.lastIndexOf('}') + 1 || undefined);
}

function parseJson(text: string): Result<unknown, string> {
  if (text === '') return fail('there is no JSON object in the answer');
  try {
    return ok(JSON.parse(jsonrepair(text)));
  } catch (error) {
    return fail(`not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}
