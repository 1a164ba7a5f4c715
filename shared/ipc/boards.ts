import * as z from 'zod';
import { BoardKeySchema, BoardNowSchema, DRIVES } from '../board.js';
import { PortSchema } from '../port.js';
import { ProblemSchema } from '../problem.js';
import { type CallsOf, nothing } from './calls.js';

/** A port or USB device that is plugged in. */
export const PortRowSchema = PortSchema.extend({
  /** Names it in calls, for as long as it stays where it is. */
  key: z.string(),
  /** Why it cannot be used, and what to do. */
  problem: ProblemSchema.nullable(),
  /** Ids of the board profiles that it fits. */
  profiles: z.array(z.string()),
  /** The board of the registry that it is. */
  board: z.string().nullable(),
});
export type PortRow = z.infer<typeof PortRowSchema>;

/** An image that is kept: the hash over its addresses and bytes, that of its file, and since when (Unix time, ms). */
const KeptSchema = z.object({ content: z.string(), image: z.string().optional(), at: z.number() });

/** A board of the registry, and what is kept of it. */
export const BoardRowSchema = BoardNowSchema.extend({
  /** Of its profile; null where there is none of that id. */
  title: z.string().nullable(),
  /** A live run works on it: it is not released by the way. */
  working: z.boolean(),
  last_good: KeptSchema.nullable(),
  first_dump: KeptSchema.nullable(),
  /** What it holds now, as far as we wrote it. */
  holds: KeptSchema.nullable(),
  /** Why what is kept of it could not be read. */
  problem: ProblemSchema.nullable(),
});
export type BoardRow = z.infer<typeof BoardRowSchema>;

/** What the Boards view shows, whole: it replaces the one before it. */
export const BoardsViewSchema = z.object({
  topic: z.literal('boards'),
  revision: z.number().int().nonnegative(),
  ports: z.array(PortRowSchema),
  boards: z.array(BoardRowSchema),
  /** What could not be listed. */
  problems: z.array(ProblemSchema),
});
export type BoardsView = z.infer<typeof BoardsViewSchema>;

/** One line about this computer; with `next`, what to do. */
export const CheckSchema = z.object({
  name: z.string(),
  ok: z.boolean(),
  detail: z.string(),
  next: z.string().optional(),
});

/** What became of a hardware map. `place` is the number of the entry in it, from 1. */
export const ImportedSchema = z.object({
  imported: z.array(
    z.object({
      place: z.number().int(),
      id: z.string(),
      profile: z.string(),
      key: BoardKeySchema,
      /** Keys of the entry that mean nothing to us. */
      unused: z.array(z.string()),
    }),
  ),
  refused: z.array(z.object({ place: z.number().int(), reason: z.string() })),
});
export type Imported = z.infer<typeof ImportedSchema>;

const board = z.string().min(1).max(200);

/** The calls about ports and boards. */
export const BOARD_CALLS = {
  /** From now on the view is pushed, at once for the first time. */
  watchBoards: { in: nothing, out: nothing },
  unwatchBoards: { in: nothing, out: nothing },
  /** What of this computer lets ports be opened, or stands in the way of it. */
  systemChecks: { in: nothing, out: z.array(CheckSchema) },
  /** A person's word that a board is good and free; `force` takes it from a run that works on it. */
  releaseBoard: { in: z.strictObject({ board, force: z.boolean() }), out: nothing },
  /** A person's word about what one board drives: with `nothing` one answer may cover several flashes of a run. */
  setDrives: { in: z.strictObject({ board, drives: z.enum(DRIVES) }), out: nothing },
  /** Asks for a Zephyr hardware map in the system's own dialog; null where the person closed it. */
  importMap: { in: nothing, out: ImportedSchema.nullable() },
} as const satisfies CallsOf<'boards'>;
