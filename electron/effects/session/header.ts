import * as z from 'zod';
import { ApprovalsSchema } from '../../../shared/events.js';
import { PolicySchema } from '../../../shared/policy.js';
import { ProfileSchema } from '../../../shared/profile.js';
import { PROVIDER_NAMES, RolesSchema } from '../../../shared/provider-name.js';
import { LoadedTaskSchema } from '../firmware-loop/start/run-header.js';

/** What a session was started with; it goes on with the same after any restart. */
export const SessionHeaderSchema = z.object({
  /** What the operator asks for first; '' for a connection, whose client calls. */
  text: z.string(),
  mode: z.enum(['turn', 'connection']),
  /** The process that a connection's client speaks to; null: there is no client. */
  client: z.object({ pid: z.number(), startTime: z.string(), bootId: z.string() }).nullable().default(null),
  /** The user's repository; null: the session works on boards alone. */
  repo: z
    .object({ root: z.string(), subdir: z.string(), baseCommit: z.string(), dirtyFiles: z.number() })
    .nullable(),
  task: z.object({ loaded: LoadedTaskSchema, profile: ProfileSchema }).nullable(),
  /** It only reads, for another machine; without a model it makes these calls. Null: it works for an operator. */
  research: z
    .object({ calls: z.array(z.object({ tool: z.string(), args: z.unknown() })) })
    .nullable()
    .default(null),
  policy: PolicySchema,
  approvals: ApprovalsSchema,
  provider: z.enum(PROVIDER_NAMES),
  roles: RolesSchema,
  /** Set where another machine supervises it: the work that it goes on from, as a diff against its commit. What it leaves is that machine's. */
  supervised: z.object({ patch: z.string() }).nullable().default(null),
});
export type SessionHeader = z.infer<typeof SessionHeaderSchema>;
