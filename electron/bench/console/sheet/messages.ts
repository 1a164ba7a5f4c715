import * as z from 'zod';
import { MAX_ROWS } from '../../../../shared/ipc/console.js';
import {
  CONSOLE_FORMATS,
  ColouredRuleSchema,
  LineFilterSchema,
  PlotSchema,
  RowSchema,
} from '../../../../shared/ipc/console-rows.js';
import { OpenPortSchema, PortIdSchema, SheetSchema } from '../../../../shared/ipc/console-view.js';
import { ProblemSchema } from '../../../../shared/problem.js';

const place = z.number().int().nonnegative();
const captures = z.array(z.strictObject({ port: PortIdSchema, folder: z.string() }));

/** What the thread of a sheet is asked (`thread.ts`), each with an id that its answer names. */
export const AskSchema = z.discriminatedUnion('ask', [
  z.strictObject({
    ask: z.literal('show'),
    sources: captures,
    filter: LineFilterSchema,
    highlights: z.array(ColouredRuleSchema),
  }),
  z.strictObject({ ask: z.literal('grow') }),
  z.strictObject({
    ask: z.literal('rows'),
    sheet: place,
    from: place,
    count: z.number().int().min(1).max(MAX_ROWS),
  }),
  z.strictObject({ ask: z.literal('plot'), sheet: place }),
  z.strictObject({
    ask: z.literal('export'),
    captures,
    filter: LineFilterSchema,
    format: z.enum(CONSOLE_FORMATS),
    file: z.string(),
  }),
  z.strictObject({ ask: z.literal('rowAt'), sheet: place, port: PortIdSchema, offset: place }),
]);
export type Ask = z.infer<typeof AskSchema>;

/** Of a port: bytes of its capture, and its gaps. */
const AmountSchema = OpenPortSchema.pick({ id: true, bytes: true, gaps: true });

/** What each question is answered with. */
export const ANSWERS = {
  show: z.null(),
  grow: z.object({ sheet: SheetSchema, amounts: z.array(AmountSchema) }),
  rows: z.array(RowSchema),
  rowAt: z.number().int(),
  plot: PlotSchema,
  /** Why it was not written. */
  export: ProblemSchema.nullable(),
} as const satisfies Record<Ask['ask'], z.ZodType>;
export type Answer<A extends Ask['ask']> = z.infer<(typeof ANSWERS)[A]>;
export type Grown = Answer<'grow'>;

export const ReplySchema = z.union([
  /** An export goes on: so many bytes of the captures more. */
  z.strictObject({ id: z.number(), read: z.number() }),
  z.strictObject({ id: z.number(), value: z.unknown() }),
  z.strictObject({ id: z.number(), error: z.string() }),
]);
export type Reply = z.infer<typeof ReplySchema>;
