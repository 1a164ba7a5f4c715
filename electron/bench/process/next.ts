import { statSync } from 'node:fs';
import type { Confinement, ExecRequest } from '../../../shared/process.js';
import { canHold, type Held, hold } from './held.js';
import { commandLine, type Launched } from './launch.js';

/** Most that wait at a time: a build, a test of some cases and one of all in each of the four copies that a search may use. */
export const MAX_WAITING = 12;

/**
 * Confinements that are set up while the program before them still runs: bubblewrap takes as long to start as a small
 * compilation. Each is good for one run of exactly what it was made for.
 */
export interface NextRuns {
  /** Starts what waits for this request; null where nothing does. */
  take(request: ExecRequest, confine: Confinement): Promise<Launched | null>;
  /** Sets up the next run of the same. */
  prepare(request: ExecRequest, confine: Confinement): void;
  /** Ends all that wait; settles when nothing of them is left. From now on nothing is set up any more. */
  close(): Promise<void>;
}

export function createNextRuns(): NextRuns {
  const waiting = new Map<string, Promise<Held | null>>();
  let dropped: Promise<unknown> = Promise.resolve();
  let closed = false;
  const taken = (key: string): Promise<Held | null> => {
    const held = waiting.get(key) ?? Promise.resolve(null);
    waiting.delete(key);
    return held;
  };
  const drop = (key: string): void => {
    const held = taken(key);
    dropped = Promise.all([dropped, held.then((one) => one?.drop())]);
  };
  return {
    take: async (request, confine) => {
      const held = await taken(keyOf(request, confine));
      return held?.release(request.operation) ?? null;
    },
    prepare: (request, confine) => {
      const key = keyOf(request, confine);
      if (closed || waiting.has(key) || !canHold(request)) return;
      // what cannot be set up is no error here: the run itself will meet it, and tell
      const held = hold(request, confine).catch(() => null);
      waiting.set(key, held);
      const [oldest] = waiting.keys();
      if (waiting.size > MAX_WAITING && oldest !== undefined) drop(oldest);
    },
    close: async () => {
      closed = true;
      for (const key of [...waiting.keys()]) drop(key);
      await dropped;
    },
  };
}

/**
 * All that the confinement depends on: its arguments, and which files and folders these name now. One that was removed
 * and made anew is another: what waits has the old one mounted.
 */
function keyOf(request: ExecRequest, confine: Confinement): string {
  const argv = commandLine({ ...request, operation: '' }, confine);
  const named = argv.slice(0, argv.indexOf('--')).filter((argument) => argument.startsWith('/'));
  return JSON.stringify([argv, [...new Set(named)].map(identity), request.mergeOutput ?? false]);
}

function identity(path: string): string | null {
  try {
    // the number alone may be given again: to remove what is mounted elsewhere onto a path takes that mount away too
    const { dev, ino, birthtimeNs } = statSync(path, { bigint: true });
    return `${dev}:${ino}:${birthtimeNs}`;
  } catch {
    return null; // what is not there, or shut to us, is the same nothing each time
  }
}
