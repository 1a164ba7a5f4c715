import OpenAI from 'openai';
import * as z from 'zod';
import { fail, ok, type Result } from '../../../shared/problem.js';
import { type FailureContext, modelFailure, requestFailure } from './failure.js';
import { withRetry } from './retry.js';

export interface ClientOptions {
  baseURL: string;
  apiKey: string;
  fetch?: typeof fetch;
  /** For one try, from the request to the last byte of the answer. */
  timeoutMs: number;
}

export interface Message {
  role: 'system' | 'user' | 'assistant';
  content: string;
}

export interface Question {
  model: string;
  messages: readonly Message[];
  /** JSON schema that the answer should follow; a server may ignore it. */
  format: { name: string; schema: Record<string, unknown> };
}

/** Asks a model and returns the text of its whole answer. Every failure is a MODEL_FAILURE. */
export type Complete = (question: Question, signal: AbortSignal) => Promise<Result<string>>;

/** What a judgement by a model needs: a way to ask, and an id for the data of each request. */
export interface Asker {
  complete: Complete;
  newId(): string;
}

/** More than any answer to our questions; a server that sends on and on is cut off (characters). */
const LONGEST_ANSWER = 400_000;

/**
 * What is read of a chunk. Compatible servers leave out, or send as null, what they have nothing to say of: heartbeats and
 * counts of tokens have no choices, a choice that only ends has no delta.
 */
const ChunkSchema = z.object({
  choices: z
    .array(
      z.object({
        delta: z.object({ content: z.string().nullish(), refusal: z.string().nullish() }).nullish(),
        finish_reason: z.string().nullish(),
      }),
    )
    .nullish(),
});

interface Answer {
  text: string;
  refusal: string;
  /** Null where the stream ended before the model did. */
  finish: string | null;
}

/**
 * A client of an OpenAI-compatible chat completions endpoint (OpenAI API reference, "Chat Completions", streaming).
 * Retries and their limits are ours: the library's own cannot be aborted while it waits.
 */
export function createClient(options: ClientOptions): Complete {
  const api = new OpenAI({
    ...options,
    organization: null,
    project: null,
    maxRetries: 0,
    timeout: options.timeoutMs,
    logLevel: 'off',
  });
  return async (question, signal) => {
    const context = { ...options, model: question.model };
    try {
      return judge(
        await withRetry(() => tolerant(api, question, options.timeoutMs, signal), signal),
        context,
      );
    } catch (error) {
      return fail(requestFailure(error, context, signal.aborted));
    }
  };
}

/** Some servers refuse a request that names a response format: ask again without it. */
async function tolerant(
  api: OpenAI,
  question: Question,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<Answer> {
  const limited = () => AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  try {
    return await stream(api, question, true, limited());
  } catch (error) {
    const refused =
      error instanceof OpenAI.BadRequestError || error instanceof OpenAI.UnprocessableEntityError;
    if (!refused || !/response_format|json_schema|schema/i.test(error.message)) throw error;
    return stream(api, question, false, limited());
  }
}

async function stream(
  api: OpenAI,
  question: Question,
  formatted: boolean,
  signal: AbortSignal,
): Promise<Answer> {
  const chunks = await api.chat.completions.create(
    {
      model: question.model,
      messages: [...question.messages],
      stream: true,
      ...(formatted && {
        response_format: { type: 'json_schema' as const, json_schema: { ...question.format, strict: true } },
      }),
    },
    { signal },
  );
  const answer: Answer = { text: '', refusal: '', finish: null };
  for await (const chunk of chunks) {
    const read = ChunkSchema.safeParse(chunk);
    if (!read.success) throw new Error('the server sent something else than a chat completion');
    const choice = read.data.choices?.[0];
    answer.text += choice?.delta?.content ?? '';
    answer.refusal += choice?.delta?.refusal ?? '';
    answer.finish = choice?.finish_reason ?? answer.finish;
    if (answer.text.length > LONGEST_ANSWER) return { ...answer, finish: 'length' };
  }
  // An aborted stream ends like a complete one.
  signal.throwIfAborted();
  return answer;
}

function judge(answer: Answer, context: FailureContext): Result<string> {
  if (answer.finish === null) {
    return fail(
      modelFailure(context, 'the answer was cut off in the middle', 'check the network and the server'),
    );
  }
  if (answer.finish === 'length') {
    return fail(
      modelFailure(
        context,
        'the answer was longer than allowed and cut off',
        'use a model that answers shorter',
      ),
    );
  }
  if (answer.refusal !== '' || answer.finish === 'content_filter') {
    const words = answer.refusal || 'its content filter stopped the answer';
    return fail(
      modelFailure(context, `the model refused: ${words}`, 'use another model, or --provider rules'),
    );
  }
  return ok(answer.text);
}
