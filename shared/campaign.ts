import * as z from 'zod';
import { AcceptReviewSchema, DeliverableSchema, ResidualRiskSchema } from './deliverables.js';
import { PROVIDER_NAMES, RolesSchema } from './provider-name.js';
import { ReportHeadSchema } from './report.js';
import { wordsSchema } from './texts/words.js';
import { WorkItemSchema } from './work-item.js';

/** What a person asks a campaign for. */
export const CampaignAskedSchema = z.strictObject({
  machine: z.literal('orchestrator'),
  /** Empty: only what can be resumed. */
  goal: z.string(),
  taskFiles: z.array(z.string()),
  autoResume: z.boolean().default(false),
  /** A folder from which an operator's words name further task files. */
  here: z.string().optional(),
  /** Absent: as the policy file says. */
  provider: z.enum(PROVIDER_NAMES).optional(),
  roles: RolesSchema.default({}),
});
export type CampaignAsked = z.input<typeof CampaignAskedSchema>;

/** What the delivery of a run's work came to. */
export const DeliveredSchema = z.object({
  run: z.string(),
  /** Of the delivery. */
  node: z.string(),
  outcome: z.string(),
  reason: wordsSchema,
  /** In the user's repository; null: nothing was committed. */
  commit: z.object({ branch: z.string(), commit: z.string() }).nullable(),
});
export type Delivered = z.infer<typeof DeliveredSchema>;

/** What one attempt at an item came to. */
export const StageSchema = z.object({
  item: z.string(),
  title: z.string(),
  attempt: z.number().int(),
  run: z.string().nullable(),
  /** Of the run; null where none was dispatched. */
  verdict: z.string().nullable(),
  /** In the user's repository, where the result was published or delivered; null: it was not. */
  branch: z.string().nullable(),
  review: AcceptReviewSchema,
});
export type Stage = z.infer<typeof StageSchema>;

/** What the report of a campaign has beside its head: the hand-over to the user (seed 001, §4.5). */
export const CampaignBodySchema = z.object({
  /** All roles that give evidence are mocks: nothing of it is real. */
  is_mock: z.boolean(),
  epic: z.string().nullable(),
  items: z.array(WorkItemSchema),
  stages: z.array(StageSchema),
  deliverables: z.array(DeliverableSchema),
  open_risks: z.array(ResidualRiskSchema),
  /** After its end: what to take over, what to do about what failed, and which tasks are left. */
  next_steps: z.array(wordsSchema).default([]),
});

export const CampaignReportSchema = ReportHeadSchema.extend({
  machine: z.literal('orchestrator'),
}).extend(CampaignBodySchema.shape);
export type CampaignReport = z.infer<typeof CampaignReportSchema>;
