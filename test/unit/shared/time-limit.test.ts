import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { withTimeLimit } from '../../../shared/time-limit.js';

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

/** Waits for the signal alone, as a request to a server that stalls does. */
const stalled = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

describe('a time limit', () => {
  it('is over in time, also where memory is collected meanwhile', async () => {
    const ended = withTimeLimit(new AbortController().signal, 100, stalled).catch(
      (error: Error) => error.name,
    );
    await new Promise(setImmediate);
    collect();
    const never = new Promise((resolve) => setTimeout(() => resolve('never'), 10_000).unref());
    expect(await Promise.race([ended, never])).toBe('TimeoutError');
  });

  it('gives what the work gives', async () => {
    expect(await withTimeLimit(new AbortController().signal, 2 ** 30, async () => 7)).toBe(7);
  });

  it('passes an abort on, also one that came before', async () => {
    const before = withTimeLimit(AbortSignal.abort(new Error('no')), 10_000, async (signal) => signal.reason);
    expect(await before).toEqual(new Error('no'));
    const outer = new AbortController();
    const work = withTimeLimit(outer.signal, 10_000, stalled);
    outer.abort(new Error('stop'));
    await expect(work).rejects.toThrow('stop');
  });
});
