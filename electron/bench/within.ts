import type { Problem } from '../../shared/problem.js';

/** What a session answers after its signal was aborted; the caller, who aborted it, knows why. */
export const ABORTED: Problem = { code: 'ENV_ERROR', message: 'the session was aborted' };

/** Settles with the result of `work`, or with a fallback when the signal aborts or the time (ms) is over first. */
export async function within<T>(
  work: Promise<T>,
  limits: { ms: number; signal?: AbortSignal },
): Promise<T | 'late' | 'aborted'> {
  if (limits.signal?.aborted) return 'aborted';
  let timer: NodeJS.Timeout | undefined;
  let stop = () => {};
  const bound = new Promise<'late' | 'aborted'>((resolve) => {
    timer = setTimeout(() => resolve('late'), Math.max(0, limits.ms));
    stop = () => resolve('aborted');
    limits.signal?.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([work, bound]);
  } finally {
    clearTimeout(timer);
    limits.signal?.removeEventListener('abort', stop);
  }
}
