import { setTimeout as sleep } from 'node:timers/promises';
import OpenAI from 'openai';

const MAX_TRIES = 3;
/** A server that asks for a longer pause (ms) gets none: the failure is reported at once. */
const LONGEST_WAIT_MS = 30_000;
const FIRST_WAIT_MS = 500;

/**
 * Milliseconds to wait before the next try, or null where none makes sense. `Retry-After` is seconds or an HTTP date
 * (RFC 9110, section 10.2.3).
 */
export function waitBefore(error: unknown, tries: number, now: number): number | null {
  if (!(error instanceof OpenAI.APIError) || tries >= MAX_TRIES) return null;
  const status: number | undefined = error.status;
  if (status === undefined || (status !== 429 && status < 500)) return null;
  // Says 429 too, but no wait helps: OpenAI's guide to error codes.
  if (error.code === 'insufficient_quota') return null;
  const asked = retryAfterMs(error.headers, now) ?? FIRST_WAIT_MS * 2 ** (tries - 1);
  return asked > LONGEST_WAIT_MS ? null : asked;
}

function retryAfterMs(headers: Headers | undefined, now: number): number | null {
  const text = headers?.get('retry-after')?.trim();
  if (!text) return null;
  const ms = /^\d+(\.\d+)?$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  return Number.isNaN(ms) ? null : Math.max(0, ms);
}

/** Calls `attempt` again while the server asks to; rejects with the last error, or with the signal's reason. */
export async function withRetry<T>(attempt: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt();
    } catch (error) {
      const wait = signal.aborted ? null : waitBefore(error, tries, Date.now());
      if (wait === null) throw error;
      await sleep(wait, undefined, { signal });
    }
  }
}
