import { z } from 'zod';

const argv = z.array(z.string().min(1)).min(1).describe('an argument vector, e.g. [make, -j2]');
const globs = z.array(z.string().min(1));

/** A task file (design §4). Paths are relative to the task file. The descriptions are its manual. */
export const TaskSchema = z.strictObject({
  goal: z.string().min(1).describe('What the run is for, in one sentence.'),
  repo: z.string().min(1).describe('A git work tree with a commit, or a folder inside one.'),
  profile: z.string().min(1).describe('Id of a profile, or the path of a profile file.'),
  build: z.strictObject({
    command: argv.describe('Builds the firmware; run in `repo`.'),
    clean: argv.optional().describe('Removes build output before a clean build.'),
    configurations: z
      .array(argv)
      .default([])
      .describe('Other ways to build, tried in order when a build fails for no reason in the patch.'),
    env: z
      .record(z.string(), z.string())
      .default({})
      .describe('Environment of builds, beside PATH and locale, which are fixed.'),
    timeoutSec: z.number().positive().default(600).describe('Time limit of one build.'),
    artifacts: z
      .record(z.string(), z.string())
      .default({})
      .describe('Name to path below `repo`; `elf` is the image that QEMU runs, and is needed there.'),
  }),
  inputs: z
    .array(z.string().min(1))
    .default([])
    .describe('Untracked files or folders inside the repository that the build needs; copied read-only.'),
  test: z.strictObject({
    parser: z.enum(['unity', 'tap', 'ztest']).describe('The format of the test output.'),
    timeoutSec: z.number().positive().default(30).describe('Time limit of one test session.'),
    command: argv
      .optional()
      .describe('The test program, for a `host` profile, where it is needed; run in `repo`.'),
    select: z
      .boolean()
      .default(false)
      .describe('Case names may be appended to `command`, to run only those.'),
    cases: globs.default(['*']).describe('Patterns of the cases that must pass.'),
    heldOut: globs
      .default([])
      .describe('Patterns of cases that must pass too, and whose results no agent sees.'),
    controlRun: z
      .boolean()
      .default(true)
      .describe('The failure must be seen in this run without the patch before a pass counts.'),
  }),
  evidence: z
    .strictObject({
      logs: z.array(z.string().min(1)).default([]).describe('Log files that show the failure.'),
    })
    .prefault({}),
  checks: z
    .strictObject({
      lint: z.array(argv).default([]).describe('Reserved: read and checked, not run yet.'),
      unit: z.array(argv).default([]).describe('Reserved: read and checked, not run yet.'),
    })
    .prefault({}),
  metrics: z
    .strictObject({
      maxTextBytes: z.number().positive().optional().describe('Largest code size of the image.'),
      maxTestDurationMs: z.number().positive().optional().describe('Longest test session.'),
    })
    .prefault({}),
  constraints: z
    .strictObject({
      maxIterations: z.number().int().positive().optional().describe('Overrides the policy.'),
      allowedPaths: globs.default(['**']).describe('Globs below `repo` that a patch may touch.'),
      forbiddenPaths: globs.default([]).describe('Globs below `repo` that no patch may touch.'),
      riskThreshold: z.number().min(0).max(1).optional().describe('Overrides the policy.'),
      successConfidence: z.number().min(0).max(1).optional().describe('Overrides the policy.'),
      searchSec: z.number().positive().optional().describe('Overrides the policy.'),
      bannedConstructs: z
        .array(z.string())
        .default([])
        .describe('C fragments that a patch may not add, for example `goto` or `malloc(`.'),
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
