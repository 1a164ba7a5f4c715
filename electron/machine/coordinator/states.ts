import type { StateKind } from '../define.js';

/** The seed's 7 states, in its order (§1). */
export const COORDINATOR_STATES = {
  intake: 'working',
  plan: 'working',
  build: 'working',
  review: 'working',
  test: 'working',
  iterate: 'working',
  finalize: 'terminal',
} as const satisfies Record<string, StateKind>;

export type CoordinatorState = keyof typeof COORDINATOR_STATES;
/** All but the end: each has an effect. */
export type CoordinatorWork = Exclude<CoordinatorState, 'finalize'>;
