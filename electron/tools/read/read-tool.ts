import * as z from 'zod';
import type { Result } from '../../../shared/problem.js';
import type { CallIo, Tool } from '../../engine/tool.js';
import { toolErrorCode } from '../tool-error.js';
import type { IsWithheld } from '../withheld/withheld-files.js';

/** The private clone that is read. */
export interface ReadWork {
  paths: { clone: string };
  /** Files of which the reader learns nothing but the name. */
  isWithheld: IsWithheld;
}

/** Of a result that leaves such files out. */
export const Withheld = z
  .array(z.string())
  .optional()
  .describe('Files that the policy or the task withholds: they were not looked at.');

interface Reading<A, R, W> {
  name: string;
  arguments: z.ZodType<A>;
  result: z.ZodType<R>;
  read(args: A, work: W, signal: AbortSignal, io: CallIo): Promise<Result<R>>;
}

/** Lets so many ms pass, fewer once the signal is aborted. */
export type Pause = (ms: number, signal: AbortSignal) => Promise<void>;

const pause: Pause = (ms, signal) =>
  new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
  });

/** Before the second, third and fourth try (design §3, session). */
const PAUSES_MS = [200, 500, 1000];

/** What failed for the system's sake may work in a moment; nothing else would come out otherwise. */
async function retried<R>(
  read: () => Promise<Result<R>>,
  signal: AbortSignal,
  wait: Pause,
): Promise<Result<R>> {
  let last = await read();
  for (const ms of PAUSES_MS) {
    if (last.ok || toolErrorCode(last.error) !== 'E_IO' || signal.aborted) return last;
    await wait(ms, signal);
    if (!signal.aborted) last = await read();
  }
  return last;
}

/** A tool that only reads: it asks nobody, leaves no trace in the journal, and is tried again where the system failed. */
export const readTool = <A, R, W>(
  { read, ...tool }: Reading<A, R, W>,
  wait: Pause = pause,
): Tool<A, R, W> => ({
  ...tool,
  ...{ kind: tool.name, isIdempotent: true, scope: null, danger: 'none' },
  perform: (args, work, io) => retried(() => read(args, work, io.signal, io), io.signal, wait),
  reconcile: async () => 'again',
});
