import * as z from 'zod';
import { PROVIDER_NAMES, RolesSchema } from './provider-name.js';

/** What a person asks of a delivery. */
export const DeliveryAskedSchema = z.strictObject({
  machine: z.literal('delivery'),
  /** The converged run whose work is delivered. */
  of: z.string(),
  /** Ids or paths of the profiles to deploy to. */
  deploy: z.array(z.string()).default([]),
  /** Absent: as the policy file says. */
  provider: z.enum(PROVIDER_NAMES).optional(),
  roles: RolesSchema.default({}),
});
export type DeliveryAsked = z.input<typeof DeliveryAskedSchema>;
