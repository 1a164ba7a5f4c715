import { z } from 'zod';
import { type CallsOf, nothing } from './calls.js';

/** What the Flash view shows, whole: it replaces the one before it. */
export const FlashViewSchema = z.object({
  topic: z.literal('flash'),
  revision: z.number().int().nonnegative(),
});
export type FlashView = z.infer<typeof FlashViewSchema>;

/** The calls about flashing by hand. */
export const FLASH_CALLS = {
  /** From now on the view is pushed, at once for the first time. */
  watchFlash: { in: nothing, out: nothing },
} as const satisfies CallsOf<'flash'>;
