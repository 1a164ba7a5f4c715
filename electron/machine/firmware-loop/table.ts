import * as z from 'zod';
import { FINAL_STATUSES, VERDICTS } from '../../../shared/report.js';
import { wordsSchema } from '../../../shared/texts/words.js';
import { defineMachine, type Row } from '../define.js';
import type { FirmwareContext } from './context.js';
import type { FirmwareEvent } from './events.js';
import { firmwareGuards } from './guards.js';
import { firmwareReducers } from './reducers.js';
import { FIRMWARE_STATES, type FirmwareState } from './states.js';

type LoopRow = Row<
  FirmwareState,
  FirmwareEvent,
  FirmwareContext,
  typeof firmwareGuards,
  typeof firmwareReducers
>;

/** The seed's transition table (§4.1, §5) with design §3's rulings, in the seed's order. */
// biome-ignore format: a table is read by its columns
const rows = [
  { from: 'IDLE', on: 'task_request', to: 'INIT', when: 'notYetRun', do: 'begin' },

  { from: 'INIT', on: 'context_ready', to: 'CODE_ANALYSIS', do: 'noteRepository' },
  { from: 'INIT', on: 'init_failed', to: 'ERROR_RECOVERY', do: 'noteInitFailed' },

  { from: 'CODE_ANALYSIS', on: 'patch_plan_ok', to: 'PATCH_GENERATION', when: 'analysisConfident', do: 'noteAnalysis' },
  { from: 'CODE_ANALYSIS', on: 'patch_plan_ok', to: 'ERROR_RECOVERY', do: 'noteLowConfidence' },
  { from: 'CODE_ANALYSIS', on: 'analysis_failed', to: 'ERROR_RECOVERY', do: 'noteAnalysisFailed' },

  { from: 'PATCH_GENERATION', on: 'patch_valid', to: 'PATCH_APPLY', when: 'riskWithinThreshold', do: 'notePatch' },
  { from: 'PATCH_GENERATION', on: 'patch_valid', to: 'ERROR_RECOVERY', do: 'noteUnsafePatch' },
  { from: 'PATCH_GENERATION', on: 'patch_invalid', to: 'ERROR_RECOVERY', do: 'notePatchInvalid' },

  { from: 'PATCH_APPLY', on: 'workspace_updated', to: 'BUILD_SETUP', do: 'noteApplied' },
  { from: 'PATCH_APPLY', on: 'apply_failed', to: 'ERROR_RECOVERY', do: 'noteApplyFailed' },

  { from: 'BUILD_SETUP', on: 'build_env_ready', to: 'BUILD_RUN' },
  { from: 'BUILD_SETUP', on: 'toolchain_missing', to: 'ERROR_RECOVERY', do: 'noteSetupFailed' },

  { from: 'BUILD_RUN', on: 'build_ok', to: 'TEST_SETUP', do: 'noteBuild' },
  { from: 'BUILD_RUN', on: 'build_failed', to: 'ERROR_RECOVERY', do: 'noteBuildFailed' },
  { from: 'BUILD_RUN', on: 'toolchain_missing', to: 'ERROR_RECOVERY', do: 'noteToolchainMissing' },

  { from: 'TEST_SETUP', on: 'env_ready', to: 'TEST_RUN', do: 'noteSession' },
  { from: 'TEST_SETUP', on: 'env_failed', to: 'ERROR_RECOVERY', do: 'noteEnvironmentFailed' },

  { from: 'TEST_RUN', on: 'test_finished', to: 'RESULT_COLLECTION', note: 'pass, fail or timeout: the evidence is collected' },
  { from: 'TEST_RUN', on: 'runner_crashed', to: 'ERROR_RECOVERY', do: 'noteRunnerCrashed' },

  { from: 'RESULT_COLLECTION', on: 'result_normalized', to: 'RESULT_ANALYSIS', do: 'noteResult' },
  { from: 'RESULT_COLLECTION', on: 'artifacts_missing', to: 'ERROR_RECOVERY', do: 'noteArtifactsMissing' },

  { from: 'RESULT_ANALYSIS', on: 'decision_produced', to: 'CONVERGENCE_CHECK', do: 'noteDecision' },
  { from: 'RESULT_ANALYSIS', on: 'decision_failed', to: 'ERROR_RECOVERY', do: 'noteDecisionFailed' },

  { from: 'CONVERGENCE_CHECK', on: 'checked', to: 'ABORTED', when: 'decisionAborts', do: 'abortDecided' },
  { from: 'CONVERGENCE_CHECK', on: 'checked', to: 'FAILURE', when: 'operatorStops', do: 'failStopped' },
  { from: 'CONVERGENCE_CHECK', on: 'checked', to: 'CODE_ANALYSIS', when: 'diagnosticRan', do: 'noteDiagnosis', note: 'the diagnostic patch of a silent hang does not count' },
  { from: 'CONVERGENCE_CHECK', on: 'checked', to: 'SUCCESS', when: 'nothingToFix', do: 'succeedUnchanged' },
  { from: 'CONVERGENCE_CHECK', on: 'checked', to: 'SUCCESS', when: 'converged', do: 'succeed' },
  { from: 'CONVERGENCE_CHECK', on: 'checked', to: 'ERROR_RECOVERY', when: 'controlMissing', do: 'requestControl' },
  {
    from: 'CONVERGENCE_CHECK',
    on: 'checked',
    to: 'FAILURE',
    when: 'operatorTakes',
    do: 'failTaken',
    note: 'a person takes a patch that is not proven',
  },
  {
    from: 'CONVERGENCE_CHECK',
    on: 'checked',
    to: 'CODE_ANALYSIS',
    when: 'nextClassDue',
    do: 'nextClass',
    note: 'the patch is not believed, or held-out cases reject it: the next class of patches',
  },
  {
    from: 'CONVERGENCE_CHECK',
    on: 'checked',
    to: 'CODE_ANALYSIS',
    when: 'anotherAnswerDue',
    do: 'nextAnswer',
    note: 'held-out cases reject the patch of a model: it is told so, at most three times',
  },
  { from: 'CONVERGENCE_CHECK', on: 'checked', to: 'FAILURE', when: 'noClassLeft', do: 'failUnproven' },
  { from: 'CONVERGENCE_CHECK', on: 'checked', to: 'ERROR_RECOVERY', when: 'decisionRetries', do: 'noteRetry' },
  { from: 'CONVERGENCE_CHECK', on: 'checked', to: 'ERROR_RECOVERY', when: 'decisionRollsBack', do: 'noteRegression' },
  { from: 'CONVERGENCE_CHECK', on: 'checked', to: 'ERROR_RECOVERY', when: 'passUnconfirmed', do: 'noteUnconfirmed' },
  { from: 'CONVERGENCE_CHECK', on: 'checked', to: 'FAILURE', when: 'breakerTripped', do: 'failBreaker' },
  { from: 'CONVERGENCE_CHECK', on: 'checked', to: 'CODE_ANALYSIS', when: 'baselinePass', do: 'keepIteration', note: 'the baseline pass does not count' },
  { from: 'CONVERGENCE_CHECK', on: 'checked', to: 'FAILURE', when: 'maxIterationsReached', do: 'failMaxIterations' },
  { from: 'CONVERGENCE_CHECK', on: 'checked', to: 'CODE_ANALYSIS', do: 'nextIteration' },

  { from: 'ERROR_RECOVERY', on: 'recovered_to_analysis', to: 'CODE_ANALYSIS', when: 'rungToAnalysis', do: 'recoveredToAnalysis' },
  { from: 'ERROR_RECOVERY', on: 'recovered_to_build', to: 'BUILD_RUN', when: 'rungToBuild', do: 'recoveredToBuild' },
  { from: 'ERROR_RECOVERY', on: 'recovered_to_test_setup', to: 'TEST_SETUP', when: 'rungToTestSetup', do: 'recoveredToTestSetup' },
  { from: 'ERROR_RECOVERY', on: 'recovered_to_collection', to: 'RESULT_COLLECTION', when: 'rungToCollection', do: 'recoveredToCollection' },
  { from: 'ERROR_RECOVERY', on: 'unrecoverable', to: 'FAILURE', do: 'giveUp' },
  { from: 'ERROR_RECOVERY', on: 'TIMEOUT', to: 'FAILURE', do: 'failRecovery' },
  { from: 'ERROR_RECOVERY', on: 'exception', to: 'FAILURE', do: 'failRecovery' },

  { from: 'SUCCESS', on: 'reported', to: 'IDLE', do: 'noteReported' },
  { from: 'SUCCESS', on: 'TIMEOUT', to: 'IDLE', do: 'noteReportFailed' },
  { from: 'SUCCESS', on: 'exception', to: 'IDLE', do: 'noteReportFailed' },
  { from: 'FAILURE', on: 'reported', to: 'IDLE', do: 'noteReported' },
  { from: 'FAILURE', on: 'TIMEOUT', to: 'IDLE', do: 'noteReportFailed' },
  { from: 'FAILURE', on: 'exception', to: 'IDLE', do: 'noteReportFailed' },
  { from: 'ABORTED', on: 'reported', to: 'IDLE', do: 'noteReported' },
  { from: 'ABORTED', on: 'TIMEOUT', to: 'IDLE', do: 'noteReportFailed' },
  { from: 'ABORTED', on: 'exception', to: 'IDLE', do: 'noteReportFailed' },

  { from: '*', on: 'abort', to: 'ABORTED', do: 'noteAbort' },
  { from: '*', on: 'TIMEOUT', to: 'ERROR_RECOVERY', do: 'noteTimeout' },
  { from: '*', on: 'exception', to: 'ERROR_RECOVERY', do: 'noteException' },
] as const satisfies readonly LoopRow[];

/** What of a context must be readable whatever its version. The rest was written by this table's version, and is checked by the journal. */
const StoredContext = z.looseObject({
  finished: z.boolean(),
  outcome: z
    .looseObject({
      status: z.enum(FINAL_STATUSES),
      verdict: z.enum(VERDICTS).optional(),
      reason: wordsSchema.optional(),
    })
    .nullable(),
}) as unknown as z.ZodType<FirmwareContext>;

/** Exit codes of the ends (design §4). */
const EXITS = { SUCCESS: 0, FAILURE: 1, ABORTED: 3 } as const;

/** The closed loop on one board (seed 000). */
export const firmwareLoop = defineMachine<
  FirmwareContext,
  FirmwareState,
  FirmwareEvent,
  typeof firmwareGuards,
  typeof firmwareReducers
>({
  id: 'firmware-loop',
  version: 7,
  initial: 'IDLE',
  states: FIRMWARE_STATES,
  rows,
  guards: firmwareGuards,
  reducers: firmwareReducers,
  explain: (to, after, event) => {
    if (after.outcome && !after.finished) return after.outcome.reason;
    // what the search tried is told here, and nowhere else
    if (event.type === 'patch_invalid') return event.reason;
    if (to === 'ERROR_RECOVERY') return after.last_error?.message ?? event.reason;
    if (event.type === 'checked') return after.decision?.reasoning ?? event.reason;
    return event.reason;
  },
  counters: (after) => ({
    iteration_index: after.iteration_index,
    retry_count: after.error_state?.retry_count ?? 0,
    retry_reason: after.error_state?.type ?? null,
  }),
  events: { abort: 'abort', timeout: 'TIMEOUT', exception: 'exception' },
  context: StoredContext,
  ended: (_, { finished, outcome }) => {
    if (!finished) return null;
    const { status = 'FAILURE', verdict = null, reason = '' } = outcome ?? {};
    return { status, verdict, reason, exit: EXITS[status] };
  },
});
