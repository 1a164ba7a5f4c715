import { SIGNALS, type Surroundings } from '../surroundings.js';

/** The end of a connection, whoever of the client, its pipes and the system says it first. */
export interface ClientGone {
  gone: Promise<'gone'>;
  now(): void;
  close(): void;
}

/**
 * Waits until the client is gone. The protocol's own transport does not see the end of standard input.
 *
 * @param again called for each signal after the first: whoever waits is to wait no longer
 */
export function clientGone(at: Surroundings, again: () => void): ClientGone {
  let isSignalled = false;
  let resolve = (_: 'gone'): void => {};
  const gone = new Promise<'gone'>((done) => {
    resolve = done;
  });
  const now = (): void => resolve('gone');
  const onSignal = (): void => {
    // clients send one of their own when the end of standard input is not quick enough for them
    if (isSignalled) again();
    isSignalled = true;
    now();
  };
  const { stdin, stdout, signals } = at;
  for (const signal of SIGNALS) signals.on(signal, onSignal);
  for (const event of ['end', 'close', 'error'] as const) stdin.on(event, now);
  stdout.on('error', now);
  const close = (): void => {
    for (const signal of SIGNALS) signals.off(signal, onSignal);
    for (const event of ['end', 'close', 'error'] as const) stdin.off(event, now);
    stdout.off('error', now);
    stdin.destroy();
  };
  return { gone, now, close };
}
