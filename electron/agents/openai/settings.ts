import { readFileSync } from 'node:fs';
import { fail, ok, type Result } from '../../../shared/problem.js';
import { APIS, type Api } from './apis.js';

/** Where OpenAI's own service listens; any compatible server is named by BENCHLOOP_OPENAI_BASE_URL. */
const DEFAULT_BASE_URL = 'https://api.openai.com/v1';
/** A model on a computer of one's own may need longer. */
const DEFAULT_TIMEOUT_SEC = 120;
const LONGEST_TIMEOUT_SEC = 3600;

export interface OpenAiSettings {
  baseURL: string;
  apiKey: string;
  model: string;
  api: Api;
  /** For one try, from the request to the last byte of the answer. */
  timeoutMs: number;
  otherModel?: string;
}

/**
 * Reads the settings of a live model from the environment: BENCHLOOP_OPENAI_MODEL, OPENAI_API_KEY, and if wanted
 * BENCHLOOP_OPENAI_BASE_URL, BENCHLOOP_OPENAI_OTHER_MODEL, BENCHLOOP_OPENAI_API (`chat` or `responses`) and
 * BENCHLOOP_OPENAI_TIMEOUT_SEC; BENCHLOOP_CA_FILE must be one. A server of one's own needs no key.
 * Error: USAGE, which names everything that is missing or wrong and how to set it.
 */
export function openAiSettings(env: Readonly<Record<string, string | undefined>>): Result<OpenAiSettings> {
  const baseURL = env.BENCHLOOP_OPENAI_BASE_URL?.trim() || DEFAULT_BASE_URL;
  const model = env.BENCHLOOP_OPENAI_MODEL?.trim();
  const said = env.BENCHLOOP_OPENAI_API?.trim() || 'chat';
  const api = APIS.find((one) => one === said);
  const timeoutMs = timeoutIn(env.BENCHLOOP_OPENAI_TIMEOUT_SEC);
  const otherModel = env.BENCHLOOP_OPENAI_OTHER_MODEL?.trim();
  const apiKey = env.OPENAI_API_KEY?.trim() || (baseURL === DEFAULT_BASE_URL ? undefined : 'none');
  const wrong = [
    ...(model ? [] : ['BENCHLOOP_OPENAI_MODEL (the name of a model)']),
    ...(apiKey
      ? []
      : [
          'OPENAI_API_KEY (or give the key in Settings of the window, or BENCHLOOP_OPENAI_BASE_URL for a server without a key)',
        ]),
    ...(isPlainUrl(baseURL)
      ? []
      : ['BENCHLOOP_OPENAI_BASE_URL (an https address without a password; http only for this computer)']),
    ...(api ? [] : [`BENCHLOOP_OPENAI_API (${APIS.join(' or ')})`]),
    ...(timeoutMs ? [] : ['BENCHLOOP_OPENAI_TIMEOUT_SEC (seconds, at most 3600)']),
    ...(holdsCertificates(env.BENCHLOOP_CA_FILE?.trim())
      ? []
      : ['BENCHLOOP_CA_FILE (a PEM file of certificates)']),
  ];
  if (!model || !apiKey || !api || !timeoutMs || wrong.length > 0) {
    return fail({
      code: 'USAGE',
      message: 'the provider "openai" is not set up',
      where: 'environment',
      next: `set ${wrong.join(', ')}; or use --provider rules, which needs no model`,
    });
  }
  return ok({ baseURL, apiKey, model, api, timeoutMs, ...(otherModel && { otherModel }) });
}

/** Whether the file can be read and has a certificate (RFC 7468, section 5); where none is named, none is needed. */
function holdsCertificates(file: string | undefined): boolean {
  if (!file) return true;
  try {
    return readFileSync(file, 'latin1').includes('-----BEGIN CERTIFICATE-----');
  } catch {
    return false;
  }
}

/** Milliseconds of a number of seconds; null where the text is none. */
function timeoutIn(text: string | undefined): number | null {
  const seconds = text?.trim() ? Number(text) : DEFAULT_TIMEOUT_SEC;
  return seconds > 0 && seconds <= LONGEST_TIMEOUT_SEC ? seconds * 1000 : null;
}

/** RFC 6890: what never leaves this computer. A name that a resolver could send elsewhere is none of these. */
const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(host);

function isPlainUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
  return isSafe && url.username === '' && url.password === '';
}
