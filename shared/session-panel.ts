import * as z from 'zod';
import { CALL_STATUS, SessionSummarySchema, StepSchema } from './session.js';
import { wordsSchema } from './texts/words.js';
import { ToolErrorSchema } from './tool-result.js';

/** Characters of a call's arguments that are shown. */
export const MOST_ARGUMENTS = 4000;

/** A call as the conversation shows it; its result is asked for by its number. */
export const ShownCallSchema = z.object({
  n: z.number().int(),
  tool: z.string(),
  /** JSON, at most `MOST_ARGUMENTS` characters and a mark. */
  args: z.string(),
  status: z.enum(CALL_STATUS),
  error: ToolErrorSchema.nullable(),
  /** Whether a result of it is kept. */
  hasResult: z.boolean(),
  /** It changed files, and that can be taken back. */
  canUndo: z.boolean(),
  /** It is `ok`, and its answer is no success: why. */
  unmet: wordsSchema.optional(),
});
export type ShownCall = z.infer<typeof ShownCallSchema>;

/** What the window shows of a session beside its trace. */
export const SessionPanelSchema = z.object({
  /** Counted from 1. */
  turn: z.number().int(),
  /** Steps of the plan of this turn; null: there is none yet. */
  steps: z.array(StepSchema.pick({ step_id: true, title: true, status: true })).nullable(),
  /** Of all turns, in the order in which they were made. */
  calls: z.array(ShownCallSchema),
  /** Chosen and not made yet. */
  pending: z.array(ShownCallSchema),
  /** What the turn came to; null while it is under way. */
  summary: SessionSummarySchema.nullable(),
  branch: z.string().nullable(),
  blocked: wordsSchema.nullable(),
  /** The turn is over: the next message begins another. */
  finished: z.boolean(),
  /** `connection`: a client makes the calls, and a person only answers. */
  mode: z.enum(['turn', 'connection']),
});
export type SessionPanel = z.infer<typeof SessionPanelSchema>;

/** Characters of a call's diff, and of its output, that are shown. */
export const MOST_RESULT = 60_000;

/** What a call gave, for its reader. */
export const CallResultSchema = z.object({
  /** Unified diff of what it changed; null where it changed no file. */
  diff: z.string().nullable(),
  /** Everything else that it gave, as text; '' where that is nothing. */
  output: z.string(),
  /** Something was left out for its length; the whole lies in the run's folder. */
  cut: z.boolean(),
  /** The same in words, a line each, where it tells of a run. */
  account: z.array(wordsSchema).optional(),
});
export type CallResult = z.infer<typeof CallResultSchema>;
