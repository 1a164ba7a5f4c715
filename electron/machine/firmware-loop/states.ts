import type { StateKind } from '../define.js';

/** The seed's 16 states, in its order (§3.1). */
export const FIRMWARE_STATES = {
  IDLE: 'idle',
  INIT: 'working',
  CODE_ANALYSIS: 'working',
  PATCH_GENERATION: 'working',
  PATCH_APPLY: 'working',
  BUILD_SETUP: 'working',
  BUILD_RUN: 'working',
  TEST_SETUP: 'working',
  TEST_RUN: 'working',
  RESULT_COLLECTION: 'working',
  RESULT_ANALYSIS: 'working',
  CONVERGENCE_CHECK: 'working',
  ERROR_RECOVERY: 'working',
  SUCCESS: 'terminal',
  FAILURE: 'terminal',
  ABORTED: 'terminal',
} as const satisfies Record<string, StateKind>;

export type FirmwareState = keyof typeof FIRMWARE_STATES;
