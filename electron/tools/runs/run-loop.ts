import * as z from 'zod';

const RunLoopArguments = z.strictObject({
  /** What the run is to reach; the task's own goal without it. */
  goal: z.string().min(1).max(500).optional(),
});

const RunLoopResult = z.object({
  run: z.string(),
  final_status: z.string(),
  verdict: z.string().nullable(),
  reason: z.string(),
  /** What a success changed, as a unified diff against the commit that the session began with; null where that is nothing. */
  patch: z.string().nullable(),
});
export type RunLoopResult = z.infer<typeof RunLoopResult>;

/**
 * A run of the session's task, on its own: dispatched by the session machine, not performed by a tool. It works on the commit that the
 * session began with, not on the session's clone.
 */
export const RUN_LOOP = {
  name: 'run_loop',
  about:
    'Starts a whole repairing run of the task (change, build, flash, test, decide) on the commit the session began with, and waits for its end. What the session changed in its copy is not in it, and its own changes are not in that copy: to build and test them here, give the patch of its result to apply_patch.',
  arguments: RunLoopArguments,
  result: RunLoopResult,
} as const;
