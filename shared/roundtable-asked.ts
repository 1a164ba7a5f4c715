import * as z from 'zod';
import { ROUNDTABLE_MODES } from './roundtable.js';
import { TaskAskedSchema } from './task-asked.js';

/** What a person asks of the roundtable alone. */
export const RoundtableAskedSchema = TaskAskedSchema.extend({
  machine: z.literal('coordinator'),
  mode: z.enum(ROUNDTABLE_MODES),
});
export type RoundtableAsked = z.input<typeof RoundtableAskedSchema>;
