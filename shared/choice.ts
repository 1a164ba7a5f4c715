import * as z from 'zod';

/**
 * Why an edit that passes the tests is ranked last (design §3, "Choosing among plausible patches"): it is seldom the right one,
 * however well it passes.
 */
export const FLAGS = [
  'constant_condition',
  'self_comparison',
  'unreachable',
  'deleted',
  'check_weakened',
  'special_case',
  'side_effect',
  'equality_offset',
  'interface_constant',
  'layout',
  'contrived',
] as const;
export type Flag = (typeof FLAGS)[number];

export const FLAG_TEXTS: Readonly<Record<Flag, string>> = {
  constant_condition: 'makes a condition constant',
  self_comparison: 'compares a value with itself',
  unreachable: 'makes code unreachable',
  deleted: 'deletes behaviour',
  check_weakened: 'weakens a check',
  special_case: 'treats a single value as a special case',
  side_effect: 'puts a side effect into a condition',
  equality_offset: 'adds an offset to a comparison for equality',
  interface_constant: 'changes a constant that callers or tests compare with',
  layout: 'changes the layout of data, which may only hide an overflow',
  contrived: 'is of a kind that often makes up for another bug',
};

const EditSchema = z.object({
  patch: z.string(),
  /** In words: kind, place and change. */
  what: z.string(),
  /** Since the search began, ms. */
  found_ms: z.number().int().nonnegative(),
});

/** Where two classes answer differently: the case to add. Texts are cut to a few hundred characters. */
export const DifferenceSchema = z.object({
  /** The program and its arguments. */
  argv: z.array(z.string()),
  stdin: z.string().nullable(),
  /** What this class prints, and what the class that is tried first prints. */
  answer: z.string(),
  first: z.string(),
});
export type Difference = z.infer<typeof DifferenceSchema>;

/**
 * One class of plausible patches: edits that pass every visible case and cannot be told apart, by the edit to be tried first.
 */
export const ChoiceSchema = EditSchema.extend({
  kind: z.string(),
  place: z.object({ file: z.string(), line: z.number().int(), function: z.string().nullable() }),
  flags: z.array(z.enum(FLAGS)),
  /** How common such an edit is among real fixes, 0..1. */
  common: z.number(),
  /** How likely the search held it, relative to the others. */
  score: z.number(),
  /** Cases that execute the edited lines; null where that is not known. */
  executing: z.number().int().nullable(),
  /** Other edits that make equal objects, or agree on every generated input. */
  same: z.array(EditSchema),
  /** Null for the first one, and where no input is known on which they differ. */
  difference: DifferenceSchema.nullable(),
});
export type Choice = z.infer<typeof ChoiceSchema>;

/** `open`: not tried; `rejected`: held-out cases failed with it; `below`: it passed, with too little confidence; `taken`: the result. */
export const CHOICE_STATES = ['open', 'rejected', 'below', 'failed', 'taken'] as const;
export type ChoiceState = (typeof CHOICE_STATES)[number];

/** A choice as the report tells of it; `class` counts from 1 in the order of trying. */
export const CandidateSchema = ChoiceSchema.extend({
  class: z.number().int().positive(),
  status: z.enum(CHOICE_STATES),
  confidence: z.number().nullable(),
});
export type Candidate = z.infer<typeof CandidateSchema>;

/** Behind a confidence: what it was counted from. */
export const ConfidenceSchema = z.object({
  value: z.number().min(0).max(1),
  /** False where no figures exist yet: edits by a model, results on boards, repaired builds. */
  calibrated: z.boolean(),
  /** The bucket of figures that was used, from the general to the special; empty where not calibrated. */
  bucket: z.array(z.string()),
  /** Development cases in that bucket, and those of them whose patch was right. */
  counted: z.object({ n: z.number().int(), right: z.number().int() }).nullable(),
  /** In words, what the bucket stands for. */
  parts: z.array(z.string()),
});
export type Confidence = z.infer<typeof ConfidenceSchema>;
