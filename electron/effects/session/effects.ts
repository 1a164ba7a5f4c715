import type { SessionState } from '../../machine/session/states.js';
import type { SessionEffect } from './bench.js';
import { contextBuilding } from './context-building.js';
import { executing } from './executing.js';
import { intake } from './intake.js';
import { planning } from './planning.js';
import { recovering } from './recovering.js';
import { reportTurn } from './report/report-turn.js';
import { summarizing } from './summarizing.js';
import { verifying } from './verifying.js';

/** All but those that wait. */
export type WorkState = Exclude<SessionState, 'IDLE' | 'CLARIFYING' | 'AWAITING_CONFIRMATION'>;

/** One effect per state; a missing one does not compile. */
export const sessionEffects: Readonly<Record<WorkState, SessionEffect>> = {
  INTAKE: intake,
  CONTEXT_BUILDING: contextBuilding,
  PLANNING: planning,
  EXECUTING: executing,
  VERIFYING: verifying,
  RECOVERING: recovering,
  SUMMARIZING: summarizing,
  DONE: reportTurn,
};
