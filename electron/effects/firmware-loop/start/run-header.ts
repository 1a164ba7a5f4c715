import * as z from 'zod';
import { type Approvals, ApprovalsSchema } from '../../../../shared/events.js';
import { ANALYSIS_MODES } from '../../../../shared/judgement.js';
import { PolicySchema } from '../../../../shared/policy.js';
import { fail, ok, type Result } from '../../../../shared/problem.js';
import { ProfileSchema } from '../../../../shared/profile.js';
import { PROVIDER_NAMES, RolesSchema } from '../../../../shared/provider-name.js';
import { type LoadedTask, TaskSchema } from '../../../../shared/task.js';
import { approver, sessionApprover } from '../../../engine/approver.js';

export const LoadedTaskSchema: z.ZodType<LoadedTask> = z.object({
  task: TaskSchema,
  file: z.string(),
  repoRoot: z.string(),
  subdir: z.string(),
  baseCommit: z.string(),
  dirtyFiles: z.number(),
  inputs: z.array(z.object({ from: z.string(), to: z.string() })),
  logs: z.array(z.string()),
});

/** What a run was started with; it goes on with the same after any restart. */
export const RunHeaderSchema = z.object({
  loaded: LoadedTaskSchema,
  profile: ProfileSchema,
  policy: PolicySchema,
  provider: z.enum(PROVIDER_NAMES),
  /** Roles that another provider plays. */
  roles: RolesSchema.default({}),
  approvals: ApprovalsSchema,
  /** Whoever dispatched it delivers its result, or wants no commit: it offers no branch of its own. */
  isDelivered: z.boolean().optional(),
  /** What whoever dispatched it holds for likely, as a text for models; nobody has checked it. */
  design: z.string().optional(),
  /** A session dispatched it: what leaves this computer is approved as in a session, also when it is resumed by itself. */
  isOfSession: z.boolean().optional(),
  /** Analysis modes of the provider, in fallback order. Older runs lack the field and keep theirs in the context. */
  analysisModes: z.array(z.enum(ANALYSIS_MODES)).default(['rules']),
});
export type FirmwareHeader = z.infer<typeof RunHeaderSchema>;

/** Who answers what such a run asks. @param given approvals of whoever resumes it */
export const approvesFor = (
  { approvals, policy, isOfSession }: Pick<FirmwareHeader, 'approvals' | 'policy' | 'isOfSession'>,
  given: Approvals | undefined,
): ReturnType<typeof approver> => (isOfSession ? sessionApprover : approver)(given ?? approvals, policy);

/** Errors: JOURNAL_CORRUPT. */
export function parseRunHeader(header: unknown, file: string): Result<FirmwareHeader> {
  const parsed = RunHeaderSchema.safeParse(header);
  if (parsed.success) return ok(parsed.data);
  const message = `what the run was started with cannot be read: ${z.prettifyError(parsed.error)}`;
  return fail({ code: 'JOURNAL_CORRUPT', message, where: file, next: 'start the task again' });
}
