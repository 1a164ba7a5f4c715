import * as z from 'zod';

/** What a device calls itself on the bus. */
const BoardNameSchema = z.object({
  /** USB `vendor:product`, lower-case hexadecimal; null for a port without USB. */
  usb: z.string().nullable(),
  /** USB serial number. */
  serial: z.string().nullable(),
});
export type BoardName = z.infer<typeof BoardNameSchema>;

/** What makes a board the same one again: a port's name may change, these do not. */
export const BoardKeySchema = BoardNameSchema.extend({
  /** What its bootloader, or its program, calls itself; seen as it came back so at its place. */
  also: z.array(BoardNameSchema).optional(),
  /** USB topology path, `1-4.2`. */
  topology: z.string().nullable(),
  /** The port's path, where nothing better is known. */
  port: z.string().nullable(),
});
export type BoardKey = z.infer<typeof BoardKeySchema>;

export const LeaseSchema = z.object({
  board: z.string(),
  /** A run's id, or who took it by hand. */
  owner: z.string(),
  pid: z.number().int(),
  start_time: z.string(),
  boot_id: z.string(),
  since: z.number(),
  /** Epoch ms; renewed while the owner lives. Null: until it is given back. */
  expires_at: z.number().nullable(),
});
export type Lease = z.infer<typeof LeaseSchema>;

export const BoardSchema = z.object({
  id: z.string(),
  profile: z.string(),
  key: BoardKeySchema,
  /** Failed health checks since the last good one. */
  failures: z.number().int(),
  /** Why the board takes no runs; null where it does. */
  quarantined: z.string().nullable(),
  seen_at: z.number(),
  lease: LeaseSchema.nullable(),
  /** Owners that wait for it, in order. */
  queue: z.array(z.string()),
});
export type Board = z.infer<typeof BoardSchema>;

/** What a board can move: with `actuators`, which is what counts where nobody said, each image is asked for. */
export const DRIVES = ['nothing', 'actuators'] as const;
export type Drives = (typeof DRIVES)[number];

/** A board of the registry as it is now. */
export const BoardNowSchema = BoardSchema.extend({
  /** As it answered at the first flash; null before. */
  chip: z.string().nullable(),
  /** Where it is plugged in; null where it is not. */
  port: z.string().nullable(),
  /** What a person said of this one board; its profile may say so too. */
  drives: z.enum(DRIVES),
});
export type BoardNow = z.infer<typeof BoardNowSchema>;
