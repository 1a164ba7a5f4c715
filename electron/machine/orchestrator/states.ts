import type { StateKind } from '../define.js';

/** The seed's states (001 §2), in its order. */
export const ORCHESTRATOR_STATES = {
  BOOT: 'working',
  IDLE_PROBE_BD: 'working',
  RESUME_ASK: 'waiting',
  RESUME_PLAN: 'working',
  IDLE: 'idle',
  INTAKE: 'working',
  ASK_SWITCH: 'waiting',
  EPIC_SYNC: 'working',
  PLAN_BASELINE: 'working',
  PLAN_REVIEW: 'working',
  OBSERVE: 'working',
  RESEARCH_FANOUT: 'working',
  RESEARCH_INGEST: 'working',
  RESEARCH_EVAL: 'working',
  WAIT_OTHERS: 'working',
  DETAIL_DESIGN: 'working',
  CODER_HANDOFF: 'working',
  SCHEDULE: 'working',
  QUEUE: 'working',
  DISPATCH: 'working',
  CODER_EXEC: 'working',
  REVIEW_ACCEPT: 'working',
  REPLAN_PATCH: 'working',
  COMPLETE: 'terminal',
  CANCELLED: 'terminal',
  FAILED: 'terminal',
} as const satisfies Record<string, StateKind>;

export type OrchestratorState = keyof typeof ORCHESTRATOR_STATES;

/** Those that wait for a person. */
export type OrchestratorWaits = 'RESUME_ASK' | 'ASK_SWITCH';
/** Those with an effect: all that work, and the ends, which report. */
export type OrchestratorWork = Exclude<OrchestratorState, 'IDLE' | OrchestratorWaits>;
