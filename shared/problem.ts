import * as z from 'zod';
import { inEnglish, wordsSchema } from './texts/words.js';

/**
 * Codes of every failure that the product expects. A failure is data, never a thrown string:
 * `message` says what happened, `where` names the place, `next` what a person does about it.
 */
export const PROBLEM_CODES = [
  // what the person gave us
  'TASK_NOT_FOUND',
  'TASK_MALFORMED',
  'REPO_NOT_FOUND',
  'REPO_NO_COMMIT',
  'PROFILE_UNKNOWN',
  'PROFILE_MALFORMED',
  'POLICY_MALFORMED',
  'RUN_NOT_FOUND',
  'GATE_NOT_FOUND',
  'GATE_CODE',
  'ANSWER_REFUSED',
  'USAGE',
  // the call of a tool
  'ARGUMENTS_MALFORMED',
  'FILE_NOT_FOUND',
  'DECLINED',
  // the computer we run on
  'HOME_UNWRITABLE',
  'DISK_FULL',
  'JOURNAL_CORRUPT',
  'RUN_OWNED',
  'VERSION_MISMATCH',
  // the bench: what a port, a board or an image can be
  'PORT_NOT_FOUND',
  'PORT_PERMISSION',
  'PORT_BUSY',
  'PORT_LOST',
  'BOARD_NOT_FOUND',
  'BOARD_MISMATCH',
  'BOARD_LEASED',
  'LEASE_LOST',
  'BOARD_QUARANTINED',
  'IMAGE_MALFORMED',
  'IMAGE_REFUSED',
  'FLASH_FAILURE',
  'VERIFY_FAILURE',
  'FLASH_DECLINED',
  'FLASH_BUDGET_SPENT',
  'SCRIPT_REFUSED',
  'SDK_REFUSED',
  'SCRIPT_FAILURE',
  'BMC_FAILURE',
  // a model's server, where no reply came; MODEL_FAILURE is a reply that nobody can use
  'PROVIDER_NETWORK_ERROR',
  'PROVIDER_TIMEOUT',
  'PROVIDER_AUTH_ERROR',
  'PROVIDER_NOT_FOUND',
  'PROVIDER_PERMISSION_DENIED',
  // the run's own error types: firmware-loop's ladders are keyed by these
  'EVIDENCE_MISSING',
  'ANALYSIS_FAILURE',
  'MODEL_FAILURE',
  'POLICY_VIOLATION',
  'PATCH_APPLY_FAILURE',
  'TOOLCHAIN_MISSING',
  'BUILD_FAILURE',
  'TEST_ENV_FAILURE',
  'ENV_ERROR',
  'TIMEOUT',
  'ARTIFACT_MISSING',
  'REGRESSION',
  'FLAKY_TEST',
  'INCONCLUSIVE',
  'UNHANDLED_EXCEPTION',
  'INIT_FAILURE',
] as const;

export const ProblemSchema = z.object({
  code: z.enum(PROBLEM_CODES),
  message: wordsSchema,
  where: z.string().optional(),
  next: wordsSchema.optional(),
});
export type Problem = z.infer<typeof ProblemSchema>;
export type ProblemCode = Problem['code'];

/** Expected failures are values; an exception is a bug. */
export type Result<T, E = Problem> = { ok: true; value: T } | { ok: false; error: E };

export const ok = <T>(value: T): { ok: true; value: T } => ({ ok: true, value });
export const fail = <E>(error: E): { ok: false; error: E } => ({ ok: false, error });

/** One line of English for a log: what, where, what next. */
export function describeProblem(p: Problem): string {
  const where = p.where ? `${p.where}: ` : '';
  const next = p.next ? ` — ${inEnglish(p.next)}` : '';
  return `${where}${inEnglish(p.message)}${next}`;
}
