import * as z from 'zod';
import { BaudSchema } from '../baud.js';
import { ProblemSchema } from '../problem.js';

/** The path under which a port was opened. */
export const PortIdSchema = z.string().min(1).max(4096);

/** What the device behind a port is known by, whatever the port is called; null where nothing but its name is known. */
export const IdentitySchema = z.string().nullable();

/** How a port is opened. */
export const SettingsSchema = z.strictObject({
  /** Bits per second. */
  baud: BaudSchema,
  dataBits: z.union([z.literal(5), z.literal(6), z.literal(7), z.literal(8)]),
  parity: z.enum(['none', 'even', 'odd']),
  stopBits: z.union([z.literal(1), z.literal(2)]),
  flow: z.enum(['none', 'rtscts', 'xonxoff']),
});
export type Settings = z.infer<typeof SettingsSchema>;

/** `held`: somebody (a flasher, a test) has the wire, the console pauses. `away`: unplugged, waited for. */
export const PORT_STATES = ['opening', 'open', 'held', 'away', 'failed'] as const;
export type PortStateName = (typeof PORT_STATES)[number];

/** Counted since the port was opened. */
const GapsSchema = z.object({
  count: z.number().int(),
  bytes: z.number(),
  /** Nobody knows what came before it was opened, ms since 1970: who owned the port was killed. Null: it was closed. */
  unwatched: z.object({ from: z.number(), to: z.number() }).nullable(),
});
export type Gaps = z.infer<typeof GapsSchema>;
export const NO_GAPS: Gaps = { count: 0, bytes: 0, unwatched: null };

export const OpenPortSchema = z.object({
  id: PortIdSchema,
  /** As it is called now: it may be another name after a re-plug. */
  path: z.string(),
  identity: IdentitySchema,
  settings: SettingsSchema,
  state: z.enum(PORT_STATES),
  /** Since when, ms since 1970. */
  since: z.number(),
  /** Who has the wire, or why the device went away. */
  detail: z.string(),
  /** Bytes of its capture. */
  bytes: z.number(),
  gaps: GapsSchema,
  /** DTR and RTS as they were set last; null where the port has no such lines. */
  lines: z.object({ dtr: z.boolean(), rts: z.boolean() }).nullable(),
  /** Why it could not be opened, or was lost for good. */
  problem: ProblemSchema.nullable(),
});
export type OpenPort = z.infer<typeof OpenPortSchema>;

/** The lines of all open ports, in the order in which they came. */
export const SheetSchema = z.object({
  /** Another number is another sheet: rows of the one before are none of it. */
  number: z.number().int(),
  rows: z.number().int(),
  /** Oldest lines, of several ports or a filter, that are no rows any more for want of disk space. */
  leftOut: z.number().int(),
  /** What the captures hold was not all looked at yet. */
  busy: z.boolean(),
  /** An expression takes too long for a line, and was given up. */
  slow: z.boolean(),
});
export type Sheet = z.infer<typeof SheetSchema>;

/** Bytes of the captures that a file is made of. */
const ExportProgressSchema = z.object({ done: z.number(), total: z.number() });
export type ExportProgress = z.infer<typeof ExportProgressSchema>;

/** What the Console view shows, whole but for the lines: those are asked for. */
export const ConsoleViewSchema = z.object({
  topic: z.literal('console'),
  revision: z.number().int().nonnegative(),
  /** When the first of the ports was opened, ms of the monotonic clock: times count from here. */
  zeroMs: z.number(),
  ports: z.array(OpenPortSchema),
  sheet: SheetSchema,
  /** Of the file that is being written; null where none is. */
  exporting: ExportProgressSchema.nullable(),
  /** The captures cannot be read. */
  problem: ProblemSchema.nullable(),
});
export type ConsoleView = z.infer<typeof ConsoleViewSchema>;
