import * as z from 'zod';
import { FaultSchema, LocationSchema } from '../results.js';

/**
 * Whether the symbols are those of what the board runs: it printed their image's id; it holds the image that was flashed last;
 * they are of another image than either says; nothing says which image it runs.
 */
export const SYMBOL_MATCHES = ['announced', 'held', 'mismatch', 'unproven'] as const;

/** A fault that a port printed, with the places in the source. */
export const DecodedSchema = z.object({
  fault: FaultSchema.nullable(),
  /** Addresses of the dump that lie in the image. */
  calls: z.array(z.object({ address: z.string(), location: LocationSchema })),
  /** Null where no symbols are known. */
  symbols: z.object({ file: z.string(), match: z.enum(SYMBOL_MATCHES) }).nullable(),
  /** The program that looks symbols up, where it is not installed. */
  missingTool: z.string().nullable(),
});
export type Decoded = z.infer<typeof DecodedSchema>;
