import type * as z from 'zod';
import type { Result } from '../../../shared/problem.js';
import type { Tool } from '../../engine/tool.js';

/** The private clone that is read. */
export interface ReadWork {
  paths: { clone: string };
}

interface Reading<A, R, W> {
  name: string;
  arguments: z.ZodType<A>;
  result: z.ZodType<R>;
  read(args: A, work: W, signal: AbortSignal): Promise<Result<R>>;
}

/** A tool that only reads: it asks nobody, leaves no trace in the journal, and may be tried again. */
export const readTool = <A, R, W>({ read, ...tool }: Reading<A, R, W>): Tool<A, R, W> => ({
  ...tool,
  ...{ kind: tool.name, isIdempotent: true, scope: null, danger: 'none' },
  perform: (args, work, { signal }) => read(args, work, signal),
  reconcile: async () => 'again',
});
