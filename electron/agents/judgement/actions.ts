import * as z from 'zod';
import type { ModelCall, ModelMessage, ModelQuestion } from '../model.js';
import { readReply } from './reply.js';

/** What a model without function calling answers: one call, or its answer. */
const ActionSchema = z.union([
  z.object({ tool: z.string(), args: z.record(z.string(), z.unknown()).default({}) }),
  z.object({ answer: z.unknown() }),
]);

/**
 * The same question for a server that takes no tools: the offers stand in the prompt, calls and their results are words, and one
 * schema asks for a call or an answer.
 */
export function asActions(question: ModelQuestion): ModelQuestion {
  const { messages, format, tools } = question;
  const [first, ...rest] = messages.map(inWords);
  const offer = offerText(question);
  const told: ModelMessage[] =
    first?.role === 'system'
      ? [{ role: 'system', content: `${first.content}\n\n${offer}` }, ...rest]
      : [{ role: 'system', content: offer }, ...(first ? [first] : []), ...rest];
  return {
    ...question,
    messages: told,
    format: {
      name: format?.name ?? 'action',
      schema: schemaOf(
        tools.map(({ name }) => name),
        format?.schema,
      ),
    },
    tools: [],
  };
}

function offerText({ tools, format }: ModelQuestion): string {
  const offers = tools.map(
    ({ name, about, parameters }) => `- ${name}: ${about} Arguments: ${JSON.stringify(parameters)}`,
  );
  const answer = format ? `an object of the schema ${JSON.stringify(format.schema)}` : 'your words';
  return [
    'You may call these tools, one in each answer. The result comes in the next message.',
    ...offers,
    `Answer with one JSON object and nothing else: {"tool": NAME, "args": {…}} to call a tool, or {"answer": …} with ${answer} when you are done.`,
  ].join('\n');
}

const schemaOf = (names: readonly string[], answer: Record<string, unknown> = { type: 'string' }) => ({
  anyOf: [
    {
      type: 'object',
      properties: { tool: { type: 'string', enum: names }, args: { type: 'object' } },
      required: ['tool', 'args'],
      additionalProperties: false,
    },
    { type: 'object', properties: { answer }, required: ['answer'], additionalProperties: false },
  ],
});

function inWords(message: ModelMessage): ModelMessage {
  if (message.role === 'tool')
    return { role: 'user', content: `Result of the call ${message.call}:\n${message.content}` };
  if (message.role !== 'assistant' || !message.calls?.length) return message;
  const calls = message.calls.map(({ tool, args }) => JSON.stringify({ tool, args }));
  return { role: 'assistant', content: [message.content, ...calls].filter(Boolean).join('\n') };
}

/** Reads a call or an answer out of the words; others are an answer as they stand. `turn` makes the call's id. */
export function fromActions(text: string, turn: number): { text: string; calls: ModelCall[] } {
  const read = readReply(text, ActionSchema);
  if (!read.ok) return { text, calls: [] };
  if ('tool' in read.value) {
    const { tool, args } = read.value;
    return { text: '', calls: [{ id: `action-${turn}`, tool, args }] };
  }
  const said = read.value.answer;
  return { text: typeof said === 'string' ? said : JSON.stringify(said), calls: [] };
}
