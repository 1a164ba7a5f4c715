import type { StateKind } from '../define.js';

/** The seed's states, in its order (003 §2.1). */
export const SESSION_STATES = {
  IDLE: 'idle',
  INTAKE: 'working',
  CLARIFYING: 'waiting',
  CONTEXT_BUILDING: 'working',
  PLANNING: 'working',
  EXECUTING: 'working',
  VERIFYING: 'working',
  SUMMARIZING: 'working',
  AWAITING_CONFIRMATION: 'waiting',
  RECOVERING: 'working',
  DONE: 'terminal',
} as const satisfies Record<string, StateKind>;

export type SessionState = keyof typeof SESSION_STATES;
