import type { ResumePolicy } from '../../engine/effect.js';
import type { WorkState } from './effects.js';

/**
 * What resuming does to a state that was being worked on (design §2). Simulated targets and the run's own clone never need a
 * person.
 */
export const RESUME: Readonly<Record<WorkState, ResumePolicy>> = {
  INIT: 'rerun',
  CODE_ANALYSIS: 'rerun',
  PATCH_GENERATION: 'rerun',
  PATCH_APPLY: 'reconcile',
  BUILD_SETUP: 'rerun',
  BUILD_RUN: 'rerun',
  TEST_SETUP: 'rerun',
  TEST_RUN: 'rerun',
  RESULT_COLLECTION: 'rerun',
  RESULT_ANALYSIS: 'rerun',
  CONVERGENCE_CHECK: 'reconcile',
  ERROR_RECOVERY: 'reconcile',
  SUCCESS: 'reconcile',
  FAILURE: 'reconcile',
  ABORTED: 'reconcile',
};
