import { setTimeout as delay } from 'node:timers/promises';
import { fail, ok, type Result } from '../../shared/problem.js';
import type { Surroundings } from './surroundings.js';

/** Nobody waits longer than an hour for the next step to begin. */
const LONGEST_MS = 3_600_000;

type Keyboard = Pick<Surroundings, 'stdin' | 'signals'>;

/** Waits between two transitions, at most until `stop` is aborted. */
export type Pace = (stop: AbortSignal) => Promise<void>;

/** `--pace 800` waits so many ms after each transition, `--pace slow` 1500, `--pace step` for a key. */
export function parsePace(text: string | undefined, at: Keyboard): Result<Pace | undefined> {
  if (text === undefined) return ok(undefined);
  if (text === 'step') {
    // A terminal that hung up refuses to change its mode (EIO); its end is noticed by `nextKey`.
    at.stdin.on('error', () => {});
    if (at.stdin.isTTY) return ok((stop) => nextKey(at, stop));
    return fail({
      code: 'USAGE',
      message: '--pace step needs a keyboard',
      next: 'use --pace with milliseconds',
    });
  }
  const ms = text === 'slow' ? 1500 : Number(text);
  if (!(ms >= 0 && ms <= LONGEST_MS)) {
    return fail({
      code: 'USAGE',
      message: `--pace ${text} is no time`,
      next: `use milliseconds up to ${LONGEST_MS}, slow or step`,
    });
  }
  // A delay that is cut short ends as any other.
  return ok((stop) => delay(ms, undefined, { signal: stop }).catch(() => undefined));
}

/** Resolves at the next key, or when there is none to come. Ctrl-C stays what it is: raw mode hands it to us as a byte. */
function nextKey({ stdin, signals }: Keyboard, stop: AbortSignal): Promise<void> {
  if (stop.aborted || stdin.readableEnded) return Promise.resolve();
  return new Promise((resolve) => {
    const go = (bytes?: Buffer): void => {
      stop.removeEventListener('abort', gone);
      stdin.off('data', go).off('end', gone);
      stdin.setRawMode?.(false);
      stdin.pause();
      if (bytes?.[0] === 3) signals.raise('SIGINT');
      resolve();
    };
    const gone = (): void => go();
    stop.addEventListener('abort', gone);
    stdin.on('data', go).on('end', gone);
    stdin.setRawMode?.(true);
    stdin.resume();
  });
}
