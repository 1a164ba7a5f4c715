import type { Effects, ResumePolicy } from '../../engine/effect.js';
import type { FirmwareContext } from '../../machine/firmware-loop/context.js';
import type { FirmwareEvent } from '../../machine/firmware-loop/events.js';
import type { FirmwareState } from '../../machine/firmware-loop/states.js';
import type { FirmwareBench } from './bench.js';
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

/** One effect per state; a missing one does not compile. */
export const firmwareEffects: Effects<FirmwareContext, FirmwareState, FirmwareEvent, FirmwareBench> = {
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

/** What resuming does to a state that was being worked on (design §2). Simulated targets and the run's own clone never need a person. */
const RESUME: Readonly<Record<string, ResumePolicy>> = {
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
} satisfies Record<Exclude<FirmwareState, 'IDLE'>, ResumePolicy>;

/** The resume policy of a stored state; IDLE has nothing to take up. */
export const resumePolicy = (state: string): ResumePolicy => RESUME[state] ?? 'rerun';
