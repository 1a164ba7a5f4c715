import type { StateKind } from '../define.js';

/** The seed's 8 states in its order (004, "详细状态定义"), then the one that takes the operator's messages. */
export const DELIVERY_STATES = {
  IDLE: 'idle',
  DEVELOPING: 'working',
  REVIEWING: 'working',
  LINTING: 'working',
  TESTING: 'working',
  COMMITTING: 'working',
  DEPLOYING: 'working',
  DONE: 'terminal',
  REFINING: 'working',
} as const satisfies Record<string, StateKind>;

export type DeliveryState = keyof typeof DELIVERY_STATES;
/** All that have an effect. */
export type DeliveryWork = Exclude<DeliveryState, 'IDLE' | 'DONE'>;
/** Where a message can come from. */
export type Origin = Exclude<DeliveryState, 'REFINING'>;
