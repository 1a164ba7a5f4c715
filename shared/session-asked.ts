import * as z from 'zod';
import { PROVIDER_NAMES, RolesSchema } from './provider-name.js';

/** What a person asks a session for. */
export const SessionAskedSchema = z.strictObject({
  machine: z.literal('session'),
  text: z.string(),
  /** `connection`: a client of the tools, which makes its own calls. */
  mode: z.enum(['turn', 'connection']).default('turn'),
  /** A folder in a git repository; absent: that of the task, or none. */
  repo: z.string().optional(),
  /** A folder that counts where it lies in a git repository. */
  here: z.string().optional(),
  taskFile: z.string().optional(),
  /** Absent: as the policy file says. */
  provider: z.enum(PROVIDER_NAMES).optional(),
  roles: RolesSchema.default({}),
});
export type SessionAsked = z.input<typeof SessionAskedSchema>;
