import * as z from 'zod';
import { wordsSchema } from './texts/words.js';

/** What a board holds when a run is over: as in `atEnd` of its profile, or nobody knows. */
export const HELD_AT_END = ['last', 'last-good', 'as-found', 'none', 'unknown'] as const;

/** What a run did to one board. */
export const BoardAtEndSchema = z.object({
  /** Its id; of a board that only a script knows, its profile. */
  board: z.string(),
  /** Writes that the run began. */
  flashes: z.number().int(),
  /** So many it might begin. */
  limit: z.number().int().nullable(),
  holds: z.enum(HELD_AT_END),
  /** Why that is not what the profile asks for; null where it is. */
  note: wordsSchema.nullable(),
});
export type BoardAtEnd = z.infer<typeof BoardAtEndSchema>;
