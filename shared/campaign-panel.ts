import * as z from 'zod';
import { CampaignBodySchema, DeliveredSchema, StageSchema } from './campaign.js';
import {
  AGENTS,
  DeliverableSchema,
  EvidenceBodySchema,
  MemoryLineSchema,
  REJECTIONS,
  ResidualRiskSchema,
} from './deliverables.js';
import { wordsSchema } from './texts/words.js';

/** A claim beside what it rests on. */
export const ShownClaimSchema = z.object({
  /** The criterion that it is about. */
  claim: z.string(),
  /** Null: it was taken. */
  rejected: z.object({ code: z.enum(REJECTIONS), reason: wordsSchema }).nullable(),
  /** The first of them, at most `MOST_EVIDENCE`. */
  evidence: z.array(EvidenceBodySchema),
  /** Of how many. */
  pieces: z.number().int(),
});
export type ShownClaim = z.infer<typeof ShownClaimSchema>;
export const MOST_EVIDENCE = 50;

/** An attempt at an item, with its claims. */
export const AttemptSchema = StageSchema.extend({
  claims: z.array(ShownClaimSchema),
  /** Why the files of the claims cannot be shown; null: they can. */
  problem: wordsSchema.nullable(),
});
export type Attempt = z.infer<typeof AttemptSchema>;

/** `working`: it has brought nothing yet; `brought`: not read yet; `dead`: it brought nothing that can be used. */
export const AGENT_STATES = ['working', 'brought', 'read', 'dead'] as const;

export const ShownAgentSchema = z.object({
  agent: z.enum(AGENTS),
  state: z.enum(AGENT_STATES),
  /** Why it is dead. */
  why: wordsSchema.nullable(),
  /** What it found weighs most, at most `MOST_FINDINGS`. */
  findings: z.array(MemoryLineSchema),
  found: z.number().int(),
  /** The kind of its node, with which the path of that ends. */
  kind: z.string(),
  /** Its files. */
  files: z.array(DeliverableSchema),
});
export type ShownAgent = z.infer<typeof ShownAgentSchema>;
export const MOST_FINDINGS = 8;

/** What the window shows of a campaign while it goes. */
export const CampaignPanelSchema = CampaignBodySchema.pick({
  ...{ is_mock: true, items: true, next_steps: true },
}).extend({
  goal: z.string(),
  /** Id of the item that is worked on; null: none. */
  current: z.string().nullable(),
  /** Ids of items in the order of the plan; null: nothing is planned yet. */
  order: z.array(z.string()).nullable(),
  /** What was told against the plan, and how often it was told of that item, of how many times. */
  feedback: z.array(ResidualRiskSchema.extend({ count: z.number().int(), most: z.number().int() })),
  open_risks: z.array(ResidualRiskSchema),
  research: z.object({ round: z.number().int(), agents: z.array(ShownAgentSchema) }),
  /** Null: there is none yet. */
  design: z.object({ file: DeliverableSchema, hypotheses: z.array(MemoryLineSchema) }).nullable(),
  /** What is handed to the coder now. */
  handoff: z.array(DeliverableSchema),
  attempts: z.array(AttemptSchema),
  /** What came of the work of the run that was dispatched last. */
  delivered: DeliveredSchema.nullable(),
  /** Every file that one role handed to the next. */
  files: z.array(DeliverableSchema),
});
export type CampaignPanel = z.infer<typeof CampaignPanelSchema>;
