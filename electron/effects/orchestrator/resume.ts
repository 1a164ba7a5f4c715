import type { ResumePolicy } from '../../engine/effect.js';
import type { OrchestratorWork } from '../../machine/orchestrator/states.js';

/**
 * Files of the run and rows of the task store are written again, the same ones. Children and the dispatched run are found by the ids
 * of their operations.
 */
export const CAMPAIGN_RESUME: Readonly<Record<OrchestratorWork, ResumePolicy>> = {
  BOOT: 'rerun',
  IDLE_PROBE_BD: 'rerun',
  RESUME_PLAN: 'rerun',
  INTAKE: 'rerun',
  EPIC_SYNC: 'rerun',
  PLAN_BASELINE: 'rerun',
  PLAN_REVIEW: 'rerun',
  OBSERVE: 'rerun',
  RESEARCH_FANOUT: 'reconcile',
  RESEARCH_INGEST: 'rerun',
  RESEARCH_EVAL: 'rerun',
  WAIT_OTHERS: 'reconcile',
  DETAIL_DESIGN: 'rerun',
  CODER_HANDOFF: 'rerun',
  SCHEDULE: 'rerun',
  QUEUE: 'rerun',
  DISPATCH: 'rerun',
  CODER_EXEC: 'reconcile',
  REVIEW_ACCEPT: 'rerun',
  REPLAN_PATCH: 'rerun',
  COMPLETE: 'rerun',
  CANCELLED: 'rerun',
  FAILED: 'rerun',
};
