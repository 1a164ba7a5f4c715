import * as z from 'zod';
import type { Area, ChannelOf } from '../channels.js';
import { ProblemSchema } from '../problem.js';

/** The calls of one area: what goes in, what comes out. Every call answers with a `Result` around `out`. */
export type CallsOf<A extends Area> = Record<ChannelOf<A>, { in: z.ZodType; out: z.ZodType }>;

/** Of calls that take or give nothing. */
export const nothing = z.void();

/** The envelope of every answer; `value` is parsed by the channel's own schema. */
export const AnswerSchema = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), value: z.unknown() }),
  z.object({ ok: z.literal(false), error: ProblemSchema }),
]);
