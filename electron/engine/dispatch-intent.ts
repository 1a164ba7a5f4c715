import * as z from 'zod';

/** The intent of an operation that dispatches a run. */
export const DispatchIntent = z.strictObject({ run: z.string(), machine: z.string() });
export type DispatchIntent = z.infer<typeof DispatchIntent>;
