import * as z from 'zod';
import { seconds as limit } from './duration.js';
import { sdk } from './profile/fields.js';
import { PROVIDER_NAMES, RolesSchema } from './provider-name.js';
import { stateLimits } from './state-limits.js';

const seconds = (n: number) => limit.default(n);
const share = (n: number) => z.number().min(0).max(1).default(n);
const count = (n: number) => z.number().int().positive().default(n);

/** One word of a command, or `*`, or at the end `**`. */
const commandPattern = z
  .array(z.string().min(1))
  .min(1)
  .refine((words) => !words.slice(0, -1).includes('**'), 'a command with `**` at its end alone');

/**
 * Every threshold of the firmware loop with its default (design: "Thresholds live in one policy file").
 * `$BENCHLOOP_HOME/policy.yaml` overrides them for a person; a task's `constraints` for one run.
 */
export const PolicySchema = z.strictObject({
  analysisConfidence: share(0.5).describe('An analysis below it is not acted upon.'),
  riskThreshold: share(0.7).describe('A patch above it is refused, whoever approves.'),
  gateRisk: share(0.4).describe('From here up to `riskThreshold` a person confirms the patch.'),
  successConfidence: share(0.8).describe(
    'A patch that passes with less is not believed: the next one is tried, and the run ends UNPROVEN where none is sure enough.',
  ),
  maxIterations: count(10).describe('Iterations with a patch; the baseline pass is none.'),
  retriesPerErrorType: z
    .number()
    .int()
    .nonnegative()
    .default(3)
    .describe('Recoveries for one type of error since the last progress; the next failure ends the run.'),
  noProgressIterations: count(3).describe('So many iterations in a row without improvement end the run.'),
  cumulativeRisk: z
    .number()
    .positive()
    .default(2.0)
    .describe('The run ends when the risks of its applied patches add up to more.'),
  maxRollbacks: count(3).describe(
    'So many rollbacks end the run; taking back a patch that brought nothing is none.',
  ),
  environmentUnavailableSec: seconds(600).describe(
    'The run ends when its target cannot be reached for so long.',
  ),
  repeatRuns: count(3).describe(
    'Runs of one unchanged image before a result that varies, or does not show, is called.',
  ),
  maxPatchLines: count(200).describe('Added plus removed lines of one patch.'),
  maxPatchFiles: count(10).describe('Files that one patch may change.'),
  teardownSec: seconds(10).describe('Teardown after an abort or a timeout, before the work is abandoned.'),
  flashesPerGrant: count(10).describe(
    'Where a board drives nothing, one approval covers so many flashes of it with images that the run builds; then it is asked for again.',
  ),
  grantSec: seconds(30 * 60).describe(
    '… and so long, and not beyond the first fault, hang or unexpected read-back.',
  ),
  unattendedFlash: z
    .boolean()
    .default(false)
    .describe(
      "`--approve all` covers flashing and switching physical boards too. Only a person's own policy file can say so.",
    ),
  humanChannel: z
    .enum(['any', 'window'])
    .default('any')
    .describe(
      '`window`: no answer and no `--approve` is taken from the command line. Read from your file whenever somebody answers.',
    ),
  commitHooks: z
    .boolean()
    .default(false)
    .describe(
      "A delivery runs your repository's `pre-commit` and `commit-msg` hooks on its commit: confined, in its own copy, and only after a yes to exactly these hooks and this tree.",
    ),
  gateWaitSec: seconds(300).describe(
    'A call of an MCP client waits so long for a person; then it is denied.',
  ),
  confinement: z
    .enum(['bubblewrap', 'none'])
    .default('bubblewrap')
    .describe(
      '`none`: builds and tests run as you do, and every question says so; for computers that forbid user namespaces. Only your own file can say it. Without bubblewrap, and on Windows, it is so in any case.',
    ),
  sdk: sdk.describe(
    'SDK folders that builds may read: absolute, or from `~`. They and those of the profile are shown before the first build.',
  ),
  commands: z
    .array(commandPattern)
    .default([])
    .meta({
      examples: [
        [
          ['make', 'test'],
          ['cmake', '--build', '**'],
        ],
      ],
    })
    .describe(
      'Commands that a session runs without asking, each as its words: `*` is any one word, `**` at the end any more of them, none too. No repository can add one.',
    ),
  beads: z
    .array(z.string().min(1))
    .default([])
    .meta({ examples: [['~/firmware']] })
    .describe(
      'Repositories, absolute or from `~`, whose beads tracker keeps the goals of campaigns. Its program `bd` runs there as you, with the hooks of that repository.',
    ),
  providers: z
    .strictObject({
      default: z.enum(PROVIDER_NAMES).default('rules').describe('Who plays every role that is not named.'),
      roles: RolesSchema.default({}).describe('Who plays a role, such as `CODER: openai`.'),
    })
    .prefault({})
    .describe('Who judges and proposes, where the command line does not say.'),
  allowedProviders: z
    .array(z.enum(PROVIDER_NAMES))
    .min(1)
    .nullable()
    .default(null)
    .describe('The only providers that may play a role; null: all.'),
  offline: z.boolean().default(false).describe('No request goes to any server of a model.'),
  hosts: z
    .array(z.string().min(1))
    .nullable()
    .default(null)
    .describe('The only hosts that requests may go to, as `host` or `host:port`; null: any.'),
  neverSend: z
    .array(z.string().min(1))
    .default([])
    .describe('Globs of files whose text no model and no MCP client is shown.'),
  budget: z
    .strictObject({
      tokens: count(500_000).describe('Tokens of all requests and replies of a run.'),
      requests: count(30).describe('Requests of a run.'),
      perDay: z
        .strictObject({
          tokens: z.number().int().positive().describe('Tokens in 24 hours.'),
          requests: z.number().int().positive().describe('Requests in 24 hours.'),
        })
        .nullable()
        .default(null)
        .describe(
          '`{ tokens: …, requests: … }`: what all runs and campaigns of this data folder may use together in any 24 hours. A request is reserved before it is sent. Null: no bound.',
        ),
    })
    .prefault({})
    .describe(
      'What the models of one run may use. A campaign and the runs that it dispatches spend one budget. A task can only lower it.',
    ),
  locks: z
    .strictObject({
      approve: z.boolean().default(false).describe('`--approve` answers nothing.'),
      publish: z.boolean().default(false).describe('No branch is written into your repository.'),
      deploy: z.boolean().default(false).describe('Nothing is deployed.'),
    })
    .prefault({})
    .describe('What nobody may do; mostly for the policy of a computer.'),
  searchSec: seconds(120).describe('Searches for a patch without a model, all of a run together.'),
  searchTrials: count(10_000).describe(
    '… and so many trials in all of them: one builds a candidate and runs its cases.',
  ),
  researchGraceSec: seconds(60).describe(
    'Once the first agent of a research has come, the others have so long; what came is read then, and those that took longer are asked again.',
  ),
  maxRounds: count(5).describe('Rounds of a roundtable: coder, reviewer, tester.'),
  stateTimeoutSec: stateLimits.describe('The longest stay in a state, by machine.'),
});
export type Policy = z.infer<typeof PolicySchema>;

export const defaultPolicy = (): Policy => PolicySchema.parse({});

/** What the policy of a computer sets for everybody who uses it. What it names goes before a person's own. */
export const MachinePolicySchema = z.strictObject({
  offline: z.boolean().optional(),
  hosts: z.array(z.string().min(1)).optional(),
  allowedProviders: z.array(z.enum(PROVIDER_NAMES)).min(1).optional(),
  locks: z
    .strictObject({
      approve: z.boolean().optional(),
      publish: z.boolean().optional(),
      deploy: z.boolean().optional(),
    })
    .optional(),
});
export type MachinePolicy = z.infer<typeof MachinePolicySchema>;
