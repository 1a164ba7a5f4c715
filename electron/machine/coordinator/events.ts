import type { Analysis } from '../../../shared/judgement.js';
import type { Problem } from '../../../shared/problem.js';
import type { Artifact, BuildResult, TestResult } from '../../../shared/results.js';
import type { CoderProposal, NextChoice, Review, TestReport } from '../../../shared/roundtable.js';
import type { BaseEvent } from '../define.js';
import type { Searched } from '../firmware-loop/context.js';
import type { FollowUp } from './context.js';
import type { CoordinatorState } from './states.js';

type Event<T extends string, D = unknown> = BaseEvent & { type: T } & D;

/** What intake found out about the untouched tree; absent where the loop that asked knows it already. */
export interface Baseline {
  commit: string;
  logs: Artifact[];
  build: BuildResult | null;
  test: TestResult | null;
}
type Prepared = { baseline?: Baseline };
/** What the coder says, and what a search came to besides. */
export interface Coded {
  proposal: CoderProposal;
  next: NextChoice[];
  is_searched: boolean;
  searched: Searched;
  /** Of the failure, where one was made: later rounds go on from it. */
  analysis: Analysis | null;
}
type Failed = { problem: Problem };
type Reviewed = { review: Review };
type Tested = { test: TestReport };

/** Events of the roundtable, named after the rows of the seed (§2). */
export type CoordinatorEvent =
  | Event<'task_followup_received', FollowUp>
  | Event<'draft_proposal', Prepared>
  | Event<'roundtable_reviewer', Coded>
  | Event<'roundtable_tester', Reviewed>
  | Event<'await_operator_confirm', Tested>
  | Event<'discussion_complete', Tested>
  | Event<'implementation_confirmed', Prepared>
  | Event<'start_coder'>
  | Event<'start_reviewer', Coded>
  | Event<'review_schema_invalid', Failed>
  | Event<'review_changes_requested', Reviewed>
  | Event<'review_approved', Reviewed>
  | Event<'tester_schema_invalid', Failed>
  | Event<'tester_command_blocked', Tested>
  | Event<'tests_failed', Tested>
  | Event<'repeated_test_failure', Tested>
  | Event<'tests_passed', Tested>
  | Event<'aborted_by_operator'>
  | Event<'max_iterations_reached', { nothing_left: boolean }>
  | ProviderEvent
  | Event<'TIMEOUT', { state: CoordinatorState }>
  | Event<'exception', Failed & { state: CoordinatorState }>;

/** Ends that a provider brings about, each with a word of its own. */
export const PROVIDER_OUTCOMES = [
  'provider_network_error',
  'provider_timeout',
  'provider_auth_error',
  'provider_not_found',
  'provider_permission_denied',
] as const;
export type ProviderOutcome = (typeof PROVIDER_OUTCOMES)[number];

type ProviderEvent = { [T in ProviderOutcome]: Event<T, Failed> }[ProviderOutcome];

export type CoordinatorEventType = CoordinatorEvent['type'];
export type EventOf<T extends CoordinatorEventType> = Extract<CoordinatorEvent, { type: T }>;
