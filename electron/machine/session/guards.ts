import { RECOVERIES, type SessionContext, VERIFICATION } from './context.js';
import type { EventOf } from './events.js';

type Ctx = SessionContext;

const isSaid = (answer: string) => (_: Ctx, e: EventOf<'CONFIRM'>) => e.answer === answer;

/** Guards are named after the conditions of the seed's §2.3. */
export const sessionGuards = {
  /** The message that the session was started with counts once. */
  isNewTurn: (ctx: Ctx, e: EventOf<'USER_MESSAGE'>) => !e.isFirst || ctx.turn === 0,
  /** Nobody is asked: whoever supervises the session reads its questions. */
  isSupervised: (_: Ctx, e: EventOf<'needs_clarification'>) => e.isSupervised === true,
  hasCallToUndo: (ctx: Ctx, e: EventOf<'undo_requested'>) =>
    ctx.calls.some(({ n, tree, status }) => tree !== null && status !== 'undone' && n >= (e.call ?? 1)),

  planNeedsConfirmation: (_: Ctx, e: EventOf<'planned'>) => e.held !== null,
  planHasSteps: (_: Ctx, e: EventOf<'planned'>) => e.plan.steps.length > 0,

  needsConfirmation: (_: Ctx, e: EventOf<'TOOL_CALL_REQUEST'>) => e.confirmation !== null,
  /** A planned call that fails, or answers no success, ends its step. What an agent tries by itself it may try otherwise. */
  failsStep: (ctx: Ctx, { result, problem }: EventOf<'TOOL_CALL_RESULT'>) =>
    (result.status !== 'ok' || problem !== null) &&
    result.step !== VERIFICATION &&
    ctx.pending[0]?.by === 'plan',
  stepsLeft: (ctx: Ctx, e: EventOf<'step_completed'>) =>
    ctx.plan?.steps.some(({ step_id, status }) => step_id !== e.step && status === 'pending') ?? false,

  verificationRequired: (ctx: Ctx) => ctx.plan?.verification.required ?? false,

  confirmed: isSaid('yes'),
  asksForChange: isSaid('change'),
  isConnection: (ctx: Ctx) => ctx.mode === 'connection',

  recoveriesLeft: (ctx: Ctx) => ctx.recoveries < RECOVERIES,
};
