import * as z from 'zod';
import { ChoiceSchema, FLAGS } from './choice.js';
import { ReportHeadSchema } from './report.js';
import { wordsSchema } from './texts/words.js';

/** `proposal`: a change is discussed and nothing is made of it. `implementation`: it is made, reviewed and tested, round by round. */
export const ROUNDTABLE_MODES = ['proposal', 'implementation'] as const;
export type RoundtableMode = (typeof ROUNDTABLE_MODES)[number];

/** What a roundtable comes to: the seed's outcomes (§3), its near-term additions (§4), and what the engine itself may end. */
export const ROUNDTABLE_OUTCOMES = [
  'await_operator_confirm',
  'proposal_changes_requested',
  'approved',
  'review_schema_invalid',
  'tester_schema_invalid',
  'test_failed',
  'tester_command_blocked',
  'repeated_test_failure',
  'max_iterations_reached',
  'canceled',
  'discussion_complete',
  'provider_network_error',
  'provider_timeout',
  'provider_auth_error',
  'provider_not_found',
  'provider_permission_denied',
  'timeout',
  'exception',
] as const;
export type RoundtableOutcome = (typeof ROUNDTABLE_OUTCOMES)[number];

/** Who played a role, and whether its words are a model's: these are shown as such. */
const PlayerSchema = z.object({ name: z.string(), isModel: z.boolean() });
export type Player = z.infer<typeof PlayerSchema>;

const argv = z.array(z.string());

/** What has to change before a proposal is taken. */
export const MustFixSchema = z.object({
  what: wordsSchema,
  /** Where, as `file` or `file:line`; null where it is about the whole. */
  where: z.string().nullable(),
  /** The command that failed, and the end of what it printed. */
  command: argv.nullable(),
  output: z.string().nullable(),
});
export type MustFix = z.infer<typeof MustFixSchema>;

export const CoderProposalSchema = z.object({
  by: PlayerSchema,
  /** Unified diff against the base; '' where the coder has none. */
  patch: z.string(),
  rationale: wordsSchema,
  /** Flags that the search weighed when it ranked the patch: no better one was found. */
  weighed: z.array(z.enum(FLAGS)),
});
export type CoderProposal = z.infer<typeof CoderProposalSchema>;

export const ReviewSchema = z.object({
  by: PlayerSchema,
  /** Null in a discussion. */
  decision: z.enum(['approve', 'changes_requested']).nullable(),
  comment: wordsSchema,
  must_fix: z.array(MustFixSchema),
});
export type Review = z.infer<typeof ReviewSchema>;

/** `build` and `cases` are the task's own; `lint`, `style` and `unit` its checks; `proposed` what a tester added. */
export const CHECK_KINDS = ['build', 'cases', 'lint', 'style', 'unit', 'proposed'] as const;

export const CheckRunSchema = z.object({
  kind: z.enum(CHECK_KINDS),
  argv,
  /** `blocked`: the command is on no allow-list and did not run. `not_run`: one before it failed. */
  status: z.enum(['passed', 'failed', 'blocked', 'not_run']),
  exit_code: z.number().int().nullable(),
  /** The end of what it printed, of a failure. */
  output: z.string(),
  duration_ms: z.number(),
});
export type CheckRun = z.infer<typeof CheckRunSchema>;

export const TestReportSchema = z.object({
  by: PlayerSchema,
  comment: wordsSchema,
  runs: z.array(CheckRunSchema),
});
export type TestReport = z.infer<typeof TestReportSchema>;

export const RoundSchema = z.object({
  round: z.number().int().positive(),
  mode: z.enum(ROUNDTABLE_MODES),
  proposal: CoderProposalSchema,
  review: ReviewSchema.nullable(),
  test: TestReportSchema.nullable(),
  must_fix: z.array(MustFixSchema),
});
export type Round = z.infer<typeof RoundSchema>;

/** A patch that the search found besides, to be proposed next. */
export const NextChoiceSchema = ChoiceSchema.pick({ patch: true, what: true, flags: true });
export type NextChoice = z.infer<typeof NextChoiceSchema>;

/** The report of a roundtable that stands alone. */
export const RoundtableReportSchema = ReportHeadSchema.extend({
  machine: z.literal('coordinator'),
  outcome: z.enum(ROUNDTABLE_OUTCOMES),
  mode: z.enum(ROUNDTABLE_MODES),
  rounds: z.array(RoundSchema),
  must_fix: z.array(MustFixSchema),
  /** What was approved, or awaits the operator's word; applies with `git apply`. */
  patch: z.string().nullable(),
  /** What the operator said after an end, oldest first. */
  messages: z.array(z.string()),
});
export type RoundtableReport = z.infer<typeof RoundtableReportSchema>;
