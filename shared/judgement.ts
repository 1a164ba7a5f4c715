import * as z from 'zod';
import { ChoiceSchema, ConfidenceSchema } from './choice.js';
import { LocationSchema } from './results.js';
import type { Words } from './texts/words.js';

/**
 * The three judgements of a provider. A provider never names a transition: it returns one of these,
 * schema-checked, and code maps it to an event (design §2, "The LLM never decides a transition").
 */
const confidence = z.number().min(0).max(1);

export const HypothesisSchema = z.object({
  cause: z.string(),
  confidence,
  location: LocationSchema.optional(),
  /** What it rests on: a diagnostic, an assertion, a fault address, executed lines. */
  evidence: z.array(z.string()).default([]),
});
export type Hypothesis = z.infer<typeof HypothesisSchema>;

export const PatchPlanSchema = z.object({
  files: z.array(z.string()),
  change_points: z.array(z.string()),
  expected_effect: z.string(),
  /** Adds logs or assertions only; changes no behaviour. */
  diagnostic_only: z.boolean().default(false),
});
export type PatchPlan = z.infer<typeof PatchPlanSchema>;

/** Text of a file that occurs exactly once, and what comes in its place. */
export const EditSchema = z.object({ file: z.string(), find: z.string(), replace: z.string() });
export type Edit = z.infer<typeof EditSchema>;

export const AnalysisSchema = z.object({
  root_cause: z.string().nullable(),
  hypothesis_list: z.array(HypothesisSchema),
  patch_plan: PatchPlanSchema.nullable(),
  confidence,
  reason: z.string(),
  /** The repair itself, where whoever analysed was sure enough to give it at once. */
  edits: z.array(EditSchema).optional(),
});
export type Analysis = z.infer<typeof AnalysisSchema>;

export const AlternativeSchema = z.object({ patch: z.string(), reason: z.string(), confidence });
export type Alternative = z.infer<typeof AlternativeSchema>;

export const ProposalSchema = z.object({
  /** Unified diff against the current tree, `a/` and `b/` prefixes; empty when nothing was found. */
  patch: z.string(),
  rationale: z.string(),
  /** What a search tried, for a person who goes on by hand: told once, in the trace. */
  search: z.string().optional(),
  confidence,
  /** Other patches that looked as good, best first. */
  alternatives: z.array(AlternativeSchema).default([]),
  /** Every class of edits that pass the visible cases, in the order of trying; the first one is `patch`. Absent where none was searched. */
  choices: z.array(ChoiceSchema).optional(),
});
export type Proposal = z.infer<typeof ProposalSchema>;

/** As a model gives it: its words are a string. */
export const DecisionSchema = z.object({
  status: z.enum(['PASS', 'FAIL', 'FLAKY', 'ENV_ERROR', 'INCONCLUSIVE']),
  next_action: z.enum(['CONTINUE', 'RETRY', 'ROLLBACK', 'ABORT']),
  confidence,
  reasoning: z.string(),
  /** Of a pass with a patch: what its confidence was counted from. */
  basis: ConfidenceSchema.optional(),
});
export type Decision = Omit<z.infer<typeof DecisionSchema>, 'reasoning'> & { reasoning: Words };

/** `normal`, then (after MODEL_FAILURE or ANALYSIS_FAILURE) another model, then rules. */
export const ANALYSIS_MODES = ['normal', 'other_model', 'rules'] as const;
export type AnalysisMode = (typeof ANALYSIS_MODES)[number];

/** Facts that code computed from the results; a provider adds judgement, not arithmetic. */
export interface DecisionFacts {
  /** Every target case passes, each reported exactly once. */
  targetsPass: boolean;
  regressions: readonly string[];
  improved: boolean;
  failing: readonly string[];
  flaky: readonly string[];
  heldOutFailed: boolean;
  environmentSuspect: Words | null;
  patched: boolean;
  /** What contradicts the rest, for which alone a model is asked; absent: nothing does. */
  conflict?: Words;
  /** The decision that rules take. */
  byRules: Decision;
}
