import * as z from 'zod';
import { CampaignPanelSchema } from './campaign-panel.js';
import { DeliveryPanelSchema } from './delivery.js';
import {
  GATE_SCOPES,
  GateSchema,
  ProgressSchema,
  RunSummarySchema,
  STATE_KINDS,
  TransitionSchema,
} from './events.js';
import { MOCKED_ROLE } from './mock-outcome.js';
import { ProblemSchema } from './problem.js';
import { PROVIDER_NAMES } from './provider-name.js';
import { ReportSchema, VERDICTS } from './report.js';
import { CASE_STATUSES, TestCaseSchema } from './results.js';
import { RoundSchema } from './roundtable.js';
import { SessionPanelSchema } from './session-panel.js';
import { wordsSchema } from './texts/words.js';

/**
 * What the window shows, whole but for `RunDelta`. Main folds, the window mirrors: a view replaces the one before it, and one
 * with a smaller revision is late and dropped. Revisions grow over all views of a process.
 */
const revision = z.number().int().nonnegative();

export const RunItemSchema = RunSummarySchema.extend({
  /** Null while the run is not finished, or its report was not read yet. */
  verdict: z.enum(VERDICTS).nullable(),
  /** Neither finished nor waiting for an answer, and nobody is at it. */
  interrupted: z.boolean(),
  /** This process is driving it. */
  driven: z.boolean(),
  /** Number of its nodes. */
  nodes: z.number().int().positive(),
  /** The run, and the node of it, that dispatched this one. */
  parent: z.object({ run: z.string(), node: z.string() }).nullable(),
});
export type RunItem = z.infer<typeof RunItemSchema>;

/** Something that goes on only when a person says so, in whatever run or view it is asked. */
export const WaitingItemSchema = z.object({
  /** Names it among all that waits, and after a restart too. */
  key: z.string(),
  /** Null for a flash by hand. */
  run: z.string().nullable(),
  /** What the run is for, or which board is to be flashed. */
  goal: z.string(),
  /** `resume`: whether a run that was interrupted is to go on. */
  scope: z.enum([...GATE_SCOPES, 'resume']),
  question: wordsSchema,
  risk: z.number().nullable(),
  since: z.string(),
});
export type WaitingItem = z.infer<typeof WaitingItemSchema>;

export const RunsViewSchema = z.object({
  topic: z.literal('runs'),
  revision,
  /** Newest first. */
  runs: z.array(RunItemSchema),
  /** First what was asked first; behind it interrupted runs, newest first. */
  waiting: z.array(WaitingItemSchema),
  /** Records that could not be read; the others are listed all the same. */
  quarantined: z.array(ProblemSchema),
  /** The run that this process started last, for the window to show. */
  started: z.string().nullable(),
  /** Why what this process was told to start on its command line could not start. */
  problem: ProblemSchema.nullable(),
});
export type RunsView = z.infer<typeof RunsViewSchema>;

/** How often a transition from one state to another was taken, whatever its event. */
export const EdgeCountSchema = z.object({ from: z.string(), to: z.string(), count: z.number().int() });
export type EdgeCount = z.infer<typeof EdgeCountSchema>;

export const CaseRowSchema = TestCaseSchema.extend({
  /** Null where the baseline did not report it, or there was none. */
  baseline: z.enum(CASE_STATUSES).nullable(),
});
export type CaseRow = z.infer<typeof CaseRowSchema>;

/** One machine at work in a run: where it stands, and its own panels. */
export const NodeViewSchema = z.object({
  /** `MAIN` for the root. */
  path: z.string(),
  parent: z.string().nullable(),
  machine: z.string(),
  goal: z.string(),
  /** Where it stands; of a machine that has come to its end, the state that it ended in. */
  state: z.string(),
  /** Of the state that the journal has; null where the machine’s table no longer has it. */
  kind: z.enum(STATE_KINDS).nullable(),
  /** The question that it waits with. One that was left behind is none. */
  waiting: GateSchema.nullable(),
  /** When the state that it waits in ends by itself, ms since 1970; null: never. */
  deadline: z.number().nullable(),
  /** Null while it is under way. `exit`: 0 reached, 1 not reached, 3 given up by a person. */
  ending: z
    .object({
      status: z.string(),
      reason: wordsSchema,
      exit: z.union([z.literal(0), z.literal(1), z.literal(3)]),
    })
    .nullable(),
  iteration: z.number().int(),
  edges: z.array(EdgeCountSchema),
  panels: z.object({
    patch: z.string().nullable(),
    cases: z.array(CaseRowSchema),
    /** What it works on; null where that is not recorded. */
    base: z.object({ baseCommit: z.string(), dirtyFiles: z.number().int() }).nullable(),
    /** What it was started from; null where that is not recorded. */
    task: z.object({ file: z.string(), provider: z.enum(PROVIDER_NAMES), searchSec: z.number() }).nullable(),
    /** Of a roundtable: what was said in each round. */
    rounds: z.array(RoundSchema),
    session: SessionPanelSchema.nullable(),
    campaign: CampaignPanelSchema.nullable(),
    delivery: DeliveryPanelSchema.nullable(),
  }),
});
export type NodeView = z.infer<typeof NodeViewSchema>;

/** The nodes of one run. Apart from the run's view: it changes only with the journal. */
export const TreeViewSchema = z.object({
  topic: z.literal('tree'),
  revision,
  run: z.string(),
  /** Root first, parents before their children. */
  nodes: z.array(NodeViewSchema),
});
export type TreeView = z.infer<typeof TreeViewSchema>;

/** Who is at it: this process, another live one, nobody. */
export const RUN_OWNERS = ['us', 'other', 'nobody'] as const;

export const RunViewSchema = z.object({
  topic: z.literal('run'),
  revision,
  run: z.string(),
  summary: RunSummarySchema,
  owner: z.enum(RUN_OWNERS),
  /** Unfinished and nobody is at it. */
  resumable: z.boolean(),
  /** It waits for `nextStep` before it goes on. */
  paused: z.boolean(),
  abortRequested: z.boolean(),
  /** Of all nodes, in the order of time. */
  trace: z.array(TransitionSchema),
  /** Steps reported in the current state of each node, the running one last. */
  progress: z.array(ProgressSchema),
  report: ReportSchema.nullable(),
  /** Roles that a mock plays: what they bring is made up. */
  mocks: z.array(MOCKED_ROLE),
  /** Why this process could not go on with it. */
  problem: ProblemSchema.nullable(),
  folder: z.string(),
});
export type RunView = z.infer<typeof RunViewSchema>;

/**
 * A run's view whose trace begins with that of the view before it, sent without what is known: a trace may have thousands
 * of rows. Where the window does not hold revision `base_revision` of the view, it asks for the whole again (`watch`).
 */
export const RunDeltaSchema = RunViewSchema.omit({ topic: true, trace: true }).extend({
  topic: z.literal('run-delta'),
  base_revision: revision,
  /** The rows after those of the view before. */
  appended: z.array(TransitionSchema),
});
export type RunDelta = z.infer<typeof RunDeltaSchema>;

/** What a node's target printed. Apart from the other views: it is the bulk, and changes at other times. */
export const ConsoleViewSchema = z.object({
  topic: z.literal('console'),
  revision,
  run: z.string(),
  node: z.string(),
  /** The end of the console, at most `CONSOLE_TAIL` characters. */
  text: z.string(),
  /** Something before `text` was left out; the whole is in the run's folder. */
  cut: z.boolean(),
});
export type ConsoleView = z.infer<typeof ConsoleViewSchema>;

/** Characters of console that are shown: about what details of a run hold (256 KiB of text). */
export const CONSOLE_TAIL = 256 * 1024;

export const ViewSchema = z.discriminatedUnion('topic', [
  RunsViewSchema,
  RunViewSchema,
  RunDeltaSchema,
  TreeViewSchema,
  ConsoleViewSchema,
]);
export type View = z.infer<typeof ViewSchema>;

/** What main pushes of the runs: a view, or that the person clicked on the notification of something that waits. */
export const RunsPushSchema = z.union([ViewSchema, z.object({ topic: z.literal('open'), key: z.string() })]);
