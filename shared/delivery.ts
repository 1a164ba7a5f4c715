import * as z from 'zod';
import { ProblemSchema } from './problem.js';
import { ReportHeadSchema } from './report.js';
import { CheckRunSchema } from './roundtable.js';
import { wordsSchema } from './texts/words.js';

/** What a delivery comes to. Only the first two are what was asked for. */
export const DELIVERY_OUTCOMES = [
  'committed',
  'deployed',
  'incomplete_lint_failed',
  'incomplete_tests_failed',
  // the target, not the code, is at fault
  'environment_failed',
  'commit_failed',
  'deploy_failed',
  'deploy_blocked',
  'nothing_to_do',
  'canceled',
  'timeout',
  'exception',
] as const;
export type DeliveryOutcome = (typeof DELIVERY_OUTCOMES)[number];

/** From where a change is looked at (seed 004, REVIEWING). */
export const ANGLES = ['function', 'edges', 'safety', 'performance'] as const;
export type Angle = (typeof ANGLES)[number];

const FindingSchema = z.object({
  angle: z.enum(ANGLES),
  what: wordsSchema,
  /** `file` or `file:line`; null: the whole. */
  where: z.string().nullable(),
});
export type Finding = z.infer<typeof FindingSchema>;

export const DeliveryReviewSchema = z.object({
  /** `rules`, or the name of the model's provider: its words are then a model's. */
  by: z.string(),
  /** What has to change. */
  issues: z.array(FindingSchema),
  /** What a reader should know, and what stands in nobody's way. */
  remarks: z.array(FindingSchema),
});
export type DeliveryReview = z.infer<typeof DeliveryReviewSchema>;

/** What the supervised session did, read from its calls and their exit codes (the seed's table of eight signals). */
export const SignalsSchema = z.object({
  /** Calls that wrote files. */
  edits: z.number().int(),
  /** The last call of each kind: its exit code said pass or fail; null: there was none. */
  lint: z.enum(['pass', 'fail']).nullable(),
  test: z.enum(['pass', 'fail']).nullable(),
  commits: z.number().int(),
  /** It ended its turn with a question. */
  asks: z.boolean(),
  /** It ended its turn, and nothing stood in its way. */
  done: z.boolean(),
});
export type Signals = z.infer<typeof SignalsSchema>;

export const ProfileTestSchema = z.object({
  profile: z.string(),
  passed: z.number().int(),
  failed: z.array(z.object({ name: z.string(), status: z.string(), message: z.string().nullable() })),
  /** Cases that failed before the work, and that nobody asked to pass. */
  known: z.array(z.string()),
  /** Why the run as a whole is no pass; null: it is one where no case failed. */
  problem: wordsSchema.nullable(),
});
export type ProfileTest = z.infer<typeof ProfileTestSchema>;

export const CommittedSchema = z.object({
  commit: z.string(),
  tree: z.string(),
  branch: z.string(),
  message: z.string(),
  /** The commit that its branch starts at, where the work was brought onto another one than its run began at. */
  base: z.string().optional(),
  /** What the reader should know of it, such as a base that the repository has left meanwhile. */
  notes: z.array(wordsSchema),
});
export type Committed = z.infer<typeof CommittedSchema>;

/** A board that is written to, and what it held before: the hash of that content; null: not known. */
export const HeldBoardSchema = z.object({
  profile: z.string(),
  board: z.string(),
  held: z.string().nullable(),
});
export type HeldBoard = z.infer<typeof HeldBoardSchema>;

export const DeployedSchema = z.object({
  profile: z.string(),
  board: z.string(),
  /** SHA-256 of the image. */
  image: z.string(),
});
export type Deployed = z.infer<typeof DeployedSchema>;

export const RolledBackSchema = z.object({
  profile: z.string(),
  board: z.string(),
  /** Null: it holds again what it held. */
  problem: ProblemSchema.nullable(),
});
export type RolledBack = z.infer<typeof RolledBackSchema>;

/** The report of a delivery. */
export const DeliveryReportSchema = ReportHeadSchema.extend({
  machine: z.literal('delivery'),
  outcome: z.enum(DELIVERY_OUTCOMES),
  /** The run whose work was delivered; null: it was developed here. */
  of: z.string().nullable(),
  /** Unified diff against the commit that the work began at; null: nothing was changed. */
  patch: z.string().nullable(),
  review: DeliveryReviewSchema.nullable(),
  lint: z.array(CheckRunSchema),
  tests: z.array(ProfileTestSchema),
  committed: CommittedSchema.nullable(),
  deployed: z.array(DeployedSchema),
  rolled_back: z.array(RolledBackSchema),
  /** How often each state sent the work back. */
  retries: z.object({
    review: z.number().int(),
    lint: z.number().int(),
    test: z.number().int(),
    commit: z.number().int(),
    deploy: z.number().int(),
  }),
  /** Moves that a cap forced, what stands in the way of a deployment, and onto which commit the work was brought, or why it was not. */
  warnings: z.array(wordsSchema),
  /** What the operator said, oldest first. */
  messages: z.array(z.string()),
});
export type DeliveryReport = z.infer<typeof DeliveryReportSchema>;

/** What the window shows of a delivery beside its trace. */
export const DeliveryPanelSchema = DeliveryReportSchema.pick({
  ...{ of: true, review: true, lint: true, tests: true, committed: true, deployed: true },
  ...{ rolled_back: true, retries: true, warnings: true, messages: true },
});
export type DeliveryPanel = z.infer<typeof DeliveryPanelSchema>;

/** How often a state may send the work back (seed 004, "失败重试限制"). */
export const CAPS = { review: 5, lint: 3, test: 3, commit: 2, deploy: 2 } as const;
