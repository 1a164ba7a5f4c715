import type { Artifact } from '../../../shared/results.js';
import { nested, text, type Words } from '../../../shared/texts/words.js';
import { differsFromBase } from './assess.js';
import { stalledIterations, trippedAtCheck } from './breakers.js';
import { beginChoosing, type Choosing, settle } from './choosing.js';
import type { FirmwareContext, Patch, Searched } from './context.js';
import {
  concludeFailure,
  decided,
  environmentDown,
  environmentLost,
  errorTypeOf,
  failed,
  noteError,
} from './errors.js';
import type { EventOf } from './events.js';
import { verdictOf } from './ladders.js';
import { modeOfNextIteration, noteNamed, noteVain } from './modes.js';
import { observe } from './observations.js';
import { dropped, noteApplied, noteDiagnosis, recoveredToAnalysis } from './patches.js';
import { noteBuildFailed, noteDecision } from './progress.js';
import { dueClass, heldOutTells, settledChoosing, whyUnproven } from './verdicts.js';

type Ctx = FirmwareContext;

const retryType = { FLAKY: 'FLAKY_TEST', ENV_ERROR: 'ENV_ERROR' } as const;

/** What each transition changes in the context. Each is pure; time comes with the event. */
export const firmwareReducers = {
  begin: (ctx: Ctx, e: EventOf<'task_request'>): Ctx => ({ ...ctx, started_at: e.at, iteration_index: 1 }),
  noteRepository: (ctx: Ctx, e: EventOf<'context_ready'>): Ctx => ({
    ...ctx,
    repo_snapshot: { base_commit: e.base_commit, current_commit: e.base_commit },
    logs: e.logs,
  }),
  noteAnalysis: (ctx: Ctx, e: EventOf<'patch_plan_ok'>): Ctx => ({
    ...noteNamed(ctx, e.analysis),
    ...seen(e),
    analysis: e.analysis,
    patch_plan: e.analysis.patch_plan,
  }),
  noteLowConfidence: (ctx: Ctx, e: EventOf<'patch_plan_ok'>): Ctx =>
    noteError(
      { ...noteNamed(ctx, e.analysis), ...seen(e), analysis: e.analysis },
      {
        type: 'ANALYSIS_FAILURE',
        from: 'CODE_ANALYSIS',
        at: e.at,
        problem: {
          code: 'ANALYSIS_FAILURE',
          message:
            e.analysis.confidence < ctx.policy.analysisConfidence
              ? text`confidence ${e.analysis.confidence.toFixed(2)} is below ${ctx.policy.analysisConfidence}: ${nested(e.analysis.reason)}`
              : text`the analysis names no cause or no plan: ${nested(e.analysis.reason)}`,
        },
      },
    ),
  notePatch: (ctx: Ctx, e: EventOf<'patch_valid'>): Ctx => ({
    ...afterSearch(ctx, e),
    patch: e.patch,
    choosing: chosen(ctx, e),
  }),
  noteUnsafePatch: (ctx: Ctx, e: EventOf<'patch_valid'>): Ctx =>
    noteError(
      { ...afterSearch(ctx, e), patch: e.patch, choosing: null },
      {
        type: 'POLICY_VIOLATION',
        from: 'PATCH_GENERATION',
        at: e.at,
        problem: {
          code: 'POLICY_VIOLATION',
          message:
            e.patch.text.trim() === ''
              ? text`the patch is empty`
              : text`risk ${e.patch.metadata.risk.toFixed(2)} exceeds ${ctx.policy.riskThreshold}`,
        },
      },
    ),
  notePatchInvalid: (ctx: Ctx, e: EventOf<'patch_invalid'>): Ctx =>
    failed('PATCH_GENERATION')(
      {
        ...noteVain(afterSearch(ctx, e), e),
        patch: e.patch === null ? null : refused(e.patch),
        choosing: null,
      },
      e,
    ),
  noteApplied,
  noteApplyFailed: (ctx: Ctx, e: EventOf<'apply_failed'>): Ctx => failed('PATCH_APPLY')(ctx, e),
  noteSetupFailed: (ctx: Ctx, e: EventOf<'toolchain_missing'>): Ctx => failed('BUILD_SETUP')(ctx, e),
  noteToolchainMissing: (ctx: Ctx, e: EventOf<'toolchain_missing'>): Ctx => failed('BUILD_RUN')(ctx, e),
  noteBuild: (ctx: Ctx, e: EventOf<'build_ok'>): Ctx => ({
    ...ctx,
    last_build_result: e.build,
    baseline: differsFromBase(ctx) || ctx.baseline !== null ? ctx.baseline : baselineOf(e.build),
  }),
  noteBuildFailed,
  noteSession: (ctx: Ctx, e: EventOf<'env_ready'>): Ctx => ({
    ...ctx,
    test_session_id: e.session,
    convergence: { ...ctx.convergence, environment_down_since: null },
  }),
  noteEnvironmentFailed: environmentDown('TEST_SETUP'),
  noteRunnerCrashed: environmentDown('TEST_RUN'),
  noteResult: observe,
  noteArtifactsMissing: (ctx: Ctx, e: EventOf<'artifacts_missing'>): Ctx =>
    failed('RESULT_COLLECTION')(ctx, e),
  noteDecision,
  noteDecisionFailed: (ctx: Ctx, e: EventOf<'decision_failed'>): Ctx => failed('RESULT_ANALYSIS')(ctx, e),
  noteAnalysisFailed: (ctx: Ctx, e: EventOf<'analysis_failed'>): Ctx =>
    failed('CODE_ANALYSIS')({ ...ctx, ...seen(e) }, e),
  noteInitFailed: (ctx: Ctx, e: EventOf<'init_failed'>): Ctx => failed('INIT')(ctx, e),

  abortDecided: (ctx: Ctx): Ctx => aborted(ctx, ctx.decision?.reasoning ?? text`the decision is to abort`),
  requestControl: (ctx: Ctx, e: EventOf<'checked'>): Ctx => {
    const noted = decided(
      ctx,
      e.at,
      'INCONCLUSIVE',
      text`the failure has not been seen without the patch yet`,
    );
    if (noted.recovery?.to === 'FAILURE') return noted;
    return {
      ...noted,
      recovery: { action: 'control_run', to: 'TEST_SETUP', reason: text`control: run the baseline image` },
    };
  },
  noteRetry: (ctx: Ctx, e: EventOf<'checked'>): Ctx => {
    const status = ctx.decision?.status;
    const type = status === 'FLAKY' || status === 'ENV_ERROR' ? retryType[status] : 'INCONCLUSIVE';
    return decided(ctx, e.at, type, ctx.decision?.reasoning ?? '');
  },
  noteUnconfirmed: (ctx: Ctx, e: EventOf<'checked'>): Ctx =>
    decided(
      ctx,
      e.at,
      'INCONCLUSIVE',
      text`every case passes, but a confidence of ${(ctx.decision?.confidence ?? 0).toFixed(2)} does not settle it yet`,
    ),
  noteRegression: (ctx: Ctx, e: EventOf<'checked'>): Ctx =>
    decided(ctx, e.at, 'REGRESSION', ctx.decision?.reasoning ?? ''),
  succeed: (ctx: Ctx): Ctx => ({
    ...ctx,
    last_error: null,
    outcome: {
      status: 'SUCCESS',
      verdict: heldOutTells(ctx) ? 'CORRECT_ON_HELD_OUT' : 'PLAUSIBLE',
      reason: ctx.decision?.reasoning ?? text`every target case passes, no regression`,
    },
    choosing: taken(ctx),
  }),
  nextClass: (ctx: Ctx, e: EventOf<'checked'>): Ctx => {
    const settled = settledChoosing(ctx);
    const due = dueClass(ctx);
    return {
      ...dropped(ctx, e),
      decision: null,
      choosing: settled && { ...settled, due, changes: settled.changes + 1 },
      convergence: {
        ...ctx.convergence,
        cumulative_risk: ctx.convergence.cumulative_risk - (ctx.patch?.metadata.risk ?? 0),
      },
    };
  },
  /** Told to the model as an attempt that only held-out cases reject. */
  nextAnswer: (ctx: Ctx, e: EventOf<'checked'>): Ctx => ({
    ...dropped(ctx, e),
    decision: null,
    held_out_rejections: ctx.held_out_rejections + 1,
    convergence: {
      ...ctx.convergence,
      cumulative_risk: ctx.convergence.cumulative_risk - (ctx.patch?.metadata.risk ?? 0),
    },
  }),
  failTaken: (ctx: Ctx): Ctx => ({
    ...concludeFailure(ctx, 'UNPROVEN', text`${nested(whyUnproven(ctx).reason)}; a person took it`),
    choosing: taken(ctx),
  }),
  failUnproven: (ctx: Ctx, e: EventOf<'checked'>): Ctx => {
    const { verdict, reason } = whyUnproven(ctx);
    return { ...concludeFailure(dropped(ctx, e), verdict, reason), choosing: settledChoosing(ctx) };
  },
  succeedUnchanged: (ctx: Ctx): Ctx => ({
    ...ctx,
    last_error: null,
    outcome: {
      status: 'SUCCESS',
      verdict: 'NOTHING_TO_FIX',
      reason: text`nothing to fix: every target case passes`,
    },
  }),
  failStopped: (ctx: Ctx, e: EventOf<'checked'>): Ctx =>
    concludeFailure(
      dropped(ctx, e),
      'NOT_FIXED',
      text`stopped by the operator: the same edit failed the same way again`,
    ),
  failBreaker: (ctx: Ctx, e: EventOf<'checked'>): Ctx => {
    const tripped = trippedAtCheck(ctx, e.at);
    return concludeFailure(
      dropped(ctx, e),
      tripped?.verdict ?? 'NOT_FIXED',
      tripped?.reason ?? text`no improvement`,
    );
  },
  failMaxIterations: (ctx: Ctx, e: EventOf<'checked'>): Ctx =>
    concludeFailure(
      dropped(ctx, e),
      'NOT_FIXED',
      text`the limit of ${ctx.max_iterations} iterations is reached: ${nested(ctx.decision?.reasoning ?? '')}`,
    ),
  noteDiagnosis,
  keepIteration: (ctx: Ctx): Ctx => ctx,
  nextIteration: (ctx: Ctx, e: EventOf<'checked'>): Ctx => ({
    ...dropped(ctx, e),
    iteration_index: ctx.iteration_index + 1,
    analysis_mode: modeOfNextIteration(ctx),
    convergence: { ...ctx.convergence, no_progress: stalledIterations(ctx) },
  }),

  recoveredToAnalysis,
  recoveredToBuild: (ctx: Ctx, e: EventOf<'recovered_to_build'>): Ctx => ({
    ...ctx,
    // That nothing is known at the start is no error that a report should end with.
    last_error: ctx.last_error?.code === 'EVIDENCE_MISSING' ? null : ctx.last_error,
    build_configuration: ctx.build_configuration + (e.action === 'next_configuration' ? 1 : 0),
  }),
  recoveredToTestSetup: (ctx: Ctx, e: EventOf<'recovered_to_test_setup'>): Ctx => {
    if (e.action === 'control_run') return { ...ctx, test_plan: { image: 'baseline', purpose: 'control' } };
    if (e.action === 'other_board') return onOtherBoard(ctx);
    if (e.action === 'repeat_run') return { ...ctx, test_plan: { image: 'current', purpose: 'repeat' } };
    return ctx;
  },
  recoveredToCollection: (ctx: Ctx): Ctx => ctx,
  giveUp: (ctx: Ctx, e: EventOf<'unrecoverable'>): Ctx => ({
    ...recoveredToAnalysis(ctx, e),
    outcome: {
      status: 'FAILURE',
      verdict: ctx.recovery?.verdict ?? verdictOf(ctx.error_state?.type ?? 'UNHANDLED_EXCEPTION'),
      reason: e.reason || (ctx.recovery?.reason ?? text`no recovery was chosen`),
    },
  }),
  failRecovery: (ctx: Ctx, e: EventOf<'TIMEOUT' | 'exception'>): Ctx =>
    concludeFailure(ctx, 'NOT_FIXED', text`the recovery failed, too: ${nested(e.reason)}`),

  noteTimeout: (ctx: Ctx, e: EventOf<'TIMEOUT'>): Ctx =>
    noteError(e.state === 'TEST_SETUP' ? environmentLost(ctx, e.at) : ctx, {
      type: 'TIMEOUT',
      from: e.state,
      at: e.at,
      problem: { code: 'TIMEOUT', message: e.reason, where: e.state },
    }),
  noteException: (ctx: Ctx, e: EventOf<'exception'>): Ctx =>
    noteError(ctx, { type: errorTypeOf(e.problem), from: e.state, problem: e.problem, at: e.at }),
  noteAbort: (ctx: Ctx, e: EventOf<'abort'>): Ctx => aborted(ctx, e.reason),
  noteReported: (ctx: Ctx, e: EventOf<'reported'>): Ctx => ({ ...ctx, branch: e.branch, finished: true }),
  noteReportFailed: (ctx: Ctx): Ctx => ({ ...ctx, finished: true }),
};

/** What went wrong with the board that is given up says nothing of the next one. */
const onOtherBoard = (ctx: Ctx): Ctx => ({
  ...ctx,
  boards_given_up: ctx.boards_given_up + 1,
  retries: { ...ctx.retries, TEST_ENV_FAILURE: 0, ENV_ERROR: 0 },
});

const baselineOf = (build: EventOf<'build_ok'>['build']): Ctx['baseline'] => ({
  built: true,
  result: null,
  image: build.artifacts.find((a) => a.kind === 'elf') ?? null,
});

const aborted = (ctx: Ctx, reason: Words): Ctx => ({
  ...ctx,
  abort_reason: reason,
  outcome: { status: 'ABORTED', verdict: 'NOT_FIXED', reason },
});

/** Keeps the newest measurement. */
const seen = ({ coverage }: { coverage?: Artifact }): Pick<Ctx, 'coverage'> => (coverage ? { coverage } : {});

const afterSearch = (
  ctx: Ctx,
  { searched = { ms: 0, trials: 0 }, ...of }: { searched?: Searched; coverage?: Artifact },
): Ctx => ({
  ...ctx,
  ...seen(of),
  searched: { ms: ctx.searched.ms + searched.ms, trials: ctx.searched.trials + searched.trials },
});

/** A new search begins the choice anew; a class of an earlier one is taken up; a patch from elsewhere is no class. */
function chosen({ choosing }: Ctx, { found, choice }: EventOf<'patch_valid'>): Choosing | null {
  if (found) return beginChoosing(found, choosing);
  return choosing && choice !== undefined ? { ...choosing, at: choice, due: null } : null;
}

const taken = ({ choosing, decision }: Ctx): Choosing | null =>
  choosing && settle(choosing, 'taken', decision?.confidence ?? null);

/** A patch that was refused before it was measured; remembered so that it is not proposed again. */
const refused = (text: string): Patch => ({
  text,
  rationale: '',
  metadata: { files: [], lines: 0, risk: 0, reasons: [] },
  alternatives: [],
  tree: null,
  applied: null,
});
