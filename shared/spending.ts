import * as z from 'zod';
import { ReplacedSchema } from './replaced.js';

const amount = z.number().int().nonnegative();

/** What the requests of a run to models have used or reserved, and what they may; null: that is not recorded. */
export const SpendingSchema = z.object({
  tokens: amount,
  requests: amount,
  /** Requests whose record cannot be read: they are not counted. */
  unread: amount,
  /** What placeholders stood for in all of them together. */
  replaced: ReplacedSchema,
  budget: z.object({ tokens: amount, requests: amount }).nullable(),
});
export type Spending = z.infer<typeof SpendingSchema>;
