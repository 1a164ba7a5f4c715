import * as z from 'zod';
import { ReportHeadSchema } from './report.js';
import { wordsSchema } from './texts/words.js';
import { ToolErrorSchema } from './tool-result.js';

/** Expected calls of a step; a step without any is carried out call by call. */
const ToolCallTemplateSchema = z.object({ tool: z.string(), args: z.unknown() });

const STEP_STATUS = ['pending', 'in_progress', 'done', 'blocked', 'skipped'] as const;

/** One step of a plan (seed 003, §3.2). */
export const StepSchema = z.object({
  step_id: z.string(),
  title: wordsSchema,
  /** Why it is done. */
  intent: wordsSchema,
  tool_calls: z.array(ToolCallTemplateSchema),
  /** Files that it is to change. */
  expected_artifacts: z.array(z.string()),
  status: z.enum(STEP_STATUS),
  /** It is to find out whether a build or a test fails: one that does has not failed the step. */
  may_fail: z.boolean().optional(),
  /** What its agent said at its end; absent: no agent carried it out, or nothing was kept. */
  words: z.string().optional(),
  /** How to undo it. */
  rollback_hint: wordsSchema,
});
export type Step = z.infer<typeof StepSchema>;

export const VERIFICATION_MODES = ['none', 'lint', 'test', 'build', 'custom'] as const;

/** How the work of a plan is checked (seed 003, §3.3); commands are argument vectors. */
export const VerificationPolicySchema = z.object({
  mode: z.enum(VERIFICATION_MODES),
  commands: z.array(z.array(z.string())),
  required: z.boolean(),
  stop_on_fail: z.boolean(),
});
export type VerificationPolicy = z.infer<typeof VerificationPolicySchema>;

export const RISK_LEVELS = ['low', 'medium', 'high'] as const;

/** A plan (seed 003, §3.1). */
export const PlanSchema = z.object({
  plan_id: z.string(),
  goal: z.string(),
  constraints: z.array(z.string()),
  steps: z.array(StepSchema),
  verification: VerificationPolicySchema,
  risk_level: z.enum(RISK_LEVELS),
  created_at: z.string(),
});
export type Plan = z.infer<typeof PlanSchema>;

export const CALL_STATUS = ['started', 'ok', 'failed', 'denied', 'undone'] as const;
export type CallStatus = (typeof CALL_STATUS)[number];

/** A call of a session; its whole result lies in a file of the run's folder. */
export const SessionCallSchema = z.object({
  /** Counted from 1 in a session. */
  n: z.number().int(),
  /** Of the step that it belongs to, or `VERIFICATION`. */
  step: z.string(),
  tool: z.string(),
  args: z.unknown(),
  status: z.enum(CALL_STATUS),
  error: ToolErrorSchema.nullable(),
  /** Relative to the run's folder. */
  file: z.string().nullable(),
  /** Hash of the whole tree before it; null where it changes no file. */
  tree: z.string().nullable(),
  /** It was made and answered, and the answer is no success: why. Absent: it is one, or the tool cannot say. */
  unmet: wordsSchema.optional(),
});
export type SessionCall = z.infer<typeof SessionCallSchema>;

/** What a session came to, for its reader. */
export const SessionSummarySchema = z.object({
  /** One or more sentences by Benchloop. */
  text: wordsSchema,
  /** A model's own words; null without a model. */
  model: z.string().nullable(),
  files_changed: z.array(z.string()),
  verification: z.enum(['passed', 'failed', 'none']),
  /** How to take it back. */
  rollback: wordsSchema,
  /** What stands in the way, and what a person can do. */
  blocked: wordsSchema.nullable(),
  manual_steps: z.array(wordsSchema),
});
export type SessionSummary = z.infer<typeof SessionSummarySchema>;

/** The report of a session. */
export const SessionReportSchema = ReportHeadSchema.extend({
  machine: z.literal('session'),
  plan: PlanSchema.nullable(),
  calls: z.array(SessionCallSchema),
  summary: SessionSummarySchema,
  /** Unified diff against the commit that the session began at; null where nothing was changed. */
  patch: z.string().nullable(),
  branch: z.string().nullable(),
});
export type SessionReport = z.infer<typeof SessionReportSchema>;
