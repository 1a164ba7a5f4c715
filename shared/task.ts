import { z } from 'zod';

const argv = z.array(z.string().min(1)).min(1).describe('an argument vector, e.g. [make, -j2]');
const globs = z.array(z.string().min(1));

/** A task file (design §4). Paths are relative to the task file. */
export const TaskSchema = z.strictObject({
  goal: z.string().min(1),
  repo: z.string().min(1),
  profile: z.string().min(1),
  build: z.strictObject({
    command: argv,
    clean: argv.optional(),
    /** Other ways to build, tried in order when a build fails for no reason in the patch. */
    configurations: z.array(argv).default([]),
    env: z.record(z.string(), z.string()).default({}),
    timeoutSec: z.number().positive().default(600),
    artifacts: z.record(z.string(), z.string()).default({}),
  }),
  inputs: z.array(z.string().min(1)).default([]),
  test: z.strictObject({
    parser: z.enum(['unity', 'tap', 'ztest']),
    timeoutSec: z.number().positive().default(30),
    /** The program to run, for `host` and script profiles. */
    command: argv.optional(),
    /** Case names may be appended to `command`, to run only those. */
    select: z.boolean().default(false),
    cases: globs.default(['*']),
    heldOut: globs.default([]),
    controlRun: z.boolean().default(true),
  }),
  evidence: z.strictObject({ logs: z.array(z.string().min(1)).default([]) }).prefault({}),
  checks: z.strictObject({ lint: z.array(argv).default([]), unit: z.array(argv).default([]) }).prefault({}),
  metrics: z
    .strictObject({
      maxTextBytes: z.number().positive().optional(),
      maxTestDurationMs: z.number().positive().optional(),
    })
    .prefault({}),
  constraints: z
    .strictObject({
      maxIterations: z.number().int().positive().optional(),
      allowedPaths: globs.default(['**']),
      forbiddenPaths: globs.default([]),
      riskThreshold: z.number().min(0).max(1).optional(),
      successConfidence: z.number().min(0).max(1).optional(),
      searchSec: z.number().positive().optional(),
      bannedConstructs: z.array(z.string()).default([]),
    })
    .prefault({}),
});
export type Task = z.infer<typeof TaskSchema>;

/** A task whose paths are absolute and whose repository, profile and commit were found to exist. */
export interface LoadedTask {
  task: Task;
  /** The task file itself. */
  file: string;
  /** Top of the git work tree that holds `repo`. */
  repoRoot: string;
  /** `repo` below `repoRoot`, in forward slashes; '' where they are the same. */
  subdir: string;
  baseCommit: string;
  /** Uncommitted files of the user: not part of the run, and not touched. */
  dirtyFiles: number;
  /** Absolute source and place in the clone (forward slashes). */
  inputs: { from: string; to: string }[];
  /** Absolute paths of the declared evidence logs. */
  logs: string[];
}
