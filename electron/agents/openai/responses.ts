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

const delta = z.object({ delta: z.string() });

/** What is read of the events of a stream, by their type; all others are passed over. */
const EVENTS = {
  'response.output_text.delta': delta,
  'response.refusal.delta': delta,
  'response.output_item.done': z.object({
    item: z.looseObject({
      type: z.string(),
      call_id: z.string().optional(),
      name: z.string().optional(),
      arguments: z.string().optional(),
    }),
  }),
} as const;

const EndSchema = z.object({
  response: z.object({
    usage: z.object({ input_tokens: z.number(), output_tokens: z.number() }).nullish(),
    incomplete_details: z.object({ reason: z.string().nullish() }).nullish(),
    error: z.object({ message: z.string().nullish() }).nullish(),
  }),
});

function read<T>(schema: z.ZodType<T>, event: unknown): T {
  const parsed = schema.safeParse(event);
  if (!parsed.success) throw new StrangeAnswer('the server sent something else than a response');
  return parsed.data;
}

/** The Responses interface (OpenAI API reference, "Responses", streaming events). Nothing is stored at the server. */
export const responses: Wire = async (request) => {
  const events = await request.api.responses.create(bodyOf(request), { signal: request.signal });
  const answer = noAnswer();
  for await (const event of events) {
    const before = answer.text.length;
    take(read(z.looseObject({ type: z.string() }), event), answer);
    if (answer.text.length > before) request.onText(answer.text);
    if (isTooLong(answer)) return { ...answer, finish: 'length' };
  }
  // An aborted stream ends like a complete one.
  request.signal.throwIfAborted();
  return answer;
};

function take(event: { type: string }, answer: Answer): void {
  switch (event.type) {
    case 'response.output_text.delta':
      answer.text += read(EVENTS[event.type], event).delta;
      return;
    case 'response.refusal.delta':
      answer.refusal += read(EVENTS[event.type], event).delta;
      return;
    case 'response.output_item.done':
      takeCall(read(EVENTS[event.type], event).item, answer);
      return;
    case 'response.completed':
    case 'response.incomplete':
    case 'response.failed':
      end(event.type, read(EndSchema, event).response, answer);
  }
}

function takeCall(item: z.infer<(typeof EVENTS)['response.output_item.done']>['item'], answer: Answer): void {
  if (item.type !== 'function_call') return;
  const { call_id, name = '', arguments: written = '' } = item;
  answer.calls.push({
    id: call_id ?? `call-${answer.calls.length + 1}`,
    tool: name,
    args: readArguments(written),
  });
}

function end(type: string, response: z.infer<typeof EndSchema>['response'], answer: Answer): void {
  const { usage, incomplete_details: cut, error } = response;
  if (type === 'response.failed')
    throw new StrangeAnswer(`the server gave up: ${error?.message ?? 'it does not say why'}`);
  if (usage) answer.usage = { prompt: usage.input_tokens, completion: usage.output_tokens };
  answer.finish = !cut ? 'stop' : cut.reason === 'content_filter' ? 'filter' : 'length';
}

function bodyOf({ model, question, features }: Request): OpenAI.Responses.ResponseCreateParamsStreaming {
  const { format, tools } = question;
  return {
    model,
    input: question.messages.flatMap(toInput),
    stream: true,
    store: false,
    ...(format !== null &&
      features.format && { text: { format: { type: 'json_schema', ...format, strict: true } } }),
    ...(tools.length > 0 && {
      tools: tools.map(({ name, about, parameters }) => ({
        type: 'function' as const,
        ...{ name, description: about, parameters, strict: false },
      })),
    }),
  };
}

function toInput(message: ModelMessage): OpenAI.Responses.ResponseInputItem[] {
  if (message.role === 'tool')
    return [{ type: 'function_call_output', call_id: message.call, output: message.content }];
  if (message.role !== 'assistant') return [{ role: message.role, content: message.content }];
  const { content, calls = [] } = message;
  return [
    ...(content === '' ? [] : [{ role: 'assistant' as const, content }]),
    ...calls.map(({ id, tool, args }) => ({
      type: 'function_call' as const,
      ...{ call_id: id, name: tool },
      arguments: typeof args === 'string' ? args : JSON.stringify(args),
    })),
  ];
}
