import { Worker } from 'node:worker_threads';
import * as z from 'zod';
import { fail, ok, type Result } from '../../../shared/problem.js';

const FoundSchema = z.object({ offset: z.number(), text: z.string(), at: z.number(), length: z.number() });
/** A line that matches: its offset in the capture, its text (at most 4096 characters), and where the first match lies in it. */
export type Found = z.infer<typeof FoundSchema>;

const MessageSchema = z.object({ found: z.array(FoundSchema), whole: z.boolean().optional() });

export interface Search {
  folder: string;
  /** Offset of a line's beginning: where to begin. */
  from: number;
  pattern: string;
  ignoreCase: boolean;
  /** Lines at most. */
  limit: number;
  /** So long it may make no way. */
  timeoutMs: number;
  /** Absolute path of `dist/search.js`. */
  workerFile: string;
  signal?: AbortSignal;
}

/** Why it ended: everything was looked at; there are more than `limit`; it made no way any more; it was cancelled. */
export type SearchEnd = 'whole' | 'limit' | 'timeout' | 'cancelled';

/**
 * Looks for a regular expression in each line of a capture. However large it is, all of it; but an expression that takes
 * for ever for a line (`(a+)+$`) ends the search, and holds up nothing: it runs in a thread of its own.
 *
 * Errors: USAGE for what is no regular expression; ENV_ERROR where the capture cannot be read.
 */
export async function searchCapture(search: Search): Promise<Result<{ found: Found[]; end: SearchEnd }>> {
  const { folder, from, pattern, limit } = search;
  const flags = search.ignoreCase ? 'iu' : 'u';
  try {
    new RegExp(pattern, flags);
  } catch (error) {
    return fail({ code: 'USAGE', message: error instanceof Error ? error.message : String(error) });
  }
  const worker = new Worker(search.workerFile, {
    workerData: { folder, from, pattern, flags, limit },
    resourceLimits: { maxOldGenerationSizeMb: 128 },
  });
  const found: Found[] = [];
  try {
    const end = await new Promise<SearchEnd>((resolve, reject) => {
      const timer = setTimeout(() => resolve('timeout'), search.timeoutMs);
      if (search.signal?.aborted) resolve('cancelled');
      search.signal?.addEventListener('abort', () => resolve('cancelled'), { once: true });
      worker.on('message', (message: unknown) => {
        timer.refresh();
        const { found: more, whole } = MessageSchema.parse(message);
        found.push(...more);
        if (whole !== undefined) resolve(whole ? 'whole' : 'limit');
      });
      worker.on('error', reject);
      worker.on('exit', () => clearTimeout(timer));
    });
    return ok({ found, end });
  } catch (error) {
    return fail({
      code: 'ENV_ERROR',
      message: error instanceof Error ? error.message : String(error),
      where: folder,
    });
  } finally {
    await worker.terminate();
  }
}
