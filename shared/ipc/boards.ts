import { z } from 'zod';
import { type CallsOf, nothing } from './calls.js';

/** What the Boards view shows, whole: it replaces the one before it. */
export const BoardsViewSchema = z.object({
  topic: z.literal('boards'),
  revision: z.number().int().nonnegative(),
});
export type BoardsView = z.infer<typeof BoardsViewSchema>;

/** The calls about ports and boards. */
export const BOARD_CALLS = {
  /** From now on the view is pushed, at once for the first time. */
  watchBoards: { in: nothing, out: nothing },
  unwatchBoards: { in: nothing, out: nothing },
} as const satisfies CallsOf<'boards'>;
