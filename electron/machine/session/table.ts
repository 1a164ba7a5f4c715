import * as z from 'zod';
import { wordsSchema } from '../../../shared/texts/words.js';
import { defineMachine, type Ending, type Row } from '../define.js';
import type { SessionContext } from './context.js';
import { sessionEnding } from './ending.js';
import type { SessionEvent } from './events.js';
import { sessionGuards } from './guards.js';
import { sessionReducers } from './reducers.js';
import { SESSION_STATES, type SessionState } from './states.js';

type SessionRow = Row<
  SessionState,
  SessionEvent,
  SessionContext,
  typeof sessionGuards,
  typeof sessionReducers
>;

/** The seed's transitions (003 §2.3) with design §3's rulings, in the seed's order. */
// biome-ignore format: a table is read by its columns
const rows = [
  { from: 'IDLE', on: 'USER_MESSAGE', to: 'INTAKE', when: 'isNewTurn', do: 'beginTurn' },
  { from: 'IDLE', on: 'undo_requested', to: 'EXECUTING', when: 'hasCallToUndo', do: 'beginUndo' },

  { from: 'INTAKE', on: 'needs_clarification', to: 'SUMMARIZING', when: 'isSupervised', do: 'leaveQuestions', note: 'its supervisor answers with the next message' },
  { from: 'INTAKE', on: 'needs_clarification', to: 'CLARIFYING', do: 'noteQuestions' },
  { from: 'INTAKE', on: 'understood', to: 'CONTEXT_BUILDING', do: 'noteIntake' },
  { from: 'INTAKE', on: 'undo_requested', to: 'EXECUTING', when: 'hasCallToUndo', do: 'beginUndo' },
  { from: 'INTAKE', on: 'undo_requested', to: 'SUMMARIZING', do: 'noteNothingToUndo' },
  { from: 'INTAKE', on: 'refused', to: 'SUMMARIZING', do: 'noteBlocked' },

  { from: 'CLARIFYING', on: 'CLARIFICATION_ANSWER', to: 'CONTEXT_BUILDING', do: 'noteAnswer' },

  { from: 'CONTEXT_BUILDING', on: 'context_built', to: 'PLANNING' },
  { from: 'CONTEXT_BUILDING', on: 'context_failed', to: 'SUMMARIZING', do: 'noteBlocked' },

  { from: 'PLANNING', on: 'planned', to: 'AWAITING_CONFIRMATION', when: 'planNeedsConfirmation', do: 'holdPlan' },
  { from: 'PLANNING', on: 'planned', to: 'EXECUTING', when: 'planHasSteps', do: 'notePlan' },
  { from: 'PLANNING', on: 'planned', to: 'SUMMARIZING', do: 'notePlan', note: 'there is nothing to do' },
  { from: 'PLANNING', on: 'plan_failed', to: 'SUMMARIZING', do: 'noteBlocked' },

  { from: 'EXECUTING', on: 'TOOL_CALL_REQUEST', to: 'AWAITING_CONFIRMATION', when: 'needsConfirmation', do: 'holdCall' },
  { from: 'EXECUTING', on: 'TOOL_CALL_REQUEST', to: 'EXECUTING', do: 'queueCalls' },
  { from: 'EXECUTING', on: 'TOOL_CALL_RESULT', to: 'RECOVERING', when: 'failsStep', do: 'noteResult' },
  { from: 'EXECUTING', on: 'TOOL_CALL_RESULT', to: 'EXECUTING', do: 'noteResult' },
  { from: 'EXECUTING', on: 'step_completed', to: 'EXECUTING', when: 'stepsLeft', do: 'completeStep' },
  { from: 'EXECUTING', on: 'step_completed', to: 'VERIFYING', do: 'completeStep' },
  { from: 'EXECUTING', on: 'step_failed', to: 'RECOVERING', do: 'noteFailure' },
  { from: 'EXECUTING', on: 'undo_requested', to: 'EXECUTING', when: 'hasCallToUndo', do: 'breakForUndo', note: 'between two calls' },
  { from: 'EXECUTING', on: 'undone', to: 'EXECUTING', when: 'isConnection', do: 'noteUndone' },
  { from: 'EXECUTING', on: 'undone', to: 'SUMMARIZING', do: 'noteUndone' },
  { from: 'EXECUTING', on: 'TIMEOUT', to: 'RECOVERING', do: 'noteSlowStep' },

  { from: 'VERIFYING', on: 'TOOL_CALL_REQUEST', to: 'AWAITING_CONFIRMATION', do: 'holdCall' },
  { from: 'VERIFYING', on: 'TOOL_CALL_RESULT', to: 'VERIFYING', do: 'noteResult' },
  { from: 'VERIFYING', on: 'verified', to: 'SUMMARIZING', do: 'noteVerified' },
  { from: 'VERIFYING', on: 'verify_failed', to: 'RECOVERING', when: 'verificationRequired', do: 'noteCheckFailed' },
  { from: 'VERIFYING', on: 'verify_failed', to: 'SUMMARIZING', do: 'noteCheckFailed' },
  { from: 'VERIFYING', on: 'undo_requested', to: 'EXECUTING', when: 'hasCallToUndo', do: 'breakForUndo' },
  { from: 'VERIFYING', on: 'TIMEOUT', to: 'RECOVERING', do: 'noteSlowStep' },

  { from: 'AWAITING_CONFIRMATION', on: 'CONFIRM', to: 'EXECUTING', when: 'confirmed', do: 'noteConfirmed' },
  { from: 'AWAITING_CONFIRMATION', on: 'CONFIRM', to: 'EXECUTING', when: 'asksForChange', do: 'denyCall', note: 'the words go back to the agent' },
  { from: 'AWAITING_CONFIRMATION', on: 'CONFIRM', to: 'EXECUTING', when: 'isConnection', do: 'denyCall' },
  { from: 'AWAITING_CONFIRMATION', on: 'CONFIRM', to: 'SUMMARIZING', do: 'noteRefused' },
  { from: 'AWAITING_CONFIRMATION', on: 'undo_requested', to: 'EXECUTING', when: 'hasCallToUndo', do: 'breakForUndo' },
  { from: 'AWAITING_CONFIRMATION', on: 'TIMEOUT', to: 'EXECUTING', when: 'isConnection', do: 'expireCall' },
  { from: 'AWAITING_CONFIRMATION', on: 'TIMEOUT', to: 'SUMMARIZING', do: 'noteSilence', note: 'silence is never yes' },

  { from: 'RECOVERING', on: 'repairable', to: 'EXECUTING', when: 'recoveriesLeft', do: 'noteRepair' },
  { from: 'RECOVERING', on: 'repairable', to: 'SUMMARIZING', do: 'noteExhausted' },
  { from: 'RECOVERING', on: 'undo_requested', to: 'EXECUTING', when: 'hasCallToUndo', do: 'breakForUndo' },
  { from: 'RECOVERING', on: 'unrepairable', to: 'SUMMARIZING', do: 'noteBlocked' },

  { from: 'SUMMARIZING', on: 'undo_requested', to: 'EXECUTING', when: 'hasCallToUndo', do: 'breakForUndo', note: 'nothing was offered yet' },
  { from: 'SUMMARIZING', on: 'summarized', to: 'DONE', do: 'noteSummary' },
  { from: 'SUMMARIZING', on: 'CANCEL', to: 'DONE', do: 'noteCancel' },
  { from: 'SUMMARIZING', on: 'TIMEOUT', to: 'DONE', do: 'noteSlow' },
  { from: 'SUMMARIZING', on: 'exception', to: 'DONE', do: 'noteBlocked' },

  { from: 'DONE', on: 'reported', to: 'IDLE', do: 'noteReported' },
  { from: 'DONE', on: 'TIMEOUT', to: 'IDLE', do: 'noteReported' },
  { from: 'DONE', on: 'exception', to: 'IDLE', do: 'noteReported' },

  { from: '*', on: 'CANCEL', to: 'SUMMARIZING', do: 'noteCancel' },
  { from: '*', on: 'TIMEOUT', to: 'SUMMARIZING', do: 'noteSlow' },
  { from: '*', on: 'exception', to: 'SUMMARIZING', do: 'noteBlocked' },
] as const satisfies readonly SessionRow[];

/** What of a context must be readable whatever its version. */
const StoredContext = z.looseObject({
  finished: z.boolean(),
  isCancelled: z.boolean(),
  blocked: wordsSchema.nullable(),
}) as unknown as z.ZodType<SessionContext>;

/** One turn of an operator, in natural language (seed 003). */
export const session = defineMachine<
  SessionContext,
  SessionState,
  SessionEvent,
  typeof sessionGuards,
  typeof sessionReducers
>({
  id: 'session',
  version: 1,
  initial: 'IDLE',
  states: SESSION_STATES,
  rows,
  guards: sessionGuards,
  reducers: sessionReducers,
  explain: (to, after, event) =>
    to === 'SUMMARIZING' && after.blocked !== null ? after.blocked : event.reason,
  counters: ({ turn, recoveries, lastError }) => ({
    iteration_index: turn,
    retry_count: recoveries,
    retry_reason: recoveries > 0 ? (lastError?.code ?? null) : null,
  }),
  events: { abort: 'CANCEL', timeout: 'TIMEOUT', exception: 'exception' },
  context: StoredContext,
  ended: (state, context): Ending | null =>
    state === 'IDLE' && context.finished ? sessionEnding(context) : null,
});
