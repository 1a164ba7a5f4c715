import * as z from 'zod';

/**
 * What a model is asked for. Strict structured output knows no optional properties (OpenAI, "Structured Outputs",
 * supported schemas), so what may be absent is null; code turns each into the judgement of shared/judgement.ts.
 */
const confidence = z.number().min(0).max(1);

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
});
export type ModelAnalysis = z.infer<typeof ModelAnalysisSchema>;

export const ModelEditsSchema = z.object({
  edits: z.array(z.object({ file: z.string(), find: z.string(), replace: z.string() })),
  rationale: z.string(),
  confidence,
});
export type ModelEdits = z.infer<typeof ModelEditsSchema>;
export type ModelEdit = ModelEdits['edits'][number];
