import * as z from 'zod';
import { BoardAtEndSchema } from './board-at-end.js';
import { CandidateSchema, ConfidenceSchema } from './choice.js';
import { DecisionsSchema } from './decisions.js';
import { AlternativeSchema } from './judgement.js';
import { ProblemSchema } from './problem.js';
import { PROVENANCES } from './provenance.js';
import { ModelsAskedSchema } from './replaced.js';
import { ArtifactSchema, MetricsSchema, TestCaseSchema } from './results.js';
import { wordsSchema } from './texts/words.js';

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

/** A node that worked for a run: a child in its own journal, or the root of a run that it dispatched. */
export const ReportedChildSchema = z.object({
  run: z.string(),
  node: z.string(),
  machine: z.string(),
  /** Null where its end was not waited for. */
  final_status: z.enum(FINAL_STATUSES).nullable(),
});
export type ReportedChild = z.infer<typeof ReportedChildSchema>;

/** What the report of every machine begins with; it is all of it where the machine adds nothing. */
export const ReportHeadSchema = z.object({
  type: z.literal('report'),
  run: z.string(),
  machine: z.string(),
  final_status: z.enum(FINAL_STATUSES),
  /** The machine's own word for its end. */
  outcome: z.string(),
  verdict: z.string().nullable(),
  reason: wordsSchema,
  goal: z.string(),
  duration_ms: z.number(),
  /** The operation of another run that dispatched this one. */
  parent: z.object({ run: z.string(), operation: z.string() }).nullable(),
  children: z.array(ReportedChildSchema),
  decisions: DecisionsSchema,
  /** Null where no model was asked. */
  models: ModelsAskedSchema.nullable(),
});
export type ReportHead = z.infer<typeof ReportHeadSchema>;

/** The report of the firmware loop: the last line of `run --json` (design §4). */
export const ReportSchema = ReportHeadSchema.extend({
  machine: z.literal('firmware-loop'),
  verdict: z.enum(VERDICTS),
  iterations: z.number().int(),
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
  /** Who wrote the verdict lines that a success with a patch rests on; null where there is none. */
  provenance: z.enum(PROVENANCES).nullable().default(null),
  /** Boards that the run wrote to. */
  boards: z.array(BoardAtEndSchema).default([]),
  decision_trace_length: z.number().int(),
  rollbacks: z.number().int(),
  artifacts: z.array(ArtifactSchema),
  last_error: ProblemSchema.nullable(),
  abort_reason: wordsSchema.nullable(),
  /** The branch in the user's repository that holds the result, once it was published. */
  branch: z.string().nullable(),
  hypotheses: z.array(z.object({ cause: z.string(), confidence: z.number() })),
});
export type Report = z.infer<typeof ReportSchema>;

/** What the firmware loop itself writes; the rest of the head is added when it is read. */
export const ReportBodySchema = ReportSchema.omit({
  machine: true,
  outcome: true,
  parent: true,
  children: true,
  decisions: true,
  models: true,
});
export type ReportBody = z.infer<typeof ReportBodySchema>;

export const isLoopReport = (report: ReportHead): report is Report => report.machine === 'firmware-loop';
