import * as z from 'zod';
import { PortIdSchema } from './console-view.js';

/** Characters of an expression. */
export const MOST_PATTERN = 1000;
/** Expressions of a filter. */
export const MOST_FILTERS = 32;
export const PatternSchema = z.string().min(1).max(MOST_PATTERN);
const patterns = z.array(PatternSchema).max(MOST_FILTERS);

/** Which lines are shown, as a person wrote it. */
export const LineFilterSchema = z.strictObject({
  /** A line must match one of them, where there are any. */
  include: patterns,
  /** A line must match none of them. */
  exclude: patterns,
  /** Capitals and small letters are the same; absent: they are not. */
  ignoreCase: z.boolean().optional(),
});
export type LineFilter = z.infer<typeof LineFilterSchema>;

export const COLOURS = ['red', 'yellow', 'green', 'blue', 'grey'] as const;
export type Colour = (typeof COLOURS)[number];

/** A line that matches gets the colour; of several rules the first counts. */
export const HighlightRuleSchema = z.strictObject({ pattern: PatternSchema, colour: z.enum(COLOURS) });
export type HighlightRule = z.infer<typeof HighlightRuleSchema>;

/** For the lines of one port. */
export const ColouredRuleSchema = HighlightRuleSchema.extend({ port: PortIdSchema });
export type ColouredRule = z.infer<typeof ColouredRuleSchema>;

/** Files of captures count by this order: append only. */
export const EVENT_KINDS = [
  'open',
  'gap',
  'wire',
  'console',
  'lost',
  'back',
  'cut',
  'settings',
  'unwatched',
] as const;

const moment = {
  /** ms since 1970; null where that is not known. */
  wallMs: z.number().nullable(),
  /** And by the host's monotonic clock, ms; null also for what came before the host was started. */
  monotonicMs: z.number().nullable(),
};

/** What happened between two bytes, and when; `electron/bench/console/marks.ts` says what they mean. */
const PortEventSchema = z.object({
  kind: z.enum(EVENT_KINDS),
  count: z.number(),
  text: z.string(),
  /** Characters of its row that came before it. */
  at: z.number(),
  ...moment,
});
export type PortEvent = z.infer<typeof PortEventSchema>;

/** Series of numbers over time (ms since 1970), thinned to what can be seen. */
export const PlotSchema = z.array(
  z.object({ name: z.string(), points: z.array(z.tuple([z.number(), z.number()])) }),
);
export type Plot = z.infer<typeof PlotSchema>;

/**
 * `raw`: the bytes as they came. `text`: lines with the time at which their first byte came, `plain`: without it, what
 * cannot be seen made visible. `csv`: that time, offset, text.
 */
export const CONSOLE_FORMATS = ['text', 'plain', 'raw', 'csv'] as const;
export type ConsoleFormat = (typeof CONSOLE_FORMATS)[number];

/** Characters of a row. */
export const ROW_TEXT = 2048;

export const RowSchema = z.object({
  port: PortIdSchema,
  /** Of the line's first byte, in the port's capture. */
  offset: z.number(),
  /** As the device said it, at most `ROW_TEXT` characters: untrusted. */
  text: z.string(),
  cut: z.boolean(),
  /** When its first byte came. */
  ...moment,
  colour: z.enum(COLOURS).nullable(),
  /** What happened before it and within it, in that order. */
  events: z.array(PortEventSchema),
});
export type Row = z.infer<typeof RowSchema>;
