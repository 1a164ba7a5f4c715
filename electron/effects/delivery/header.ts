import * as z from 'zod';
import { ApprovalsSchema } from '../../../shared/events.js';
import { PolicySchema } from '../../../shared/policy.js';
import { ProfileSchema } from '../../../shared/profile.js';
import { PROVIDER_NAMES, RolesSchema } from '../../../shared/provider-name.js';
import { LoadedTaskSchema } from '../firmware-loop/start/run-header.js';

/** What a delivery was started with; it goes on with the same after any restart. */
export const DeliveryHeaderSchema = z.object({
  loaded: LoadedTaskSchema,
  /** The task's own. */
  profile: ProfileSchema,
  /** On which the tests run. */
  profiles: z.array(ProfileSchema).min(1),
  /** To which the release image goes. */
  targets: z.array(ProfileSchema),
  policy: PolicySchema,
  provider: z.enum(PROVIDER_NAMES),
  roles: RolesSchema,
  approvals: ApprovalsSchema,
  /** The run whose work is delivered; null: it is developed here. */
  of: z.string().nullable(),
  /** That work, as a diff against the task's commit; '' where there is none yet. */
  patch: z.string(),
  /** Message of the commit that holds that work; null: one is made up. */
  message: z.string().nullable(),
  /** What the supervised session is asked for first; null: the work is done. */
  text: z.string().nullable(),
  /** Names of the cases that passed, and that did not pass before the work and are not among its goals, on the task's own profile. */
  cases: z.object({ passing: z.array(z.string()), known: z.array(z.string()) }),
  has_tests: z.boolean(),
});
export type DeliveryHeader = z.infer<typeof DeliveryHeaderSchema>;
