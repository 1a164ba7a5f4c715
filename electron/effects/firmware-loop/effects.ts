import type { FirmwareState } from '../../machine/firmware-loop/states.js';
import type { FirmwareEffect } from './bench.js';
import { buildRun } from './build-run.js';
import { buildSetup } from './build-setup.js';
import { codeAnalysis } from './code-analysis.js';
import { convergenceCheck } from './convergence-check.js';
import { errorRecovery } from './error-recovery.js';
import { init } from './init.js';
import { patchApply } from './patch-apply.js';
import { patchGeneration } from './patch-generation.js';
import { reportRun } from './report.js';
import { resultAnalysis } from './result-analysis.js';
import { resultCollection } from './result-collection.js';
import { testRun } from './test-run.js';
import { testSetup } from './test-setup.js';

/** All but IDLE: the ends report. */
export type WorkState = Exclude<FirmwareState, 'IDLE'>;

/** One effect per state; a missing one does not compile. */
export const firmwareEffects: Readonly<Record<WorkState, FirmwareEffect>> = {
  INIT: init,
  CODE_ANALYSIS: codeAnalysis,
  PATCH_GENERATION: patchGeneration,
  PATCH_APPLY: patchApply,
  BUILD_SETUP: buildSetup,
  BUILD_RUN: buildRun,
  TEST_SETUP: testSetup,
  TEST_RUN: testRun,
  RESULT_COLLECTION: resultCollection,
  RESULT_ANALYSIS: resultAnalysis,
  CONVERGENCE_CHECK: convergenceCheck,
  ERROR_RECOVERY: errorRecovery,
  SUCCESS: reportRun,
  FAILURE: reportRun,
  ABORTED: reportRun,
};
