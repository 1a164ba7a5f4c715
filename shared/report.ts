import * as z from 'zod';
import { BoardAtEndSchema } from './board-at-end.js';
import { CandidateSchema, ConfidenceSchema } from './choice.js';
import { AlternativeSchema } from './judgement.js';
import { ProblemSchema } from './problem.js';
import { ArtifactSchema, MetricsSchema, TestCaseSchema } from './results.js';

export const FINAL_STATUSES = ['SUCCESS', 'FAILURE', 'ABORTED'] as const;
export type FinalStatus = (typeof FINAL_STATUSES)[number];

export const VERDICTS = [
  'PLAUSIBLE',
  'CORRECT_ON_HELD_OUT',
  'UNPROVEN',
  'NOTHING_TO_FIX',
  'FLAKY',
  'ENV_ERROR',
  'NOT_FIXED',
] as const;
export type Verdict = (typeof VERDICTS)[number];

export const TestSummarySchema = z.object({
  /** Why this cannot be the whole of the test run, where it is not: passing cases alone are no pass then. */
  incomplete: z.string().optional(),
  passed: z.number().int(),
  failed: z.number().int(),
  cases: z.array(TestCaseSchema),
});
export type TestSummary = z.infer<typeof TestSummarySchema>;

/** The last line of `run --json` (design §4). */
export const ReportSchema = z.object({
  type: z.literal('report'),
  run: z.string(),
  machine: z.string().default('firmware-loop'),
  final_status: z.enum(FINAL_STATUSES),
  verdict: z.enum(VERDICTS),
  reason: z.string(),
  iterations: z.number().int(),
  goal: z.string(),
  /** Unified diff against the base commit; applies with `git apply`. */
  patch: z.string().nullable(),
  files_changed: z.array(z.string()),
  tests: TestSummarySchema,
  baseline: TestSummarySchema.nullable(),
  /** Names of the cases above that the task holds out: for people, never for an agent. */
  held_out: z.array(z.string()).default([]),
  metrics: MetricsSchema,
  alternatives: z.array(AlternativeSchema),
  /** Every class of patches that pass the visible cases, in the order of trying, and what became of each; empty where none was searched. */
  candidates: z.array(CandidateSchema).default([]),
  /** How sure the last pass was, and what that was counted from; null where no patch passed. */
  confidence: ConfidenceSchema.nullable().default(null),
  /** Boards that the run wrote to. */
  boards: z.array(BoardAtEndSchema).default([]),
  decision_trace_length: z.number().int(),
  rollbacks: z.number().int(),
  artifacts: z.array(ArtifactSchema),
  last_error: ProblemSchema.nullable(),
  abort_reason: z.string().nullable(),
  duration_ms: z.number(),
  /** The branch in the user's repository that holds the result, once it was published. */
  branch: z.string().nullable(),
  hypotheses: z.array(z.object({ cause: z.string(), confidence: z.number() })),
});
export type Report = z.infer<typeof ReportSchema>;
