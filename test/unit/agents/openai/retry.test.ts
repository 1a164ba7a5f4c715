import OpenAI from 'openai';
import { describe, expect, it } from 'vitest';
import { waitBefore } from '../../../../electron/agents/openai/retry.js';

const NOW = Date.parse('2030-01-01T00:00:00Z');
const error = (status: number, retryAfter?: string) =>
  OpenAI.APIError.generate(
    status,
    {},
    'x',
    new Headers(retryAfter === undefined ? {} : { 'retry-after': retryAfter }),
  );

describe('waitBefore', () => {
  it.each([
    ['seconds', '2', 2000],
    ['a date', 'Tue, 01 Jan 2030 00:00:05 GMT', 5000],
    ['a date that has passed', 'Mon, 31 Dec 2029 00:00:00 GMT', 0],
    ['nothing that can be read', 'soon', 500],
  ])('takes Retry-After as %s', (_what, header, ms) => {
    expect(waitBefore(error(429, header), 1, NOW)).toBe(ms);
  });

  it('doubles its own pause where the server names none', () => {
    expect([1, 2].map((tries) => waitBefore(error(503), tries, NOW))).toEqual([500, 1000]);
  });

  it.each([
    ['the third try', error(429, '1'), 3],
    ['a pause that is too long', error(429, '31'), 1],
    ['an error that stays', error(400), 1],
    ['a lost connection', new OpenAI.APIConnectionError({}), 1],
    ['a bug', new TypeError('x'), 1],
  ])('does not wait after %s', (_what, cause, tries) => {
    expect(waitBefore(cause, tries, NOW)).toBeNull();
  });
});
