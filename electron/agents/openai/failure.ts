import OpenAI from 'openai';
import type { Problem } from '../../../shared/problem.js';

/** Longest part of a server's own words that is shown. */
const WORDS = 300;
/** Shorter "keys" are placeholders of local servers, and too short to be replaced in a text. */
const SHORTEST_KEY = 8;

export interface FailureContext {
  apiKey: string;
  baseURL: string;
  model: string;
  timeoutMs: number;
}

/** Takes the key out of a text that a server or library wrote, and bounds it. */
function redact(text: string, apiKey: string): string {
  const clean = apiKey.length >= SHORTEST_KEY ? text.replaceAll(apiKey, '[key]') : text;
  return clean.length > WORDS ? `${clean.slice(0, WORDS)}…` : clean;
}

/** A MODEL_FAILURE whose place is the server, without path, query or password. */
export const modelFailure = (context: FailureContext, message: string, next: string): Problem => ({
  code: 'MODEL_FAILURE',
  message: redact(message, context.apiKey),
  where: `model ${context.model} at ${new URL(context.baseURL).host}`,
  next,
});

interface Known {
  message: (context: FailureContext) => string;
  next: string;
}

const BY_STATUS: Readonly<Record<number, Known>> = {
  401: { message: () => 'the server does not accept the API key', next: 'set OPENAI_API_KEY to a valid key' },
  403: {
    message: () => 'the API key is not allowed to use this model',
    next: 'use another key, or another model in BENCHLOOP_OPENAI_MODEL',
  },
  404: {
    message: (context) => `the server does not know the model "${context.model}" or the address`,
    next: 'check BENCHLOOP_OPENAI_MODEL and BENCHLOOP_OPENAI_BASE_URL',
  },
  429: {
    message: () => 'the server refuses more requests for now (429), also after waiting',
    next: 'wait, or raise the limit or the credit of the account',
  },
};

const wordsOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error ? ` (${error.cause.message})` : '';
  return `${error.message}${cause}`;
};

/**
 * Says what went wrong with a request. `stopped` tells an abort of the run from our own time limit, which both end
 * the request the same way.
 */
export function requestFailure(error: unknown, context: FailureContext, stopped: boolean): Problem {
  if (stopped) return modelFailure(context, 'the request was stopped', 'resume the run to ask again');
  if (isTimeout(error)) {
    return modelFailure(
      context,
      `no complete answer within ${context.timeoutMs / 1000} s`,
      'check the server, or use a faster model',
    );
  }
  const status = error instanceof OpenAI.APIError ? error.status : undefined;
  const known = status === undefined ? undefined : BY_STATUS[status];
  if (known) return modelFailure(context, known.message(context), known.next);
  if (status !== undefined) {
    return modelFailure(context, `the server answered ${wordsOf(error)}`, 'check the server and the model');
  }
  return modelFailure(
    context,
    `the connection failed or broke off: ${wordsOf(error)}`,
    'check the network and BENCHLOOP_OPENAI_BASE_URL',
  );
}

function isTimeout(error: unknown): boolean {
  if (error instanceof OpenAI.APIConnectionTimeoutError || error instanceof OpenAI.APIUserAbortError)
    return true;
  return error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError');
}
