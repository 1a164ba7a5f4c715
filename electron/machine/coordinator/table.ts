import * as z from 'zod';
import {
  MustFixSchema,
  ROUNDTABLE_MODES,
  ROUNDTABLE_OUTCOMES,
  RoundSchema,
  type RoundtableOutcome,
} from '../../../shared/roundtable.js';
import { wordsSchema } from '../../../shared/texts/words.js';
import { defineMachine, type Ending, type Row } from '../define.js';
import type { CoordinatorContext } from './context.js';
import type { CoordinatorEvent } from './events.js';
import { coordinatorGuards } from './guards.js';
import { coordinatorReducers } from './reducers.js';
import { COORDINATOR_STATES, type CoordinatorState } from './states.js';

type RoundtableRow = Row<
  CoordinatorState,
  CoordinatorEvent,
  CoordinatorContext,
  typeof coordinatorGuards,
  typeof coordinatorReducers
>;

/** The seed's first row: from nothing. A run begins where it leads, with the context of its kit. */
export const TASK_RECEIVED = { from: null, on: 'task_received', to: 'intake' } as const;

/** The seed's transition table (§2) from its second row on, in its order; then what §4 and design §3 add. */
// biome-ignore format: a table is read by its columns
const rows = [
  { from: 'finalize', on: 'task_followup_received', to: 'intake', do: 'appendFollowUp' },
  { from: 'intake', on: 'draft_proposal', to: 'plan', when: 'isProposal', do: 'notePrepared' },
  { from: 'plan', on: 'roundtable_reviewer', to: 'review', when: 'isProposal', do: 'noteDraft' },
  { from: 'review', on: 'roundtable_tester', to: 'test', when: 'isProposal', do: 'noteComment' },
  { from: 'test', on: 'await_operator_confirm', to: 'finalize', when: 'hasProposal', do: 'awaitOperator' },
  { from: 'intake', on: 'implementation_confirmed', to: 'plan', when: 'isImplementation', do: 'notePrepared' },
  { from: 'plan', on: 'start_coder', to: 'build', when: 'isImplementation' },
  { from: 'build', on: 'start_reviewer', to: 'review', when: 'isImplementation', do: 'noteProposal' },
  { from: 'review', on: 'review_schema_invalid', to: 'finalize', when: 'isImplementation', do: 'endReviewUnreadable' },
  { from: 'review', on: 'review_changes_requested', to: 'iterate', when: 'isImplementation', do: 'requestChanges' },
  { from: 'review', on: 'review_approved', to: 'test', when: 'isImplementation', do: 'noteApproval' },
  { from: 'test', on: 'tester_schema_invalid', to: 'iterate', when: 'isImplementation', do: 'noteTesterUnreadable' },
  { from: 'test', on: 'tester_command_blocked', to: 'finalize', when: 'isBlocked', do: 'endTested' },
  { from: 'test', on: 'tests_failed', to: 'iterate', when: 'isFailed', do: 'noteFailures' },
  { from: 'test', on: 'repeated_test_failure', to: 'finalize', when: 'isRepeated', do: 'endTested' },
  { from: 'test', on: 'tests_passed', to: 'finalize', when: 'isPassed', do: 'approve' },
  { from: 'iterate', on: 'start_coder', to: 'build', when: 'roundsRemain', do: 'nextRound' },
  { from: '*', on: 'aborted_by_operator', to: 'finalize', do: 'cancel' },
  { from: '*', on: 'max_iterations_reached', to: 'finalize', when: 'isExhausted', do: 'endExhausted' },

  { from: 'test', on: 'discussion_complete', to: 'finalize', when: 'hasNone', do: 'closeDiscussion', note: 'there is no change to confirm' },
  { from: '*', on: 'provider_network_error', to: 'finalize', do: 'endByProvider' },
  { from: '*', on: 'provider_timeout', to: 'finalize', do: 'endByProvider' },
  { from: '*', on: 'provider_auth_error', to: 'finalize', do: 'endByProvider' },
  { from: '*', on: 'provider_not_found', to: 'finalize', do: 'endByProvider' },
  { from: '*', on: 'provider_permission_denied', to: 'finalize', do: 'endByProvider' },
  { from: '*', on: 'TIMEOUT', to: 'finalize', do: 'endLate' },
  { from: '*', on: 'exception', to: 'finalize', do: 'endBroken' },
] as const satisfies readonly RoundtableRow[];

/** What of a context must be readable whatever its version: what it came to, and what the report shows. */
const StoredContext = z.looseObject({
  outcome: z.enum(ROUNDTABLE_OUTCOMES).nullable(),
  reason: wordsSchema,
  mode: z.enum(ROUNDTABLE_MODES),
  rounds: z.array(RoundSchema),
  must_fix: z.array(MustFixSchema),
}) as unknown as z.ZodType<CoordinatorContext>;

/** Exit codes of the ends (design §2); all others are 1. */
const EXITS: Readonly<Partial<Record<RoundtableOutcome, Ending['exit']>>> = {
  approved: 0,
  await_operator_confirm: 0,
  discussion_complete: 0,
  canceled: 3,
};

/** Coder, reviewer and tester at one table (seed 002). */
export const coordinator = defineMachine<
  CoordinatorContext,
  CoordinatorState,
  CoordinatorEvent,
  typeof coordinatorGuards,
  typeof coordinatorReducers
>({
  id: 'coordinator',
  version: 1,
  initial: TASK_RECEIVED.to,
  states: COORDINATOR_STATES,
  rows,
  guards: coordinatorGuards,
  reducers: coordinatorReducers,
  explain: (to, after, event) => (to === 'finalize' ? after.reason : event.reason),
  counters: ({ round, retry_reason }) => ({ iteration_index: round, retry_count: round - 1, retry_reason }),
  events: { abort: 'aborted_by_operator', timeout: 'TIMEOUT', exception: 'exception' },
  context: StoredContext,
  ended: (_, { outcome, reason }) =>
    outcome === null ? null : { status: outcome, verdict: null, reason, exit: EXITS[outcome] ?? 1 },
});
