import type OpenAI from 'openai';
import * as z from 'zod';
import type { ModelMessage } from '../model.js';
import {
  type Answer,
  isTooLong,
  noAnswer,
  type Request,
  readArguments,
  StrangeAnswer,
  type Wire,
} from './wire.js';

/**
 * What is read of a chunk. Compatible servers leave out, or send as null, what they have nothing to say of: heartbeats and
 * counts of tokens have no choices, a choice that only ends has no delta.
 */
const ChunkSchema = z.object({
  choices: z
    .array(
      z.object({
        delta: z
          .object({
            content: z.string().nullish(),
            refusal: z.string().nullish(),
            tool_calls: z
              .array(
                z.object({
                  index: z.number().nullish(),
                  id: z.string().nullish(),
                  function: z
                    .object({ name: z.string().nullish(), arguments: z.string().nullish() })
                    .nullish(),
                }),
              )
              .nullish(),
          })
          .nullish(),
        finish_reason: z.string().nullish(),
      }),
    )
    .nullish(),
  usage: z.object({ prompt_tokens: z.number().nullish(), completion_tokens: z.number().nullish() }).nullish(),
});
type Chunk = z.infer<typeof ChunkSchema>;
type Delta = NonNullable<NonNullable<Chunk['choices']>[number]['delta']>;

/** A call while its parts arrive. */
interface Part {
  id: string;
  tool: string;
  written: string;
}

const FINISH: Readonly<Record<string, Answer['finish']>> = { length: 'length', content_filter: 'filter' };

/** Chat Completions (OpenAI API reference, "Chat Completions", streaming): what most compatible servers have. */
export const chat: Wire = async (request) => {
  const chunks = await request.api.chat.completions.create(bodyOf(request), { signal: request.signal });
  const answer = noAnswer();
  const parts = new Map<number, Part>();
  for await (const chunk of chunks) {
    const read = ChunkSchema.safeParse(chunk);
    if (!read.success) throw new StrangeAnswer('the server sent something else than a chat completion');
    const before = answer.text.length;
    take(read.data, answer, parts);
    if (answer.text.length > before) request.onText(answer.text);
    if (isTooLong(answer)) return { ...answer, finish: 'length' };
  }
  // An aborted stream ends like a complete one.
  request.signal.throwIfAborted();
  const calls = [...parts.values()].map(({ id, tool, written }, at) => ({
    id: id || `call-${at + 1}`,
    tool,
    args: readArguments(written),
  }));
  return { ...answer, calls };
};

function take({ choices, usage }: Chunk, answer: Answer, parts: Map<number, Part>): void {
  const choice = choices?.[0];
  answer.text += choice?.delta?.content ?? '';
  answer.refusal += choice?.delta?.refusal ?? '';
  if (choice?.finish_reason) answer.finish = FINISH[choice.finish_reason] ?? 'stop';
  for (const call of choice?.delta?.tool_calls ?? []) takePart(call, parts);
  if (usage) answer.usage = { prompt: usage.prompt_tokens ?? 0, completion: usage.completion_tokens ?? 0 };
}

/** Servers that leave out the index send one call whole, with an id of its own. */
function takePart(
  { index, id, function: named }: NonNullable<Delta['tool_calls']>[number],
  parts: Map<number, Part>,
): void {
  const at = index ?? (id ? parts.size : Math.max(0, parts.size - 1));
  const part = parts.get(at) ?? { id: '', tool: '', written: '' };
  parts.set(at, {
    id: part.id || (id ?? ''),
    tool: part.tool || (named?.name ?? ''),
    written: part.written + (named?.arguments ?? ''),
  });
}

function bodyOf({ model, question, features }: Request): OpenAI.ChatCompletionCreateParamsStreaming {
  const { format, tools } = question;
  return {
    model,
    messages: question.messages.map(toChat),
    stream: true,
    ...(features.usage && { stream_options: { include_usage: true } }),
    ...(format !== null &&
      features.format && {
        response_format: { type: 'json_schema', json_schema: { ...format, strict: true } },
      }),
    ...(tools.length > 0 && {
      tools: tools.map(({ name, about, parameters }) => ({
        type: 'function' as const,
        function: { name, description: about, parameters },
      })),
    }),
  };
}

function toChat(message: ModelMessage): OpenAI.ChatCompletionMessageParam {
  if (message.role === 'tool') return { role: 'tool', tool_call_id: message.call, content: message.content };
  if (message.role !== 'assistant') return { role: message.role, content: message.content };
  const { content, calls = [] } = message;
  if (calls.length === 0) return { role: 'assistant', content };
  return {
    role: 'assistant',
    content: content === '' ? null : content,
    tool_calls: calls.map(({ id, tool, args }) => ({
      id,
      type: 'function',
      function: { name: tool, arguments: typeof args === 'string' ? args : JSON.stringify(args) },
    })),
  };
}
