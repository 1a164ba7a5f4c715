import type { Problem } from '../../../shared/problem.js';
import type { Plan, SessionCall, SessionSummary, Step } from '../../../shared/session.js';
import type { Words } from '../../../shared/texts/words.js';
import type { BaseEvent } from '../define.js';
import type { Confirmation, Pending } from './context.js';
import type { SessionState } from './states.js';

type Event<T extends string, D = unknown> = BaseEvent & { type: T } & D;
type Failed = { problem: Problem };
/** Why rules go on in place of a model; absent where none failed. */
type StandIn = { stoodIn?: Words };

/** The seed's events (003 §2.2) in capitals; the conditions of its transitions (§2.3) in small letters. */
export type SessionEvent =
  | Event<'USER_MESSAGE', { text: string; isFirst: boolean }>
  | Event<'needs_clarification', { questions: readonly Words[]; isSupervised?: boolean }>
  | Event<'understood', { constraints: readonly string[] } & StandIn>
  | Event<'refused', Failed>
  | Event<'CLARIFICATION_ANSWER', { text: string }>
  | Event<'context_built'>
  | Event<'context_failed', Failed>
  | Event<'planned', { plan: Plan; held: Held | null } & StandIn>
  | Event<'plan_failed', Failed>
  | Event<
      'TOOL_CALL_REQUEST',
      {
        calls: readonly Pending[];
        confirmation: Confirmation | null;
        /** Tools that a person has opened again before. */
        reopened?: readonly string[];
      }
    >
  | Event<'TOOL_CALL_RESULT', { result: SessionCall; payload: unknown; problem: Problem | null }>
  | Event<'step_completed', { step: string | null; words?: string | undefined }>
  | Event<'step_failed', Failed>
  | Event<'undone', { from: number; before: string; after: string }>
  | Event<'verified', { isChecked: boolean }>
  | Event<'verify_failed', Failed>
  | Event<'CONFIRM', { answer: string; text: string | null }>
  | Event<'repairable', { steps: readonly Step[] }>
  | Event<'unrepairable', Failed>
  | Event<'undo_requested', { call: number | null }>
  | Event<'summarized', { summary: SessionSummary; branch: string | null }>
  | Event<'reported'>
  | Event<'TIMEOUT', { state: SessionState }>
  | Event<'CANCEL'>
  | Event<'exception', Failed & { state: SessionState }>;

/** The first call of a plan, where a person has to agree to it. */
interface Held {
  call: Pending;
  confirmation: Confirmation;
}

export type EventOf<T extends SessionEvent['type']> = Extract<SessionEvent, { type: T }>;
