import * as z from 'zod';
import { APPROVABLE } from '../events.js';
import { ProblemSchema } from '../problem.js';
import { ProfileSchema } from '../profile.js';
import { PROVIDER_NAMES } from '../provider-name.js';
import { LANGUAGES } from '../texts/language.js';
import { RunsViewSchema } from '../views.js';
import { type CallsOf, nothing } from './calls.js';

const run = z.string().min(1).max(200);
/** Class of patches, counted from 1; absent: the one that the run offers. */
const choice = z.number().int().min(1).max(1000).optional();

export const RUNTIME_KINDS = ['official', 'given', 'fallback', 'unknown'] as const;
export type RuntimeKind = (typeof RUNTIME_KINDS)[number];

export const AboutSchema = z.object({
  version: z.string(),
  electron: z.string(),
  chrome: z.string(),
  node: z.string(),
  /** Where Electron comes from; `fallback` is for development and tests only. */
  runtime: z.enum(RUNTIME_KINDS),
  platform: z.string(),
  /** Chromium confines the page: what breaks out of it does not have the whole account. */
  sandbox: z.boolean(),
  /** Folder of all data. */
  home: z.string(),
});
export type About = z.infer<typeof AboutSchema>;

export const ApprovalsSchema = z.union([
  z.enum(['ask', 'none', 'all']),
  z.array(z.enum(APPROVABLE)).max(APPROVABLE.length),
]);

/** Full speed; slow enough to follow with the eye; only on `nextStep`. */
export const PACES = ['full', 'slow', 'step'] as const;
/** Or ms to wait after each transition. */
const PaceSchema = z.union([z.enum(PACES), z.number().int().min(0).max(60_000)]);
export type Pace = z.infer<typeof PaceSchema>;

export const EXPORT_FORMATS = ['json', 'html', 'junit'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export const DemoSchema = z.object({
  name: z.string(),
  title: z.string(),
  /** What a person who watches the run will see. */
  story: z.string(),
});
export type Demo = z.infer<typeof DemoSchema>;

const started = z.object({ run });

/** The calls about runs, and about the product. */
export const RUN_CALLS = {
  about: { in: nothing, out: AboutSchema },
  /** The language of notifications from now on. */
  speak: { in: z.strictObject({ language: z.enum(LANGUAGES) }), out: nothing },
  profiles: {
    in: nothing,
    out: z.object({ profiles: z.array(ProfileSchema), problems: z.array(ProblemSchema) }),
  },
  demos: { in: nothing, out: z.array(DemoSchema) },
  runs: { in: nothing, out: RunsViewSchema },
  /** From now on the views of this run are pushed, at once for the first time, and the nodes of those `beside` it. */
  watch: { in: z.strictObject({ run, beside: z.array(run).max(100) }), out: nothing },
  /** Asks for a task file in the system's own dialog; null where the person closed it. */
  pickTask: { in: nothing, out: z.object({ taskFile: z.string().nullable() }) },
  start: {
    in: z.strictObject({
      taskFile: z.string().min(1).max(4096),
      provider: z.enum(PROVIDER_NAMES),
      approvals: ApprovalsSchema,
      pace: PaceSchema,
    }),
    out: started,
  },
  startDemo: {
    in: z.strictObject({
      name: z.string().min(1).max(200),
      pace: PaceSchema,
      /** Ask as for a repository of somebody's own; otherwise the demo's copy is built and changed without. */
      ask: z.boolean(),
    }),
    out: started,
  },
  /** Starts the task of a run again; its file stays as it is, and so does what the person's policy forbids. */
  again: {
    in: z.strictObject({
      run,
      /** Seconds; absent: as the task and the policy say. */
      searchSec: z.number().int().min(1).max(86_400).optional(),
      provider: z.enum(PROVIDER_NAMES),
      pace: PaceSchema,
    }),
    out: started,
  },
  /** Why no run can be started with a model; null where one can. */
  modelProblem: { in: nothing, out: ProblemSchema.nullable() },
  /** Opens the task file of a run in the system's editor. */
  openTask: { in: z.strictObject({ run }), out: nothing },
  /** What a person is asked before a patch of a run that ended UNPROVEN is published. */
  acceptOffer: {
    in: z.strictObject({ run, choice }),
    out: z.object({ question: z.string(), subject: z.string(), binding: z.string() }),
  },
  /** Publishes it, as a branch. `binding` is that of the offer as it was shown. */
  acceptRun: {
    in: z.strictObject({ run, choice, binding: z.string() }),
    out: z.object({ branch: z.string() }),
  },
  /** Lets a run go on that was started with pace `step`. */
  nextStep: { in: z.strictObject({ run }), out: nothing },
  resume: { in: z.strictObject({ run, pace: PaceSchema }), out: started },
  /** Asks for a safe stop, however often; `force` does not wait for it any more, once it was asked for. */
  abort: { in: z.strictObject({ run, force: z.boolean() }), out: nothing },
  /** `binding` is that of the gate as it was shown: another one means that something else would be approved. `text`: what the person wrote. */
  answer: {
    in: z.strictObject({
      run,
      gate: run,
      binding: z.string(),
      answer: z.string().min(1).max(200),
      text: z.string().max(20_000).nullable(),
    }),
    out: nothing,
  },
  /** Null where the person closed the dialog. */
  exportReport: {
    in: z.strictObject({ run, format: z.enum(EXPORT_FORMATS), language: z.enum(LANGUAGES) }),
    out: z.object({ file: z.string().nullable() }),
  },
  openFolder: { in: z.strictObject({ run }), out: nothing },
} as const satisfies CallsOf<'runs'>;
