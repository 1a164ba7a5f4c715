import { z } from 'zod';

const seconds = (n: number) => z.number().positive().default(n);

/**
 * Every threshold of the firmware loop with its default (design: "Thresholds live in one policy file").
 * `$BENCHLOOP_HOME/policy.yaml` overrides them for a person; a task's `constraints` for one run.
 */
export const PolicySchema = z.strictObject({
  analysisConfidence: z.number().min(0).max(1).default(0.5),
  riskThreshold: z.number().min(0).max(1).default(0.7),
  /** From here up to `riskThreshold` a person confirms the patch. */
  gateRisk: z.number().min(0).max(1).default(0.4),
  successConfidence: z.number().min(0).max(1).default(0.8),
  maxIterations: z.number().int().positive().default(10),
  retriesPerErrorType: z.number().int().nonnegative().default(3),
  noProgressIterations: z.number().int().positive().default(3),
  cumulativeRisk: z.number().positive().default(2.0),
  maxRollbacks: z.number().int().positive().default(3),
  environmentUnavailableSec: seconds(600),
  /** Runs of one unchanged image before a result that varies, or does not show, is called. */
  repeatRuns: z.number().int().positive().default(3),
  maxPatchLines: z.number().int().positive().default(200),
  maxPatchFiles: z.number().int().positive().default(10),
  /** Bounded teardown after an abort or a timeout, before the effect is abandoned. */
  teardownSec: seconds(10),
  /** The whole budget of a search for a patch without a model. */
  searchSec: seconds(120),
  stateTimeoutSec: z
    .strictObject({
      INIT: seconds(120),
      CODE_ANALYSIS: seconds(300),
      PATCH_GENERATION: seconds(600),
      PATCH_APPLY: seconds(60),
      BUILD_SETUP: seconds(60),
      BUILD_RUN: seconds(900),
      TEST_SETUP: seconds(120),
      TEST_RUN: seconds(900),
      RESULT_COLLECTION: seconds(60),
      RESULT_ANALYSIS: seconds(120),
      CONVERGENCE_CHECK: seconds(60),
      ERROR_RECOVERY: seconds(300),
      SUCCESS: seconds(120),
      FAILURE: seconds(120),
      ABORTED: seconds(120),
    })
    .prefault({}),
});
export type Policy = z.infer<typeof PolicySchema>;

export const defaultPolicy = (): Policy => PolicySchema.parse({});
