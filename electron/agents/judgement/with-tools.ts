import type * as z from 'zod';
import { fail, ok, type Problem, type Result } from '../../../shared/problem.js';
import type { Role } from '../../../shared/role.js';
import type { AskIo, AskModel, ModelCall, ModelMessage, ModelReply, ToolOffer } from '../model.js';
import { markWith } from '../openai/untrusted.js';
import { readReply } from './reply.js';
import { type Answered, formatOf, kept, repairPrompt, unusable } from './structured.js';

/** What a call gave. */
export interface ToolSaid {
  text: string;
  /** Files of the repository whose text is in it. */
  files: readonly string[];
}

/** A tool that a model may call. */
export interface UsableTool {
  offer: ToolOffer;
  /**
   * Carries a call out, once; what it gives is shown to the model as data. What went wrong within the call is told in that text. A failure
   * ends the whole question with it: nobody can go on, or somebody must be asked first.
   */
  run(args: unknown, signal: AbortSignal): Promise<Result<ToolSaid>>;
}

/** What a question may spend on calls; then the model has to answer with what it knows. */
export interface ToolLimits {
  /** Calls. */
  calls: number;
  /** Of all results together (characters). */
  chars: number;
  /** Of all requests, as the server counts them. */
  tokens: number;
}

export interface ToolQuestion<T> {
  role: Role;
  /** Name of the judgement. */
  judgement: string;
  schema: z.ZodType<T>;
  /** Begins with the system's message, which ends where the schema is to follow. */
  messages: readonly ModelMessage[];
  files: readonly string[];
  /** See `ModelQuestion.refused`: of its first request. */
  refused?: string | undefined;
}

export interface ToolIo {
  asking: AskIo;
  /** An id for the data of each result, new every time. */
  newId(): string;
  /** Told of each call before it is carried out. */
  onCall?(tool: string): void;
}

/** Of one result (characters). */
const RESULT = 12_000;

/**
 * Asks a question that a model may answer after calls of its own, within limits; `spent` is what earlier questions of the same work took
 * of them, and is added to. Its answer follows a schema; one that does not costs one repair. Errors: MODEL_FAILURE, those of `ask`, and
 * what a tool's failure ended it with.
 */
export async function askWithTools<T>(
  ask: AskModel,
  question: ToolQuestion<T>,
  { tools, limits, spent }: { tools: readonly UsableTool[]; limits: ToolLimits; spent: ToolLimits },
  io: ToolIo,
): Promise<Result<Answered<T>>> {
  const talk = conversation(question);
  let repairs = 1;
  for (;;) {
    const left = spent.calls < limits.calls && spent.chars < limits.chars && spent.tokens < limits.tokens;
    const reply = await ask(talk.question(left ? tools.map(({ offer }) => offer) : []), io.asking);
    if (!reply.ok) return reply;
    spent.tokens += tokensOf(reply.value);
    talk.add(assistant(reply.value));
    if (left && reply.value.calls.length > 0) {
      const failed = await runCalls(reply.value.calls, { tools, limits, spent, io, talk });
      if (failed) return failed;
      continue;
    }
    const read = readReply(reply.value.text, question.schema);
    const { refuse } = reply.value;
    if (read.ok) return ok({ value: read.value, messages: talk.messages(), refuse });
    await refuse?.(read.error);
    if (repairs-- === 0) return fail(unusable(question.judgement, read.error));
    talk.add({ role: 'user', content: repairPrompt(read.error) });
  }
}

const assistant = ({ text, calls }: ModelReply): ModelMessage => ({
  role: 'assistant',
  content: kept(text),
  ...(calls.length > 0 && { calls }),
});

const tokensOf = ({ usage, text }: ModelReply): number =>
  usage === null ? Math.ceil(text.length / 4) : usage.prompt + usage.completion;

type Conversation = ReturnType<typeof conversation>;

/** The messages so far, and the next request with them. */
function conversation<T>(asked: ToolQuestion<T>) {
  const { role, judgement, schema, messages: begun, files: shown, refused } = asked;
  const messages = [...begun];
  const files = new Set(shown);
  const format = formatOf(judgement, schema);
  return {
    messages: () => messages,
    add: (message: ModelMessage): void => void messages.push(message),
    holds: (more: readonly string[]): void => more.forEach((file) => void files.add(file)),
    question: (tools: readonly ToolOffer[]) => ({
      role,
      judgement,
      messages: messages.map((message, at) =>
        at === 0 && message.role === 'system'
          ? { ...message, content: `${message.content}\n${JSON.stringify(format.schema)}` }
          : message,
      ),
      format,
      tools,
      files: [...files],
      refused: messages.length === begun.length ? refused : undefined,
    }),
  };
}

interface Running {
  tools: readonly UsableTool[];
  limits: ToolLimits;
  spent: ToolLimits;
  io: ToolIo;
  talk: Pick<Conversation, 'add' | 'holds'>;
}

const NO_MORE = 'Not carried out: the limit of calls is reached. Answer now, with what you know.';

/** Carries calls out in their order; each gets a result, whatever becomes of it. Null, or the failure that ends the question. */
async function runCalls(
  calls: readonly ModelCall[],
  { tools, limits, spent, io, talk }: Running,
): Promise<{ ok: false; error: Problem } | null> {
  for (const call of calls) {
    const tool = tools.find(({ offer }) => offer.name === call.tool);
    if (tool === undefined || spent.calls >= limits.calls) {
      const content = tool === undefined ? `There is no tool "${call.tool.slice(0, 60)}".` : NO_MORE;
      spent.calls++;
      talk.add({ role: 'tool', call: call.id, content });
      continue;
    }
    spent.calls++;
    io.onCall?.(call.tool);
    const result = await tool.run(call.args, io.asking.signal);
    if (!result.ok) return result;
    const { text, files } = result.value;
    const name = ['result of', call.tool, ...files].join(' ');
    const content = markWith(io.newId())(name, text, RESULT);
    spent.chars += content.length;
    talk.holds(files);
    talk.add({ role: 'tool', call: call.id, content });
  }
  return null;
}
