import * as z from 'zod';
import { fail, ok, type Problem, type Result } from '../../../shared/problem.js';
import type { Role } from '../../../shared/role.js';
import { text } from '../../../shared/texts/words.js';
import type { CGrammar } from '../c/grammar.js';
import type { AskIo, AskModel, ModelMessage, ModelReply, Models } from '../model.js';
import { readReply } from './reply.js';

/** What a judgement by a model needs. */
export interface Asker {
  ask: AskModel;
  io: AskIo;
  /** Who is asked, for people. */
  name: string;
  /** An id for the data of each request. */
  newId(): string;
  /** The C parser, loaded at the first question: what is shown is chosen function by function. */
  grammar(): Promise<Result<CGrammar>>;
}

interface Structured<T> {
  role: Role;
  judgement: string;
  schema: z.ZodType<T>;
  /** Begins with the system's message, which ends where the schema is to follow. */
  messages: readonly ModelMessage[];
  /** Files of the repository that are shown. */
  files: readonly string[];
}

export interface Answered<T> {
  value: T;
  /** The conversation up to and with the answer, to go on from. */
  messages: readonly ModelMessage[];
  /** See `ModelReply.refuse`: for what is wrong with the value itself. */
  refuse: ModelReply['refuse'];
}

/** What is kept of an unusable answer in the repair prompt (characters). */
const KEPT_ANSWER = 8000;

/** A long answer is kept in part, and says so: the model would take half of it for its own mistake. */
export const kept = (text: string): string =>
  text.length <= KEPT_ANSWER
    ? text
    : `${text.slice(0, KEPT_ANSWER)}\n[${text.length - KEPT_ANSWER} more characters]`;

/** Sent once after an answer that did not fit its schema. */
export const repairPrompt = (wrong: string): string =>
  `That answer cannot be used:\n${wrong}\nAnswer again with one JSON object that follows the schema, without any other text.`;

/**
 * Asks for a value of a schema, which is also written into the prompt, because a server may ignore it. An answer that cannot be
 * read costs that answer: the model is asked once more, with what is wrong. Error: MODEL_FAILURE, those of `ask`.
 */
export async function askStructured<T>(
  ask: AskModel,
  { role, judgement, schema, messages: begun, files }: Structured<T>,
  io: AskIo,
): Promise<Result<Answered<T>>> {
  const format = formatOf(judgement, schema);
  const told = (all: readonly ModelMessage[]) =>
    all.map((message, at) =>
      at === 0 ? { ...message, content: `${message.content}\n${JSON.stringify(format.schema)}` } : message,
    );
  let messages = begun;
  let wrong = '';
  for (const last of [false, true]) {
    const reply = await ask({ role, judgement, messages: told(messages), format, tools: [], files }, io);
    if (!reply.ok) return reply;
    const answer: ModelMessage = { role: 'assistant', content: kept(reply.value.text) };
    const parsed = readReply(reply.value.text, schema);
    const { refuse } = reply.value;
    if (parsed.ok) return ok({ value: parsed.value, messages: [...messages, answer], refuse });
    wrong = parsed.error;
    await refuse?.(wrong);
    if (!last) messages = [...messages, answer, { role: 'user', content: repairPrompt(wrong) }];
  }
  return fail(unusable(judgement, wrong));
}

/** Who answers for a role, and who stands behind it. */
export type Answering = Pick<Models, 'of' | 'other'>;

/**
 * Asks the model of a role for a value; where its answer cannot be used, also after a repair, its other model is asked the same (design §2).
 * Errors: those of the first model; MODEL_FAILURE where none plays the role.
 */
export async function askSeated<T>(
  models: Answering,
  question: Structured<T>,
  io: AskIo,
): Promise<Result<Answered<T>>> {
  const { role } = question;
  const ask = models.of(role);
  if (ask === null) return fail({ code: 'MODEL_FAILURE', message: text`no model plays ${role}` });
  const first = await askStructured(ask, question, io);
  if (first.ok || first.error.code !== 'MODEL_FAILURE' || io.signal.aborted) return first;
  const other = models.other(role);
  const second = other === null ? first : await askStructured(other, question, io);
  return second.ok ? second : first;
}

/** Why an answer that does not follow its schema ends a question. */
export const unusable = (judgement: string, wrong: string): Problem => ({
  code: 'MODEL_FAILURE',
  message: `the model's ${judgement} cannot be used, also after a second try: ${wrong}`,
  next: 'use a model that can follow a JSON schema, or --provider rules',
});

/** What an answer should follow, as servers are told it. */
export function formatOf(name: string, of: z.ZodType): { name: string; schema: Record<string, unknown> } {
  const { $schema: _, ...schema } = z.toJSONSchema(of);
  return { name, schema };
}
