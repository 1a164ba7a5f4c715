import type { Delivered, Stage } from '../../../shared/campaign.js';
import type { AgentId, Deliverable, MemoryLine, ResidualRisk } from '../../../shared/deliverables.js';
import type { Problem } from '../../../shared/problem.js';
import type { Words } from '../../../shared/texts/words.js';
import type { Epic } from '../../../shared/work-item.js';
import type { BaseEvent } from '../define.js';
import type { Dispatched, PlanBaseline, ResearchResult, SwitchAnswer } from './context.js';
import type { OrchestratorState } from './states.js';

type Event<T extends string, D = unknown> = BaseEvent & { type: T } & D;
type Judged = { confidence: number };
type Planned = Judged & { plan: PlanBaseline; current: string };
type Dead = { agent: AgentId; why: Words };
type Reviewed = { stage: Stage };

/** A deliverable that is missing or was changed when the campaign came to its end; absent in journals of before: not looked for. */
export interface Lost {
  path: string;
  item: string;
  why: Words;
}

/** An answer of ASK_SWITCH, with what the operator wrote beside it. */
type Switched = { [T in SwitchAnswer]: Event<T, { text: string | null }> }[SwitchAnswer];

/** Events are named after the conditions of the seed's diagram (001 §2). */
export type OrchestratorEvent =
  | Event<'auto'>
  | Event<'found_resumable', { epics: readonly Epic[] }>
  | Event<'no_resumable'>
  | Event<'user_resume_yes'>
  | Event<'user_resume_no'>
  | Event<'resume_queue_loaded', { epic: Epic; plan: PlanBaseline; current: string }>
  | Event<'user_input', { text: string; isFirst: boolean }>
  | Event<'conflict_with_current_epic', Judged & { conflict: Epic; isAtWork?: boolean }>
  | Event<'confidence_lt_0_6', Judged>
  | Event<'intake_ok', Judged>
  | Switched
  | Event<'bd_upsert_done', { epic: Epic }>
  | Event<'need_plan_review', Planned>
  | Event<'skip_plan_review', Planned>
  | Event<'non_blocking_feedback', { feedback: readonly ResidualRisk[] }>
  | Event<'pass_or_feedback_limit_reached', { residual_risks: readonly ResidualRisk[] }>
  | Event<'observe_target_defined', { target: string; agents: readonly AgentId[] }>
  | Event<'result_arrived', { results: readonly ResearchResult[]; dead: readonly Dead[] }>
  | Event<
      'artifacts_loaded',
      { kept: readonly ResearchResult[]; findings: readonly MemoryLine[]; dead: readonly Dead[] }
    >
  | Event<'need_more_results', { agents: readonly AgentId[] }>
  | Event<'need_replan'>
  | Event<'enough_info'>
  | Event<'design_ready', { design: Deliverable }>
  | Event<'handoff_bundle_ready', { files: readonly Deliverable[] }>
  | Event<'resource_busy', Judged>
  | Event<'resource_ready', Judged>
  | Event<'resource_available'>
  | Event<'dispatch_success', { dispatched: Dispatched }>
  | Event<'dispatch_failed', { dispatched: Dispatched }>
  | Event<
      'claims_evidence_arrived',
      {
        files: readonly Deliverable[];
        isDispatchFailed: boolean;
        /** Why it did; absent where it did not, and in journals of before. */
        problem?: Problem;
        /** Of the run's work; null: none was made. */
        delivered: Delivered | null;
      }
    >
  | Event<'reject_or_retry', Reviewed>
  | Event<'requirement_changed_or_blocked', Reviewed>
  | Event<'next_task', Reviewed>
  | Event<'pass', Reviewed>
  | Event<'patch_applied', Judged & { epic: Epic }>
  | Event<'reported', { lost?: readonly Lost[] }>
  | Event<'cancel'>
  | Event<'TIMEOUT', { state: OrchestratorState }>
  | Event<'fatal_error', { problem: Problem; state: OrchestratorState }>;

export type EventOf<T extends OrchestratorEvent['type']> = Extract<OrchestratorEvent, { type: T }>;
