/**
 * Does work under a signal that is aborted with `signal`, and with a TimeoutError after `ms`. `AbortSignal.any` holds its sources weakly: on Node
 * 20 the timer of a combined signal may be collected while it is waited for, and then never fires.
 */
export async function withTimeLimit<T>(
  signal: AbortSignal,
  ms: number,
  work: (limited: AbortSignal) => Promise<T>,
): Promise<T> {
  const own = new AbortController();
  const abort = (): void => own.abort(signal.reason);
  const timer = setTimeout(
    () => own.abort(new DOMException(`no answer within ${ms} ms`, 'TimeoutError')),
    ms,
  );
  signal.addEventListener('abort', abort, { once: true });
  if (signal.aborted) abort();
  try {
    return await work(own.signal);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
  }
}
