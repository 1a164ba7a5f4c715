import {
  currentItem,
  FAILED_DISPATCHES,
  FEEDBACK_ROUNDS,
  type OrchestratorContext,
  otherReadyItems,
  REPLANS,
  RETRIES,
  SURE,
} from './context.js';
import type { EventOf } from './events.js';

type Ctx = OrchestratorContext;
type Judged = { confidence: number };

/** Guards are named after the conditions of the seed's diagram (001 §2). */
export const orchestratorGuards = {
  autoResume: ({ autoResume }: Ctx) => autoResume,
  /** The goal that the campaign was started with counts once. */
  isNewGoal: ({ isAsked }: Ctx, e: EventOf<'user_input'>) => e.text.trim() !== '' && (!e.isFirst || !isAsked),
  isSure: (_: Ctx, e: Judged) => e.confidence >= SURE,
  isUnsure: (_: Ctx, e: Judged) => e.confidence < SURE,
  /** Some item of the plan was not told of three times yet. */
  feedbackCountLt3: ({ feedback }: Ctx, e: EventOf<'non_blocking_feedback'>) =>
    e.feedback.some(({ item }) => (feedback[item] ?? 0) < FEEDBACK_ROUNDS),
  replansLeft: ({ replans }: Ctx) => replans < REPLANS,
  dispatchesFail: (ctx: Ctx) =>
    (ctx.failedDispatches ?? currentItem(ctx)?.failed_dispatches?.length ?? 0) >= FAILED_DISPATCHES,
  retriesLeft: ({ retries }: Ctx) => retries < RETRIES,
  /** Of this epic, or of one that was left from before. */
  readyTasksLeft: (ctx: Ctx) => otherReadyItems(ctx).length > 0 || ctx.resumable.length > 0,
  noReadyTaskLeft: (ctx: Ctx) => otherReadyItems(ctx).length === 0,
};
