import * as z from 'zod';
import { PROVIDER_NAMES, RolesSchema } from './provider-name.js';

/** What a person asks of the firmware loop: a task, and what they change of it for one run; its file stays as it is. */
export const TaskAskedSchema = z.strictObject({
  machine: z.literal('firmware-loop'),
  taskFile: z.string(),
  /** Plays every role that is not named; absent: as the policy file says. */
  provider: z.enum(PROVIDER_NAMES).optional(),
  /** Roles that another provider plays. */
  roles: RolesSchema.default({}),
  overrides: z
    .strictObject({
      /** Seconds, in place of the task's or the default. */
      searchSec: z.number().positive().optional(),
    })
    .default({}),
});
export type TaskAsked = z.input<typeof TaskAskedSchema>;
