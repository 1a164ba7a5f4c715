import * as z from 'zod';
import { fail, type Problem, type Result } from '../../../../shared/problem.js';
import type { Step } from '../../../../shared/session.js';
import { text } from '../../../../shared/texts/words.js';
import { visible } from '../../../../shared/visible-text.js';
import { readReply } from '../../../agents/judgement/reply.js';
import type { ModelMessage, ModelReply, ToolOffer } from '../../../agents/model.js';
import { type Mark, markWith, randomId } from '../../../agents/openai/untrusted.js';
import { callsAsMessages, planText, situationText, type Told } from '../../../agents/session/conversation.js';
import { STEP } from '../../../agents/session/judgements.js';
import type { EffectIo } from '../../../engine/effect.js';
import { nextCall, type SessionContext } from '../../../machine/session/context.js';
import { OFFERED } from '../../../tools/offered-tools.js';
import { askIo } from '../../models/ask-io.js';
import type { SessionBench, SessionOutcome } from '../bench.js';
import { completed } from '../completed.js';
import type { SessionHeader } from '../header.js';
import { situationOf } from '../plan/asking.js';
import { type Objection, whyNotDone } from '../verification/not-done.js';
import { mayCall } from './may-call.js';
import { readForModel } from './read-call.js';

/** Calls of one step, and of those that fail one after the other, before the step counts as failed. */
const MOST_CALLS = 40;
const MOST_FAILURES = 5;
/** Calls that one reply may ask for. */
const AT_ONCE = 8;

/** What is offered, with the schemas of the arguments as JSON schema. */
const OFFERS: readonly ToolOffer[] = OFFERED.map(({ tool, about }) => {
  const { $schema: _, ...parameters } = z.toJSONSchema(tool.arguments, { io: 'input' });
  return { name: tool.name, about, parameters };
});

/** Asks the executor for the next calls of a step, or its end. */
export async function callOfAgent(
  ctx: SessionContext,
  bench: SessionBench,
  io: EffectIo,
  step: Step,
): Promise<SessionOutcome> {
  const own = ctx.calls.filter((call) => call.step === step.step_id);
  if (own.length >= MOST_CALLS || failuresAtEnd(own) >= MOST_FAILURES) return failed(TOO_MANY);
  const ask = bench.models.of('EXECUTOR');
  if (ask === null) return failed({ code: 'MODEL_FAILURE', message: text`no model plays ${'EXECUTOR'}` });
  io.progress('MODEL', step.title);
  const asking = askIo(io, bench.sending);
  const messages = await conversation(ctx, bench, step);
  const askOf = (said: readonly ModelMessage[]) => ask(questionOf(said, bench.header), asking.io);
  const first = await askOf(messages);
  const against =
    first.ok && saysDone(first.value) ? whyNotDone(ctx, step, bench.header.research !== null) : null;
  const reply = against && first.ok ? await askOf([...messages, ...objecting(first.value, against)]) : first;
  if (!reply.ok) return failed(reply.error, asking.records);
  if (reply.value.calls.length === 0) return ended(step, reply.value, against, asking.records);
  const n = nextCall(ctx);
  const calls = reply.value.calls.slice(0, AT_ONCE).map(({ tool, args }, index) => ({
    ...{ n: n + index, step: step.step_id, tool, args },
    by: 'agent' as const,
  }));
  return {
    type: 'TOOL_CALL_REQUEST',
    reason: text`the agent calls: ${calls.map(({ tool }) => visible(tool)).join(', ')}`,
    evidence: asking.records,
    calls,
    confirmation: null,
  };
}

function failuresAtEnd(calls: SessionContext['calls']): number {
  const lastGood = calls.findLastIndex(({ status }) => status === 'ok');
  return calls.length - 1 - lastGood;
}

const questionOf = (
  messages: readonly ModelMessage[],
  header: SessionHeader,
): Parameters<NonNullable<ReturnType<SessionBench['models']['of']>>>[0] => {
  const { $schema: _, ...schema } = z.toJSONSchema(STEP.schema);
  return {
    role: 'EXECUTOR',
    judgement: STEP.judgement,
    messages,
    format: { name: STEP.judgement, schema },
    tools: OFFERS.filter(({ name }) => mayCall(header, name)),
    files: [],
  };
};

async function conversation(ctx: SessionContext, bench: SessionBench, step: Step): Promise<ModelMessage[]> {
  const mark: Mark = markWith(randomId());
  const { situation } = await situationOf(ctx, bench);
  // the tools go with the question, with their arguments
  const surroundings = situation.surroundings.filter(({ name }) => name !== 'tools');
  const plan = ctx.plan ? planText(ctx.plan, step.step_id) : '';
  const told = await Promise.all(
    ctx.calls
      .filter((call) => ctx.plan?.steps.some(({ step_id }) => step_id === call.step))
      .map(async (call): Promise<Told> => ({ call, result: await resultOf(bench, call) })),
  );
  const schema = JSON.stringify(z.toJSONSchema(STEP.schema));
  return [
    { role: 'system', content: `${STEP.prompt}\n${schema}` },
    { role: 'user', content: `${situationText(mark, { ...situation, surroundings })}\n\n${plan}` },
    ...callsAsMessages(mark, told),
    ...(ctx.words === null
      ? []
      : [{ role: 'user' as const, content: `The operator refused the last call and wrote: ${ctx.words}` }]),
  ];
}

async function resultOf({ work }: SessionBench, call: SessionContext['calls'][number]): Promise<string> {
  const { error } = call;
  return JSON.stringify((await readForModel(work.paths.dir, call)) ?? { ok: false, error });
}

const endIn = ({ text: words }: ModelReply): Result<z.infer<(typeof STEP)['schema']>, string> =>
  readReply(words, STEP.schema);

function saysDone(reply: ModelReply): boolean {
  const read = reply.calls.length === 0 ? endIn(reply) : null;
  return read?.ok === true && read.value.done;
}

/** It is told once what speaks against its word. */
const objecting = ({ text: words }: ModelReply, { told }: Objection): ModelMessage[] => [
  { role: 'assistant', content: words },
  { role: 'user', content: told },
];

function ended(
  step: Step,
  reply: ModelReply,
  against: Objection | null,
  records: readonly string[],
): SessionOutcome {
  const read = endIn(reply);
  if (!read.ok)
    return failed(
      { code: 'MODEL_FAILURE', message: text`the agent's answer cannot be used: ${read.error}` },
      records,
    );
  const words = visible(read.value.words).trim();
  if (read.value.done)
    return against === null ? completed(step, records, words) : failed(against.problem, records);
  const { error } = fail<Problem>({
    code: 'MODEL_FAILURE',
    message: text`the agent cannot do the step; model: “${visible(read.value.words)}”`,
  });
  return failed(error, records);
}

const failed = (problem: Problem, evidence: readonly string[] = []): SessionOutcome => ({
  type: 'step_failed',
  reason: problem.message,
  evidence,
  problem,
});

const TOO_MANY: Problem = {
  code: 'MODEL_FAILURE',
  message: text`the agent made too many calls, or too many that failed, in one step`,
  next: text`ask for less at once, or say how it is to be done`,
};
