import { nested, text, type Words } from '../../shared/texts/words.js';
import type { Leaving } from './stay.js';
import { promised } from './stop.js';
import type { Visit } from './visit.js';

export interface Teardown<T> {
  visit: Visit;
  effect: Promise<T>;
  leaving: Leaving;
  teardownMs: number;
  forced: () => boolean;
}

/** `late`: what the effect still gave, null where it was abandoned; `left`: what goes on by itself then. */
export interface Torn<T> {
  late: T | null;
  left: Words | null;
}

/** What was abandoned is nobody's any more: it must not be disturbed by hand either. */
export const leftAlone = (what: Words): Words =>
  text`WARNING: ${nested(what)} could not be stopped safely and is still running: leave the board plugged in and powered until it has ended`;

/** How often the teardown is looked at, ms. */
const LOOK_MS = 50;

/**
 * Signals the effect and waits for it, up to `teardownMs`, or a forced abort. What is unsafe to be left is waited for
 * before that time begins.
 */
export async function tearDown<T>({
  visit,
  effect,
  leaving,
  teardownMs,
  forced,
}: Teardown<T>): Promise<Torn<T>> {
  visit.leave(leaving);
  const over = promised<Torn<T>>();
  let safeSince = performance.now();
  let told = false;
  const look = setInterval(() => {
    const left = visit.unsafe();
    if (left !== null) safeSince = performance.now();
    if (left !== null && !told)
      visit.io.progress(
        'WAIT_FOR_SAFE_POINT',
        text`${nested(left)} cannot be stopped safely now; waiting for it to end`,
      );
    told ||= left !== null;
    const isOver = left === null && performance.now() - safeSince > teardownMs;
    if (forced() || isOver) over.resolve({ late: null, left });
  }, LOOK_MS);
  const torn = effect.then((late): Torn<T> => ({ late, left: null }));
  try {
    return await Promise.race([torn, over.promise]);
  } finally {
    clearInterval(look);
  }
}
