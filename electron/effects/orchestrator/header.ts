import * as z from 'zod';
import { ApprovalsSchema } from '../../../shared/events.js';
import { PolicySchema } from '../../../shared/policy.js';
import { PROVIDER_NAMES, RolesSchema } from '../../../shared/provider-name.js';

/** What a campaign was started with; it goes on with the same after any restart. */
export const OrchestratorHeaderSchema = z.object({
  /** Empty: only what can be resumed. */
  goal: z.string(),
  /** Absolute paths; each could be read when the campaign was started. */
  taskFiles: z.array(z.string()),
  autoResume: z.boolean(),
  /** From where an operator's words name task files. */
  here: z.string(),
  /** Its evidence is made up. */
  isMock: z.boolean(),
  policy: PolicySchema,
  approvals: ApprovalsSchema,
  provider: z.enum(PROVIDER_NAMES),
  roles: RolesSchema,
});
export type OrchestratorHeader = z.infer<typeof OrchestratorHeaderSchema>;
