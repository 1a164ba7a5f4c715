import * as z from 'zod';

const RunLoopArguments = z.strictObject({
  /** What the run is to reach; the task's own goal without it. */
  goal: z.string().min(1).max(500).optional(),
});

const RunLoopResult = z.object({
  run: z.string(),
  final_status: z.enum(['SUCCESS', 'FAILURE', 'ABORTED']),
  /** The machine's own word for its end. */
  outcome: z.string(),
});

/**
 * A run of the session's task, on its own: dispatched by the session machine, not performed by a tool. It works on the commit that the
 * session began with, not on the session's clone.
 */
export const RUN_LOOP = {
  name: 'run_loop',
  about:
    'Starts a whole repairing run of the task (change, build, flash, test, decide) on the commit the session began with, and waits for its end. What the session changed in its clone is not in it.',
  arguments: RunLoopArguments,
  result: RunLoopResult,
} as const;
