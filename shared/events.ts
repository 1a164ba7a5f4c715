import * as z from 'zod';
import { ReportHeadSchema } from './report.js';
import { CALL_STATUS, PlanSchema } from './session.js';
import { wordsSchema } from './texts/words.js';
import { ToolErrorSchema } from './tool-result.js';

/** Of which node an event tells, and when. */
const OF_NODE = { run: z.string(), node: z.string(), machine: z.string(), at: z.string() };

/** The path of a run's root node. */
export const MAIN = 'main';

/** What a run tells while it goes; one JSON line each on the command line (design §4), one push each in the window. */
export const TransitionSchema = z.object({
  type: z.literal('transition'),
  run: z.string(),
  /** Path of the node, `MAIN` for the root. */
  node: z.string(),
  seq: z.number().int(),
  machine: z.string(),
  from: z.string(),
  to: z.string(),
  event: z.string(),
  reason: wordsSchema,
  iteration: z.number().int(),
  evidence: z.array(z.string()),
  retry_count: z.number().int(),
  retry_reason: z.string().nullable(),
  at: z.string(),
});
export type Transition = z.infer<typeof TransitionSchema>;

export const ProgressSchema = z.object({
  type: z.literal('progress'),
  run: z.string(),
  node: z.string(),
  machine: z.string(),
  state: z.string(),
  /** Sub-state of the seed (LOG_TRIAGE, FLASH_OR_DEPLOY, …) or a step within one. */
  step: z.string(),
  detail: wordsSchema.optional(),
  done: z.number().optional(),
  total: z.number().optional(),
  at: z.string(),
});
export type Progress = z.infer<typeof ProgressSchema>;

/** The step that tells of uncommitted work in the user's repository; shown as a line of its own. */
export const UNCOMMITTED = 'UNCOMMITTED_WORK';

/** The step that tells what a person should know and nobody asks; shown as a line of its own. */
export const NOTICE = 'NOTICE';

/** The step that tells of what others still work on; shown as a line of its own. */
export const WAITING = 'WAITING';

export const RISK_REASON = z.object({ reason: wordsSchema, weight: z.number() });

/** What an approval can be about (design §2, Tools). A policy can name each of these. */
export const APPROVABLE = [
  'build',
  'patch',
  'flash',
  'publish',
  'power',
  'exec',
  'write',
  'commit',
  'deploy',
  'send',
] as const;

/** `question` is no approval: only a person knows the answer, so that no policy gives it. */
export const GATE_SCOPES = [...APPROVABLE, 'question'] as const;
export type GateScope = (typeof GATE_SCOPES)[number];

/** Scopes that are answered with yes without asking; `question` can never be among them. */
export const ApprovalsSchema = z.union([z.enum(['ask', 'none', 'all']), z.array(z.enum(GATE_SCOPES))]);
export type Approvals = 'ask' | 'none' | 'all' | readonly GateScope[];

/** Eight hex digits of a binding: whoever names them has seen what is asked now, not what was asked before. */
export const codeOf = (binding: string): string => binding.slice(0, 8);

/** The choices of a gate that names none. */
export const YES_NO = ['yes', 'no'] as const;

/** Whether nothing but yes and no can be answered. */
export const isYesNo = (choices: readonly string[]): boolean =>
  choices.length === YES_NO.length && YES_NO.every((choice) => choices.includes(choice));

/** The answer to a gate without choices: what the person wrote says the rest. */
export const IN_WORDS = 'answered';

/** What a gate may be answered with; empty: `IN_WORDS`, and a text. */
export const choicesOf = ({
  choices = YES_NO,
}: {
  choices?: readonly string[] | undefined;
}): readonly string[] => choices;
export type Answer = (typeof YES_NO)[number];

/** Choices that say nothing without the words beside them: those are what is done. */
const WITH_WORDS: readonly string[] = ['change', 'clarified'];

/** Whether a choice has to come with a text. */
export const needsWords = (choice: string): boolean => WITH_WORDS.includes(choice);

/** Where a person answers: the terminal that asked, a command of its own, the window. */
export type Channel = 'terminal' | 'command line' | 'window';

export const GateSchema = z.object({
  type: z.literal('gate'),
  run: z.string(),
  /** The operation's id. */
  gate: z.string(),
  /** The node that asks, and its machine; absent in journals of before nodes. */
  node: z.string().optional(),
  machine: z.string().optional(),
  /** Revision of the node that asks; absent where the id has it. */
  seq: z.number().int().optional(),
  scope: z.enum(GATE_SCOPES),
  /** What may be answered; absent: yes or no, empty: a text. */
  choices: z.array(z.string()).optional(),
  /** What is asked, as one sentence. */
  question: wordsSchema,
  /** Exactly what is approved: the diff, the argument vector, the branch. */
  subject: wordsSchema,
  /** Hash over everything the approval covers; checked again when the answer is used. */
  binding: z.string(),
  /** What an answer from elsewhere has to name; follows from the binding. */
  code: z.string(),
  risk: z.number().nullable(),
  reasons: z.array(RISK_REASON),
  answer: z.string().nullable(),
  answered_by: z.string().nullable(),
  /** One yes covers so many later questions of the same binding, for so long, ms. */
  grant: z.object({ uses: z.number().int(), ms: z.number() }).optional(),
  /** What the binding covers, by name. */
  parts: z.record(z.string(), z.string()).optional(),
  /** When a person took the yes back. */
  revoked: z.string().optional(),
  at: z.string(),
});
export type Gate = z.infer<typeof GateSchema>;

export const ConsoleSchema = z.object({
  type: z.literal('console'),
  run: z.string(),
  node: z.string(),
  machine: z.string(),
  /** UTF-8 text; bytes that are none are shown as U+FFFD. The raw file is an artifact. */
  text: z.string(),
  at: z.string(),
});
export type ConsoleChunk = z.infer<typeof ConsoleSchema>;

/** The plan of a session, whenever it changes. */
const PlanEventSchema = z.object({ type: z.literal('plan'), ...OF_NODE, plan: PlanSchema });

/** A call of a session, whenever it goes on. */
const ToolCallEventSchema = z.object({
  type: z.literal('tool_call'),
  ...OF_NODE,
  /** Its id, as `undo` takes it. */
  call: z.string(),
  tool: z.string(),
  args: z.unknown(),
  status: z.enum(CALL_STATUS),
  payload: z.unknown().optional(),
  error: ToolErrorSchema.optional(),
  /** It is `ok`, and its answer is no success: why. */
  unmet: wordsSchema.optional(),
});
export type ToolCallEvent = z.infer<typeof ToolCallEventSchema>;

type News<E> = E extends unknown ? Omit<E, keyof typeof OF_NODE> : never;

/** What a machine tells beside its transitions. */
export type MachineNews = News<z.infer<typeof PlanEventSchema> | z.infer<typeof ToolCallEventSchema>>;

export const RunEventSchema = z.discriminatedUnion('type', [
  PlanEventSchema,
  ToolCallEventSchema,
  TransitionSchema,
  ProgressSchema,
  GateSchema,
  ConsoleSchema,
  ReportHeadSchema,
]);
export type RunEvent = z.infer<typeof RunEventSchema>;

export const RunSummarySchema = z.object({
  run: z.string(),
  machine: z.string(),
  state: z.string(),
  final_status: z.string().nullable(),
  waiting_for: z.string().nullable(),
  goal: z.string(),
  started_at: z.string(),
});
export type RunSummary = z.infer<typeof RunSummarySchema>;

/** What a state is to whoever looks at it: it waits for a task, works, waits for a person, or ends the machine. */
export const STATE_KINDS = ['idle', 'working', 'waiting', 'terminal'] as const;

export const MachineDescriptionSchema = z.object({
  id: z.string(),
  initial: z.string(),
  states: z.array(z.object({ name: z.string(), kind: z.enum(STATE_KINDS) })),
  transitions: z.array(
    z.object({
      from: z.string(),
      event: z.string(),
      guard: z.string().optional(),
      to: z.string(),
    }),
  ),
});
export type MachineDescription = z.infer<typeof MachineDescriptionSchema>;
