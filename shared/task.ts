import * as z from 'zod';
import { seconds } from './duration.js';
import { exitCodes } from './exit-codes.js';
import { PARSERS } from './test-parsers.js';

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

/** Longer ones are no expression that a person reads. */
const LONGEST_EXPRESSION = 500;
const expression = z.string().min(1).max(LONGEST_EXPRESSION);
const words = z.array(z.string().min(1));

const withNonce = z
  .string()
  .refine((text) => text.includes('{nonce}'), 'a text with {nonce}, which stands for the nonce');

/** How a session asks for proof that the verdict answers it. */
const NonceSchema = z.strictObject({
  prompt: z
    .string()
    .min(1)
    .optional()
    .describe('The nonce is sent as soon as this text was printed; by default as soon as the target runs.'),
  send: withNonce.optional().describe('What is typed on the console; by default `{nonce}` and a line end.'),
  expect: withNonce.optional().describe('The text that must come back; by default `{nonce}`.'),
});

/** How the output of a test program of one's own is read; the expressions are checked when the task is read. */
const PatternSchema = z.strictObject({
  results: z
    .array(expression)
    .min(1)
    .describe(
      'RE2 expressions of the lines that report a case, with the named groups `case`, `verdict`, `file`, `line`, `message`; the first one that matches a line counts.',
    ),
  pass: words.min(1).describe('What `verdict` says of a case that passed; any other text is no pass.'),
  fail: words.default([]).describe('What `verdict` says of a case that failed.'),
  skip: words.default([]).describe('What `verdict` says of a case that was not run.'),
  details: z
    .array(expression)
    .default([])
    .describe(
      'Expressions of lines before the report of a case that explain it, with the groups `file`, `line`, `message`.',
    ),
  total: expression
    .optional()
    .describe('Expression of the line that says how many cases there are, with the group `tests`.'),
});
export type TestPattern = z.infer<typeof PatternSchema>;

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
  profiles: z
    .array(z.string().min(1))
    .refine(notEmpty, 'at least 1 entry')
    .optional()
    .meta({ examples: [['qemu-lm3s6965evb', 'nucleo-f401re']] })
    .describe('Ids or paths of the profiles on which a delivery runs the tests; by default `profile` alone.'),
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
      okExitCodes: exitCodes.describe(
        'Exit codes with which `command` has done its work (Keil: `[0, 1]`, 1 is warnings). With another than 0 no error may be printed, and each artifact must be written anew.',
      ),
    })
    .refine(
      ({ okExitCodes, artifacts }) =>
        okExitCodes.every((code) => code === 0) || notEmpty(Object.keys(artifacts)),
      {
        path: ['okExitCodes'],
        message: '[0] where there are no `artifacts`: nothing else shows that such a build has done its work',
      },
    )
    .meta({ examples: [{ command: ['make'] }] }),
  inputs: z
    .array(z.string().min(1))
    .default([])
    .describe(
      'Untracked files or folders that the build needs, copied read-only; relative to the task file, and inside the repository.',
    ),
  test: z
    .strictObject({
      parser: z
        .enum(PARSERS)
        .optional()
        .describe(
          'How the results are read. Without one, the output of the run without a patch settles it, once for the whole run.',
        ),
      timeoutSec: seconds.default(30).describe('Time limit of one test session.'),
      command: argv
        .optional()
        .describe('The test program, for a `host` profile, where it is needed; run in `repo`.'),
      select: z
        .boolean()
        .default(false)
        .describe('Single cases may be run: their names are passed to `command` as the parser knows it.'),
      selectWith: argv
        .optional()
        .describe(
          'Arguments that choose one case, `{case}` in one of them; appended for each case, instead of the way that the parser knows.',
        ),
      results: z
        .array(below)
        .refine(notEmpty, 'at least 1 entry')
        .optional()
        .describe(
          'Result files that the test writes, below `repo`, for the parser `junit`; removed before each run.',
        ),
      pattern: PatternSchema.optional().describe('For the parser `pattern`.'),
      cases: names
        .refine(notEmpty, 'at least 1 entry')
        .default(['*'])
        .describe('Patterns of the cases that must pass.'),
      heldOut: names
        .default([])
        .describe(
          'Patterns of cases that must pass too, and whose results no agent sees. That a session died or hung is seen, whichever case it met.',
        ),
      nonce: z
        .union([z.literal(true), NonceSchema])
        .optional()
        .meta({ examples: [true] })
        .describe(
          '16 fresh hexadecimal digits for each session, which the target must print in or after its last result: recorded output is no pass. Typed on the console, `BENCHLOOP_NONCE` for a program.',
        ),
      controlRun: z
        .boolean()
        .default(true)
        .describe('The failure must be seen in this run without the patch before a pass counts.'),
    })
    .meta({ examples: [{ parser: 'unity' }] }),
  evidence: z
    .strictObject({
      logs: z
        .array(z.string().min(1))
        .default([])
        .describe('Log files that show the failure; relative to the task file, and inside the repository.'),
    })
    .prefault({}),
  checks: z
    .strictObject({
      lint: z
        .array(argv)
        .default([])
        .describe(
          'Commands that show faults without running the tests. A roundtable runs them on every proposal, a delivery before the tests; part of the first-build approval.',
        ),
      style: z
        .array(argv)
        .default([])
        .describe(
          'Commands that check the style alone. A delivery runs them with `lint` and asks for corrections, but they stop nothing; part of the first-build approval.',
        ),
      unit: z
        .array(argv)
        .default([])
        .describe(
          'Tests that run on this computer. A roundtable runs them on every proposal, a delivery with the tests; part of the first-build approval.',
        ),
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
      maxIterations: z
        .number()
        .int()
        .positive()
        .optional()
        .describe('Where it is smaller than in your policy.'),
      allowedPaths: globs
        .refine(notEmpty, 'at least 1 entry')
        .default(['**'])
        .describe('Globs below `repo` that a patch may touch.'),
      forbiddenPaths: globs.default([]).describe('Globs below `repo` that no patch may touch.'),
      riskThreshold: z.number().min(0).max(1).optional().describe('Where it is smaller than in your policy.'),
      successConfidence: z
        .number()
        .min(0)
        .max(1)
        .optional()
        .describe('Where it is larger than in your policy.'),
      budget: z
        .strictObject({
          tokens: z.number().int().positive().optional().describe('Where it is smaller than in your policy.'),
          requests: z
            .number()
            .int()
            .positive()
            .optional()
            .describe('Where it is smaller than in your policy.'),
        })
        .optional()
        .describe('What the models of a run may use.'),
      offline: z.literal(true).optional().describe('No request goes to any server of a model.'),
      searchSec: seconds.optional().describe('Where it is smaller than in your policy.'),
      searchTrials: z
        .number()
        .int()
        .positive()
        .optional()
        .describe('Where it is smaller than in your policy.'),
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
