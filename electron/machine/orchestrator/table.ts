import * as z from 'zod';
import { wordsSchema } from '../../../shared/texts/words.js';
import { defineMachine, type Row } from '../define.js';
import type { OrchestratorContext } from './context.js';
import { campaignEnding } from './ending.js';
import type { OrchestratorEvent } from './events.js';
import { orchestratorGuards } from './guards.js';
import { orchestratorReducers } from './reducers.js';
import { ORCHESTRATOR_STATES, type OrchestratorState } from './states.js';

type CampaignRow = Row<
  OrchestratorState,
  OrchestratorEvent,
  OrchestratorContext,
  typeof orchestratorGuards,
  typeof orchestratorReducers
>;

/** The seed's diagram (001 §2) in its order, with what design §3 rules for the edges that it leaves open. */
// biome-ignore format: a table is read by its columns
const rows = [
  { from: 'BOOT', on: 'auto', to: 'IDLE_PROBE_BD' },

  { from: 'IDLE_PROBE_BD', on: 'found_resumable', to: 'RESUME_PLAN', when: 'autoResume', do: 'noteResumable' },
  { from: 'IDLE_PROBE_BD', on: 'found_resumable', to: 'RESUME_ASK', do: 'noteResumable' },
  { from: 'IDLE_PROBE_BD', on: 'no_resumable', to: 'IDLE' },

  { from: 'RESUME_ASK', on: 'user_resume_yes', to: 'RESUME_PLAN' },
  { from: 'RESUME_ASK', on: 'user_resume_no', to: 'IDLE', do: 'forgetResumable', note: 'they stay resumable' },
  { from: 'RESUME_PLAN', on: 'resume_queue_loaded', to: 'OBSERVE', do: 'loadQueue' },

  { from: 'IDLE', on: 'user_input', to: 'INTAKE', when: 'isNewGoal', do: 'beginGoal' },
  { from: 'INTAKE', on: 'conflict_with_current_epic', to: 'ASK_SWITCH', do: 'noteConflict' },
  { from: 'INTAKE', on: 'confidence_lt_0_6', to: 'ASK_SWITCH', when: 'isUnsure', do: 'doubtIntake' },
  { from: 'INTAKE', on: 'intake_ok', to: 'EPIC_SYNC', when: 'isSure', do: 'noteConfidence' },
  { from: 'ASK_SWITCH', on: 'switch', to: 'EPIC_SYNC', do: 'noteAnswer' },
  { from: 'ASK_SWITCH', on: 'keep', to: 'EPIC_SYNC', do: 'noteAnswer' },
  { from: 'ASK_SWITCH', on: 'merge', to: 'EPIC_SYNC', do: 'noteAnswer' },
  { from: 'ASK_SWITCH', on: 'clarified', to: 'EPIC_SYNC', do: 'noteAnswer' },

  { from: 'EPIC_SYNC', on: 'bd_upsert_done', to: 'PLAN_BASELINE', do: 'noteEpic' },
  { from: 'PLAN_BASELINE', on: 'confidence_lt_0_6', to: 'ASK_SWITCH', when: 'isUnsure', do: 'doubtPlan' },
  { from: 'PLAN_BASELINE', on: 'need_plan_review', to: 'PLAN_REVIEW', when: 'isSure', do: 'notePlan' },
  { from: 'PLAN_BASELINE', on: 'skip_plan_review', to: 'OBSERVE', when: 'isSure', do: 'notePlan' },

  { from: 'PLAN_REVIEW', on: 'non_blocking_feedback', to: 'PLAN_REVIEW', when: 'feedbackCountLt3', do: 'noteFeedback' },
  { from: 'PLAN_REVIEW', on: 'non_blocking_feedback', to: 'OBSERVE', do: 'noteAsRisks', note: 'three rounds for the same item: it is a residual risk' },
  { from: 'PLAN_REVIEW', on: 'pass_or_feedback_limit_reached', to: 'OBSERVE', do: 'noteRisks' },

  { from: 'OBSERVE', on: 'observe_target_defined', to: 'RESEARCH_FANOUT', do: 'beginResearch' },
  { from: 'RESEARCH_FANOUT', on: 'result_arrived', to: 'RESEARCH_INGEST', do: 'noteArrived' },
  { from: 'RESEARCH_INGEST', on: 'artifacts_loaded', to: 'RESEARCH_EVAL', do: 'noteLoaded' },

  { from: 'RESEARCH_EVAL', on: 'need_more_results', to: 'WAIT_OTHERS', do: 'awaitOthers' },
  { from: 'WAIT_OTHERS', on: 'result_arrived', to: 'RESEARCH_INGEST', do: 'noteArrived' },
  { from: 'WAIT_OTHERS', on: 'TIMEOUT', to: 'RESEARCH_INGEST', do: 'buryOthers', note: 'an artifact names the dead agent' },
  { from: 'RESEARCH_EVAL', on: 'need_replan', to: 'PLAN_BASELINE', when: 'replansLeft', do: 'noteReplan' },
  { from: 'RESEARCH_EVAL', on: 'need_replan', to: 'FAILED', do: 'failReplans' },
  { from: 'RESEARCH_EVAL', on: 'enough_info', to: 'DETAIL_DESIGN' },

  { from: 'DETAIL_DESIGN', on: 'design_ready', to: 'CODER_HANDOFF', do: 'noteDesign' },
  { from: 'CODER_HANDOFF', on: 'handoff_bundle_ready', to: 'SCHEDULE', do: 'noteHandoff' },
  { from: 'SCHEDULE', on: 'confidence_lt_0_6', to: 'ASK_SWITCH', when: 'isUnsure', do: 'doubtSchedule' },
  { from: 'SCHEDULE', on: 'resource_busy', to: 'QUEUE', when: 'isSure' },
  { from: 'SCHEDULE', on: 'resource_ready', to: 'DISPATCH', when: 'isSure' },
  { from: 'QUEUE', on: 'resource_available', to: 'DISPATCH' },
  { from: 'DISPATCH', on: 'dispatch_success', to: 'CODER_EXEC', do: 'noteDispatched' },
  { from: 'DISPATCH', on: 'dispatch_failed', to: 'CODER_EXEC', do: 'noteDispatched', note: 'with the failure as its artifact' },
  { from: 'CODER_EXEC', on: 'claims_evidence_arrived', to: 'REVIEW_ACCEPT', do: 'noteClaims' },

  { from: 'REVIEW_ACCEPT', on: 'reject_or_retry', to: 'FAILED', when: 'dispatchesFail', do: 'failDispatches' },
  { from: 'REVIEW_ACCEPT', on: 'reject_or_retry', to: 'CODER_HANDOFF', when: 'retriesLeft', do: 'retry' },
  { from: 'REVIEW_ACCEPT', on: 'reject_or_retry', to: 'FAILED', do: 'failRetries' },
  { from: 'REVIEW_ACCEPT', on: 'requirement_changed_or_blocked', to: 'REPLAN_PATCH', do: 'noteBlocked' },
  { from: 'REVIEW_ACCEPT', on: 'next_task', to: 'REPLAN_PATCH', when: 'readyTasksLeft', do: 'noteDone', note: 'it passed, and others are ready' },
  { from: 'REVIEW_ACCEPT', on: 'pass', to: 'COMPLETE', when: 'noReadyTaskLeft', do: 'complete' },
  { from: 'REPLAN_PATCH', on: 'confidence_lt_0_6', to: 'ASK_SWITCH', when: 'isUnsure', do: 'doubtReplan' },
  { from: 'REPLAN_PATCH', on: 'patch_applied', to: 'PLAN_BASELINE', when: 'isSure', do: 'noteEpic' },

  { from: 'COMPLETE', on: 'reported', to: 'IDLE', do: 'noteReported' },
  { from: 'COMPLETE', on: 'TIMEOUT', to: 'IDLE', do: 'noteReported' },
  { from: 'COMPLETE', on: 'fatal_error', to: 'IDLE', do: 'noteReported' },
  { from: 'CANCELLED', on: 'reported', to: 'IDLE', do: 'noteReported' },
  { from: 'CANCELLED', on: 'TIMEOUT', to: 'IDLE', do: 'noteReported' },
  { from: 'CANCELLED', on: 'fatal_error', to: 'IDLE', do: 'noteReported' },
  { from: 'FAILED', on: 'reported', to: 'IDLE', do: 'noteReported' },
  { from: 'FAILED', on: 'TIMEOUT', to: 'IDLE', do: 'noteReported' },
  { from: 'FAILED', on: 'fatal_error', to: 'IDLE', do: 'noteReported' },

  { from: '*', on: 'cancel', to: 'CANCELLED', do: 'cancel' },
  { from: '*', on: 'fatal_error', to: 'FAILED', do: 'fail' },
  { from: '*', on: 'TIMEOUT', to: 'FAILED', do: 'failLate' },
] as const satisfies readonly CampaignRow[];

/** What of a context must be readable whatever its version. */
const StoredContext = z.looseObject({
  isAsked: z.boolean(),
  isReported: z.boolean(),
  isMock: z.boolean(),
  end: z.looseObject({ status: z.enum(['COMPLETE', 'CANCELLED', 'FAILED']), reason: wordsSchema }).nullable(),
}) as unknown as z.ZodType<OrchestratorContext>;

/** From a goal to claims that hardware has proven (seed 001). */
export const orchestrator = defineMachine<
  OrchestratorContext,
  OrchestratorState,
  OrchestratorEvent,
  typeof orchestratorGuards,
  typeof orchestratorReducers
>({
  id: 'orchestrator',
  version: 1,
  initial: 'BOOT',
  states: ORCHESTRATOR_STATES,
  rows,
  guards: orchestratorGuards,
  reducers: orchestratorReducers,
  explain: (to, after, event) =>
    (to === 'COMPLETE' || to === 'CANCELLED' || to === 'FAILED') && after.end !== null
      ? after.end.reason
      : event.reason,
  counters: ({ stages, retries, end }) => ({
    iteration_index: stages.length + (end === null ? 1 : 0),
    retry_count: retries,
    retry_reason: retries > 0 ? (stages.at(-1)?.review.rejected_claims[0]?.code ?? null) : null,
  }),
  events: { abort: 'cancel', timeout: 'TIMEOUT', exception: 'fatal_error' },
  context: StoredContext,
  ended: campaignEnding,
});
