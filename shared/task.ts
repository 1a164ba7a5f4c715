import * as z from 'zod';
import { seconds } from './duration.js';

const argv = z
  .array(z.string().min(1))
  .min(1)
  .meta({ description: 'an argument vector, e.g. [make, -j2]', examples: [['make', '-j2']] });
const notEmpty = (list: readonly string[]): boolean => list.length > 0;
const names = z.array(z.string().min(1)).meta({ examples: [['ring_*']] });

/** The syntax is that of `matchesGlob`; what only looks like it would silently match nothing. */
const glob = z
  .string()
  .min(1)
  .refine((text) => !text.includes('\\'), 'a glob with / between folders, also on Windows')
  .refine((text) => !text.split('/').includes('..'), 'a glob below `repo`, without ..')
  .refine((text) => !/^[A-Za-z]:/.test(text), 'a glob below `repo`, not an absolute path')
  .refine((text) => !text.startsWith('!'), 'a glob without !: exclude with constraints.forbiddenPaths');
const globs = z.array(glob).meta({ examples: [['src/**']] });

const below = z
  .string()
  .min(1)
  .refine((text) => !/^(?:[\\/]|[A-Za-z]:)/.test(text), 'a path below `repo`, not an absolute one')
  .refine((text) => !text.split(/[\\/]/).includes('..'), 'a path below `repo`, without ..');

/** A task file (design §4). Paths are relative to the task file. The descriptions are its manual. */
export const TaskSchema = z.strictObject({
  goal: z
    .string()
    .min(1)
    .meta({ examples: ['All ring buffer cases pass on target'] })
    .describe('What the run is for, in one sentence.'),
  repo: z
    .string()
    .min(1)
    .meta({ examples: ['./firmware'] })
    .describe('A git work tree with a commit, or a folder inside one.'),
  profile: z
    .string()
    .min(1)
    .meta({ examples: ['qemu-lm3s6965evb'] })
    .describe('Id of a profile, or the path of a profile file.'),
  build: z
    .strictObject({
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
      timeoutSec: seconds.default(600).describe('Time limit of one build.'),
      maxWrittenBytes: z
        .number()
        .int()
        .positive()
        .default(2 * 1024 ** 3)
        .describe(
          'Most that one build, or one run of a test program on this computer, may write; never more than three quarters of what is free.',
        ),
      artifacts: z
        .record(z.string(), below)
        .default({})
        .describe('Name to path below `repo`; `elf` is the image that QEMU runs, and is needed there.'),
    })
    .meta({ examples: [{ command: ['make'] }] }),
  inputs: z
    .array(z.string().min(1))
    .default([])
    .describe('Untracked files or folders inside the repository that the build needs; copied read-only.'),
  test: z
    .strictObject({
      parser: z.enum(['unity', 'tap', 'ztest']).describe('The format of the test output.'),
      timeoutSec: seconds.default(30).describe('Time limit of one test session.'),
      command: argv
        .optional()
        .describe('The test program, for a `host` profile, where it is needed; run in `repo`.'),
      select: z
        .boolean()
        .default(false)
        .describe('Case names may be appended to `command`, to run only those.'),
      cases: names
        .refine(notEmpty, 'at least 1 entry')
        .default(['*'])
        .describe('Patterns of the cases that must pass.'),
      heldOut: names
        .default([])
        .describe(
          'Patterns of cases that must pass too, and whose results no agent sees. That a session died or hung is seen, whichever case it met.',
        ),
      controlRun: z
        .boolean()
        .default(true)
        .describe('The failure must be seen in this run without the patch before a pass counts.'),
    })
    .meta({ examples: [{ parser: 'unity' }] }),
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
      allowedPaths: globs
        .refine(notEmpty, 'at least 1 entry')
        .default(['**'])
        .describe('Globs below `repo` that a patch may touch.'),
      forbiddenPaths: globs.default([]).describe('Globs below `repo` that no patch may touch.'),
      riskThreshold: z.number().min(0).max(1).optional().describe('Overrides the policy.'),
      successConfidence: z.number().min(0).max(1).optional().describe('Overrides the policy.'),
      searchSec: seconds.optional().describe('Overrides the policy.'),
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
