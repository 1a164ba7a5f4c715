import OpenAI from 'openai';
import * as z from 'zod';
import { fail, ok, type Result } from '../../../shared/problem.js';
import { withTimeLimit } from '../../../shared/time-limit.js';
import { asActions, fromActions } from '../judgement/actions.js';
import type { AskModel, ModelCall, ModelReply } from '../model.js';
import type { Api } from './apis.js';
import { chat } from './chat.js';
import {
  brokenOff,
  dataWithoutKey,
  type FailureContext,
  modelFailure,
  requestFailure,
  unfinishedWithoutKey,
  withoutKey,
} from './failure.js';
import { responses } from './responses.js';
import { withRetry } from './retry.js';
import type { Answer, Feature, Request, Wire } from './wire.js';

export interface ClientOptions {
  baseURL: string;
  apiKey: string;
  model: string;
  api: Api;
  fetch?: typeof fetch | undefined;
  /** For one try, from the request to the last byte of the answer. */
  timeoutMs: number;
}

const CallSchema = z.object({ id: z.string(), tool: z.string(), args: z.unknown() });

const WIRES: Readonly<Record<Api, Wire>> = { chat, responses };

/**
 * A model at an OpenAI-compatible server. Retries and their limits are ours: the library's own cannot be aborted while it waits.
 * What the server refuses to be asked for is left out from then on. Errors: MODEL_FAILURE, the provider outcomes.
 */
export function createClient(options: ClientOptions): AskModel {
  const { baseURL, apiKey, fetch, timeoutMs, model } = options;
  const api = new OpenAI({
    ...{ baseURL, apiKey, organization: null, project: null, webhookSecret: null },
    ...{ maxRetries: 0, timeout: timeoutMs, logLevel: 'off' },
    fetch: stayingAt(fetch),
  });
  const features = { format: true, tools: true, usage: true };
  const wire = WIRES[options.api];
  return async (question, { signal, onText }) => {
    const told = (soFar: string): void => onText?.(unfinishedWithoutKey(soFar, options));
    const ask = (): Promise<Answer> =>
      withTimeLimit(signal, timeoutMs, (limited) =>
        once(wire, { api, model, question, features, signal: limited, onText: told }),
      );
    try {
      return judge(await withRetry(() => tolerant(ask, features), signal), options);
    } catch (error) {
      return fail(requestFailure(error, options, signal.aborted));
    }
  };
}

/** The host was agreed to, and is in the ledger: what it would send on to another one is not sent. */
const stayingAt =
  (of: typeof fetch = fetch): typeof fetch =>
  (input, init) =>
    of(input, { ...init, redirect: 'manual' });

/** A question with tools, for a server that takes none, is one in words. */
async function once(wire: Wire, request: Request): Promise<Answer> {
  const { question, features } = request;
  if (question.tools.length === 0 || features.tools) return wire(request);
  const answer = await wire({ ...request, question: asActions(question) });
  return { ...answer, ...fromActions(answer.text, question.messages.length) };
}

/** Some servers refuse a request that names a response format, tools or a count of tokens: asks again without it. */
async function tolerant(ask: () => Promise<Answer>, features: Request['features']): Promise<Answer> {
  for (;;) {
    const asked = { ...features };
    try {
      return await ask();
    } catch (error) {
      const refused = refusedFeature(error);
      if (refused === undefined || !asked[refused]) throw error;
      features[refused] = false;
    }
  }
}

/** Servers name the field, or what they lack: llama.cpp without --jinja says 500, routers without such a model 404. */
const REFUSALS: readonly (readonly [Feature, readonly number[], RegExp])[] = [
  ['usage', [400, 422], /stream_options|include_usage/i],
  ['tools', [400, 404, 422, 500, 501], /\btools?\b|tool[_ -](choice|use|call)|function call/i],
  ['format', [400, 422], /response_format|json_schema|schema|text\.format/i],
];

function refusedFeature(error: unknown): Feature | undefined {
  if (!(error instanceof OpenAI.APIError)) return undefined;
  const { status, message } = error;
  return REFUSALS.find(([, codes, words]) => codes.includes(status ?? 0) && words.test(message))?.[0];
}

/** A server that says the key back must not bring it into records, journals and exports. */
const callWithoutKey = (call: ModelCall, context: FailureContext): ModelCall =>
  CallSchema.parse(dataWithoutKey(call, context));

function judge(answer: Answer, context: FailureContext): Result<ModelReply> {
  const { finish, refusal, text, calls, usage } = answer;
  if (finish === null) return fail(brokenOff(context));
  if (finish === 'length') {
    const message = 'the answer was longer than allowed and cut off';
    return fail(modelFailure(context, message, 'use a model that answers shorter'));
  }
  if (refusal !== '' || finish === 'filter') {
    const words = refusal || 'its content filter stopped the answer';
    return fail(
      modelFailure(context, `the model refused: ${words}`, 'use another model, or --provider rules'),
    );
  }
  const clean = calls.map((call) => callWithoutKey(call, context));
  return ok({ text: withoutKey(text, context), calls: clean, usage });
}
