import * as z from 'zod';
import { wordsSchema } from './texts/words.js';

/** A file that one role hands to the next, below the run's folder. */
export const DeliverableSchema = z.object({
  name: z.string(),
  path: z.string(),
  sha256: z.string(),
  bytes: z.number().int().nonnegative(),
});
export type Deliverable = z.infer<typeof DeliverableSchema>;

/** The agents of a research round, each with its question. */
export const AGENTS = ['history', 'tests', 'coverage', 'knowledge'] as const;
export type AgentId = (typeof AGENTS)[number];

/** `analysis_meta.json` of a research agent. */
export const AnalysisMetaSchema = z.strictObject({
  agent_id: z.enum(AGENTS),
  round: z.number().int().positive(),
  provider: z.string(),
  question: z.string(),
  /** Of what commit it tells. */
  base_commit: z.string(),
  operations: z.number().int().nonnegative(),
  findings: z.number().int().nonnegative(),
});
export type AnalysisMeta = z.infer<typeof AnalysisMetaSchema>;

export const FINDING_KINDS = ['commit', 'test', 'symbol', 'coverage', 'earlier-run', 'words'] as const;

/** A line of `memory.jsonl`: one thing that an agent found, and by which of its operations. */
export const MemoryLineSchema = z.strictObject({
  agent_id: z.enum(AGENTS),
  n: z.number().int().positive(),
  kind: z.enum(FINDING_KINDS),
  text: z.string(),
  /** How much it speaks for a cause there, 0 to 1. */
  weight: z.number().min(0).max(1),
  slot: z.number().int().positive(),
});
export type MemoryLine = z.infer<typeof MemoryLineSchema>;

/** A line of `operations.jsonl`: one call of an agent. */
export const OperationLineSchema = z.strictObject({
  agent_id: z.enum(AGENTS),
  slot: z.number().int().positive(),
  tool: z.string(),
  args: z.unknown(),
  status: z.string(),
  /** Hash of its result; null where it has none. */
  result_sha256: z.string().nullable(),
});
export type OperationLine = z.infer<typeof OperationLineSchema>;

export const REJECTIONS = [
  'NO_EVIDENCE',
  'EVIDENCE_MISSING',
  'EVIDENCE_CHANGED',
  'OTHER_RUN',
  'OTHER_IMAGE',
  'NOT_SAID',
  'MOCK_EVIDENCE',
  'UNPROVEN',
  'NOT_CLAIMED',
] as const;

/** A claim that was not taken, and why. */
export const RejectedClaimSchema = z.strictObject({
  claim: z.string(),
  code: z.enum(REJECTIONS),
  reason: wordsSchema,
});
export type RejectedClaim = z.infer<typeof RejectedClaimSchema>;

/** `master_task.json`: what the coder is to do. */
export const MasterTaskSchema = z.strictObject({
  version: z.literal(1),
  campaign: z.string(),
  goal: z.string(),
  item: z.string(),
  title: z.string(),
  /** Null: only a mock can do it. */
  task_file: z.string().nullable(),
  /** Counted from 1. */
  attempt: z.number().int().positive(),
  /** Of the attempt before. */
  rejected_claims: z.array(RejectedClaimSchema),
});
export type MasterTask = z.infer<typeof MasterTaskSchema>;

export const CRITERION_KINDS = ['target_cases_pass', 'no_regression', 'committed'] as const;

export const CriterionSchema = z.strictObject({
  id: z.string(),
  kind: z.enum(CRITERION_KINDS),
  /** Patterns of cases, where it is about cases. */
  cases: z.array(z.string()),
});
export type Criterion = z.infer<typeof CriterionSchema>;

/** `acceptance_criteria.json`: what has to be claimed, and shown. */
export const AcceptanceSchema = z.strictObject({
  version: z.literal(1),
  criteria: z.array(CriterionSchema).min(1),
});

/** `claims.json`: what the coder says is done. Evidence is named by its hash. */
export const ClaimSchema = z.strictObject({
  id: z.string(),
  criterion: z.string(),
  evidence: z.array(z.string()),
});
export type Claim = z.infer<typeof ClaimSchema>;

export const ClaimsSchema = z.strictObject({
  version: z.literal(1),
  item: z.string(),
  /** Null: nothing was dispatched. */
  run: z.string().nullable(),
  /** Why there are no claims; null: there are. */
  failure: wordsSchema.nullable(),
  claims: z.array(ClaimSchema),
});
export type Claims = z.infer<typeof ClaimsSchema>;

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
/** A file of the dispatched run, relative to its folder. */
const inRun = { run: z.string(), file: z.string(), sha256 };

/** What a claim rests on. */
export const EvidenceBodySchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('report'), ...inRun }),
  z.strictObject({ kind: z.literal('case'), ...inRun, case: z.string(), image: z.string() }),
  z.strictObject({
    kind: z.literal('console'),
    ...inRun,
    image: z.string(),
    /** Bytes of the file. */
    from: z.number().int().nonnegative(),
    to: z.number().int().nonnegative(),
    range_sha256: sha256,
  }),
  z.strictObject({
    ...{ kind: z.literal('commit'), run: z.string(), branch: z.string(), commit: z.string() },
    /** It is what a person took of a run that is not proven; absent: a delivery made it. */
    by_person: z.literal(true).optional(),
  }),
  z.strictObject({ kind: z.literal('mock'), run: z.null() }),
]);
export type EvidenceBody = z.infer<typeof EvidenceBodySchema>;

/** `evidence.json`: each entry with the hash of its own content, by which claims name it. */
export const EvidenceSchema = z.strictObject({
  version: z.literal(1),
  evidence: z.array(z.strictObject({ id: sha256, body: EvidenceBodySchema })),
});
export type Evidence = z.infer<typeof EvidenceSchema>['evidence'][number];

/** `changed_files.json`. */
export const ChangedFilesSchema = z.strictObject({
  version: z.literal(1),
  run: z.string().nullable(),
  files: z.array(z.string()),
  /** Of the patch against the base commit; null: nothing was changed. */
  patch_sha256: sha256.nullable(),
});

export const DECISIONS = ['pass', 'retry', 'replan'] as const;

/** A residual risk, and where it was seen. */
export const ResidualRiskSchema = z.strictObject({ item: z.string(), risk: wordsSchema });
export type ResidualRisk = z.infer<typeof ResidualRiskSchema>;

/** What the reviewer hands to the orchestrator. */
export const AcceptReviewSchema = z.strictObject({
  decision: z.enum(DECISIONS),
  review_level: z.enum(['executor', 'orchestrator']),
  by: z.string(),
  accepted_claims: z.array(z.string()),
  rejected_claims: z.array(RejectedClaimSchema),
  residual_risks: z.array(ResidualRiskSchema),
});
export type AcceptReview = z.infer<typeof AcceptReviewSchema>;
