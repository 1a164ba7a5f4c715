import OpenAI from 'openai';
import type { Problem, ProblemCode } from '../../../shared/problem.js';
import { StrangeAnswer } from './wire.js';

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

/** A text that a server or library wrote, without the key, also where JSON in it spells the key with escapes. */
export const withoutKey = (text: string, { apiKey }: Pick<FailureContext, 'apiKey'>): string =>
  apiKey.length >= SHORTEST_KEY
    ? text.replaceAll(new RegExp(unitsOf(apiKey).join(''), 'g'), () => '[key]')
    : text;

/** For each unit of the key its spellings: as it stands, or as an escape of JSON, itself escaped where JSON holds JSON (RFC 8259, 7). */
const unitsOf = (key: string): string[] =>
  Array.from({ length: key.length }, (_, at) => {
    const hex = [...key.charCodeAt(at).toString(16).padStart(4, '0')];
    const digits = hex.map((digit) => (/\d/.test(digit) ? digit : `[${digit}${digit.toUpperCase()}]`));
    return `(?:\\\\*\\u${hex.join('')}|\\\\+u${digits.join('')})`;
  });

/** Data that a server wrote, without the key in any of its texts and names. */
export function dataWithoutKey(data: unknown, context: Pick<FailureContext, 'apiKey'>): unknown {
  if (typeof data === 'string') return withoutKey(data, context);
  if (Array.isArray(data)) return data.map((one) => dataWithoutKey(one, context));
  if (typeof data !== 'object' || data === null) return data;
  const clean = Object.entries(data).map(([name, value]) => [
    withoutKey(name, context),
    dataWithoutKey(value, context),
  ]);
  return Object.fromEntries(clean);
}

/** Longest spelling of a unit that is looked for at the end of a text: `\u0073` within JSON within JSON. */
const LONGEST_UNIT = 12;

/** The same of a text that goes on: what may become the key is held back until more of it is there. */
export function unfinishedWithoutKey(text: string, context: Pick<FailureContext, 'apiKey'>): string {
  const { apiKey } = context;
  const clean = withoutKey(text, context);
  if (apiKey.length < SHORTEST_KEY) return clean;
  const begun = unitsOf(apiKey).reduceRight(
    (rest, unit) => `(?:${unit}${rest}|\\\\+(?:u[\\da-fA-F]{0,3})?)?`,
    '',
  );
  const from = Math.max(0, clean.length - apiKey.length * LONGEST_UNIT);
  const end = clean.slice(from).search(new RegExp(`${begun}$`));
  return clean.slice(0, from + end);
}

/** Takes the key out of a text, and bounds it. */
function redact(text: string, apiKey: string): string {
  const clean = withoutKey(text, { apiKey });
  return clean.length > WORDS ? `${clean.slice(0, WORDS)}…` : clean;
}

/** A failure whose place is the server, without path, query or password. */
const failure = (code: ProblemCode, context: FailureContext, message: string, next: string): Problem => ({
  code,
  message: redact(message, context.apiKey),
  where: `model ${context.model} at ${new URL(context.baseURL).host}`,
  next,
});

/** The server answered, and nobody can use what it said. */
export const modelFailure = (context: FailureContext, message: string, next: string): Problem =>
  failure('MODEL_FAILURE', context, message, next);

/** The answer ended before its end. */
export const brokenOff = (context: FailureContext): Problem =>
  failure(
    'PROVIDER_NETWORK_ERROR',
    context,
    'the answer was cut off in the middle',
    'check the network and the server',
  );

interface Known {
  code: ProblemCode;
  message: (context: FailureContext) => string;
  next: string;
}

const BY_STATUS: Readonly<Record<number, Known>> = {
  401: {
    code: 'PROVIDER_AUTH_ERROR',
    message: () => 'the server does not accept the API key',
    next: 'set OPENAI_API_KEY to a valid key, or give one in Settings of the window',
  },
  403: {
    code: 'PROVIDER_PERMISSION_DENIED',
    message: () => 'the API key is not allowed to use this model',
    next: 'use another key, or another model in BENCHLOOP_OPENAI_MODEL',
  },
  404: {
    code: 'PROVIDER_NOT_FOUND',
    message: (context) => `the server does not know the model "${context.model}" or the address`,
    next: 'check BENCHLOOP_OPENAI_MODEL and BENCHLOOP_OPENAI_BASE_URL',
  },
  429: {
    code: 'PROVIDER_NETWORK_ERROR',
    message: () => 'the server refuses more requests for now (429), also after waiting',
    next: 'wait, or raise the limit or the credit of the account',
  },
};

const wordsOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  const cause = rootOf(error);
  return cause === error ? error.message : `${error.message} (${cause.message})`;
};

/** Libraries wrap what happened in errors that do not say it. */
const rootOf = (error: Error): Error => (error.cause instanceof Error ? rootOf(error.cause) : error);

/** What a client says of a certificate that it cannot follow to one that it knows (openssl-verification-options(1)). */
const UNKNOWN_CERTIFICATE =
  /^(?:DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_(?:GET_ISSUER_CERT(?:_LOCALLY)?|VERIFY_LEAF_SIGNATURE))$/;

function isOfCertificate(error: unknown): boolean {
  const root = error instanceof Error ? rootOf(error) : null;
  return root !== null && 'code' in root && UNKNOWN_CERTIFICATE.test(String(root.code));
}

/**
 * Says what went wrong with a request. `stopped` tells an abort of the run from our own time limit, which both end
 * the request the same way.
 */
export function requestFailure(error: unknown, context: FailureContext, stopped: boolean): Problem {
  if (stopped) return modelFailure(context, 'the request was stopped', 'resume the run to ask again');
  if (isTimeout(error)) {
    return failure(
      'PROVIDER_TIMEOUT',
      context,
      `no complete answer within ${context.timeoutMs / 1000} s`,
      'check the server, or use a faster model',
    );
  }
  const status = error instanceof OpenAI.APIError ? error.status : undefined;
  if (error instanceof OpenAI.APIError && status !== undefined && status >= 300 && status < 400)
    return redirected(error.headers?.get('location') ?? null, context);
  const known = status === undefined ? undefined : BY_STATUS[status];
  if (known) return failure(known.code, context, known.message(context), known.next);
  if (status !== undefined) {
    const code = status >= 500 ? 'PROVIDER_NETWORK_ERROR' : 'MODEL_FAILURE';
    return failure(code, context, `the server answered ${wordsOf(error)}`, 'check the server and the model');
  }
  if (error instanceof StrangeAnswer) return modelFailure(context, error.message, 'check the server');
  return failure(
    'PROVIDER_NETWORK_ERROR',
    context,
    `the connection failed or broke off: ${wordsOf(error)}`,
    isOfCertificate(error)
      ? 'name a PEM file with the certificate of the server, or of its issuer, in BENCHLOOP_CA_FILE'
      : 'check the network and BENCHLOOP_OPENAI_BASE_URL',
  );
}

function redirected(location: string | null, context: FailureContext): Problem {
  const isAddress = location !== null && URL.canParse(location, context.baseURL);
  const to = isAddress ? new URL(location, context.baseURL).host : '';
  return failure(
    'PROVIDER_NOT_FOUND',
    context,
    `the server sends requests on to "${to}", where nothing was sent`,
    'set BENCHLOOP_OPENAI_BASE_URL to the address that answers itself, if you trust it',
  );
}

function isTimeout(error: unknown): boolean {
  if (error instanceof OpenAI.APIConnectionTimeoutError || error instanceof OpenAI.APIUserAbortError)
    return true;
  return error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError');
}
