import type { Readable } from 'node:stream';

/** What left its process group may hold a pipe open for ever: after the exit its output is awaited so long. */
const PIPE_MS = 1000;

/** Gives the output of a program that has ended up, where it does not end by itself. `complete` settles when it has. */
export function letGo(streams: readonly (Readable | null | undefined)[], complete: Promise<unknown>): void {
  const patience = setTimeout(() => {
    for (const stream of streams) stream?.destroy();
  }, PIPE_MS);
  void complete.then(() => clearTimeout(patience));
}
