import * as z from 'zod';
import { type CallsOf, nothing } from './calls.js';
import { DecodedSchema } from './console-decode.js';
import {
  CONSOLE_FORMATS,
  ColouredRuleSchema,
  LineFilterSchema,
  PlotSchema,
  RowSchema,
} from './console-rows.js';
import { IdentitySchema, PortIdSchema, SettingsSchema } from './console-view.js';

/** Rows that one call gives at most. */
export const MAX_ROWS = 500;
/** Ports whose lines make one sheet, or one file. */
const MOST_PORTS = 256;
const place = z.number().int().nonnegative();
const count = z.number().int().min(1).max(MAX_ROWS);
const port = PortIdSchema;

/** A line that a search found. */
export const FoundSchema = z.object({
  port,
  /** Of its first byte, in the port's capture. */
  offset: z.number(),
  text: z.string(),
  /** Where the first match lies in the text. */
  at: z.number(),
  length: z.number(),
});
export type Found = z.infer<typeof FoundSchema>;

/** Everything was looked at; there is more; the expression takes too long for a line; it was stopped. */
export const SEARCH_ENDS = ['whole', 'limit', 'timeout', 'cancelled'] as const;

/** The rules of the sheet: which lines are rows, and in which colour. */
const rules = z.strictObject({ filter: LineFilterSchema, highlights: z.array(ColouredRuleSchema).max(256) });
export type SheetRules = z.infer<typeof rules>;

/** The calls about consoles: of the ports that are open in this window. */
export const CONSOLE_CALLS = {
  /** From now on the view is pushed, at once for the first time. */
  watchConsole: { in: nothing, out: nothing },
  unwatchConsole: { in: nothing, out: nothing },
  /** Ports that can be opened now. */
  consolePorts: {
    in: nothing,
    out: z.array(
      z.object({ path: z.string(), identity: IdentitySchema, description: z.string().nullable() }),
    ),
  },
  /** The view says how it went. */
  openPort: { in: z.strictObject({ port, settings: SettingsSchema }), out: nothing },
  closePort: { in: z.strictObject({ port }), out: nothing },
  setRules: { in: rules, out: nothing },
  /** Fewer where the sheet ends, none where it is another one by now. */
  rows: { in: z.strictObject({ sheet: place, from: place, count }), out: z.array(RowSchema) },
  /** The row of the byte at `offset`, or the one before it that is shown. */
  rowAt: {
    in: z.strictObject({ sheet: place, port, offset: place }),
    out: z.object({ row: z.number().int() }),
  },
  /** Looks through everything that the open ports ever said. */
  searchConsole: {
    in: z.strictObject({ pattern: z.string().min(1).max(1000), ignoreCase: z.boolean() }),
    out: z.object({ found: z.array(FoundSchema), end: z.enum(SEARCH_ENDS) }),
  },
  /** The search that goes on ends with what it has found. */
  stopSearch: { in: nothing, out: nothing },
  /** Rows of 16 bytes, as hexdump -C writes them. */
  hexRows: { in: z.strictObject({ port, from: place, count }), out: z.array(z.string()) },
  /** Bytes in hexadecimal. */
  send: {
    in: z.strictObject({
      port,
      hex: z
        .string()
        .max(128 * 1024)
        .regex(/^([0-9a-f]{2})+$/),
    }),
    out: nothing,
  },
  setLines: {
    in: z.strictObject({ port, lines: z.strictObject({ dtr: z.boolean(), rts: z.boolean() }).partial() }),
    out: nothing,
  },
  sendBreak: { in: z.strictObject({ port, ms: z.number().int().min(1).max(10_000) }), out: nothing },
  /** The numbers of the last lines; none where the sheet is another one by now. */
  plot: { in: z.strictObject({ sheet: place }), out: PlotSchema },
  /**
   * All lines that ports ever said and the filter lets through, in the order in which they came (`raw`: all bytes), into
   * the file that the person names in the system's own dialog; null where they closed it, or
   * stopped it.
   */
  exportConsole: {
    in: z.strictObject({
      ports: z.array(port).min(1).max(MOST_PORTS),
      filter: LineFilterSchema,
      format: z.enum(CONSOLE_FORMATS),
    }),
    out: z.object({ file: z.string().nullable() }),
  },
  /** The file that is being written is given up, and removed. */
  stopExport: { in: nothing, out: nothing },
  /** Asks for an ELF file in the system's own dialog; null where the person closed it. */
  pickElf: { in: nothing, out: z.object({ file: z.string().nullable() }) },
  /** Decodes the fault at a line, or the last one; without `elf` by the symbols of what was flashed. */
  decode: {
    in: z.strictObject({ port, offset: place.nullable(), elf: z.string().max(4096).nullable() }),
    out: DecodedSchema,
  },
} as const satisfies CallsOf<'console'>;
