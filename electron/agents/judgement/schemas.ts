import * as z from 'zod';
import { EditSchema } from '../../../shared/judgement.js';

/**
 * What a model is asked for. Strict structured output knows no optional properties (OpenAI, "Structured Outputs",
 * supported schemas), so what may be absent is null or empty; a server without it may leave a list out. Code turns each into the
 * judgement of shared/judgement.ts.
 */
const confidence = z.number().min(0).max(1);

/** A list that is empty where a model left it out. */
const list = <T extends z.ZodType>(of: T) => z.preprocess((value) => value ?? [], z.array(of));

/** A value that is null where a model left it out. */
const orNull = <T extends z.ZodType>(of: T) => z.preprocess((value) => value ?? null, of.nullable());

/** Source that a model asks to see: a symbol by name, or lines of a file. */
const NeedSchema = z.object({
  file: orNull(z.string()),
  symbol: orNull(z.string()),
  from: orNull(z.number()),
  to: orNull(z.number()),
});
export type Need = z.infer<typeof NeedSchema>;

export const ModelAnalysisSchema = z.object({
  root_cause: z.string().nullable(),
  hypotheses: z.array(
    z.object({
      cause: z.string(),
      confidence,
      file: z.string().nullable(),
      line: z.number().nullable(),
      evidence: z.array(z.string()),
    }),
  ),
  files_to_change: z.array(z.string()),
  change_points: z.array(z.string()),
  expected_effect: z.string(),
  confidence,
  reason: z.string(),
  edits: list(EditSchema),
  need: list(NeedSchema),
});
export type ModelAnalysis = z.infer<typeof ModelAnalysisSchema>;

export const ModelEditsSchema = z.object({
  edits: z.array(EditSchema),
  rationale: z.string(),
  confidence,
  need: list(NeedSchema),
});
