import { differsFromBase, failureFingerprint, isPatched, score } from './assess.js';
import type { FirmwareContext, PastAttempt } from './context.js';
import { concludeFailure, decided, environmentDown, failed, noteError } from './errors.js';
import type { EventOf } from './events.js';
import { trippedBreaker, verdictOf } from './ladders.js';
import { observe } from './observations.js';

type Ctx = FirmwareContext;

const attempt = (ctx: Ctx, outcome: string): PastAttempt[] =>
  ctx.patch === null
    ? ctx.attempts
    : [
        ...ctx.attempts,
        {
          iteration: ctx.iteration_index,
          patch: ctx.patch.text,
          outcome,
          cases: (ctx.last_test_result?.cases ?? []).map((c) => ({ name: c.name, status: c.status })),
          fingerprint: failureFingerprint(ctx),
        },
      ];

/** The tree is back at `commit`: what was known of it holds again. */
function takenBack(ctx: Ctx, commit: string | null, outcome: string): Ctx {
  const back = commit === null ? null : ctx.kept;
  return {
    ...ctx,
    attempts: attempt(ctx, outcome),
    patch: null,
    repo_snapshot:
      commit === null || !ctx.repo_snapshot
        ? ctx.repo_snapshot
        : { ...ctx.repo_snapshot, current_commit: commit },
    last_build_result: back ? back.build : ctx.last_build_result,
    last_test_result: back ? back.test : ctx.last_test_result,
  };
}

function recoveredToAnalysis(ctx: Ctx, e: EventOf<'recovered_to_analysis' | 'unrecoverable'>): Ctx {
  const counts = e.action === 'rollback' && isPatched(ctx);
  const modes = ctx.analysis_modes.length - 1;
  const tightened = ['smallest change', 'log only'].slice(0, ctx.tightened.length + 1);
  const back = takenBack(ctx, e.rolled_back_to, ctx.last_error?.message ?? e.reason);
  return {
    ...back,
    analysis_mode: Math.min(ctx.analysis_mode + (e.action === 'fallback_mode' ? 1 : 0), modes),
    tightened: e.action === 'tighten' ? tightened : ctx.tightened,
    convergence: { ...ctx.convergence, rollbacks: ctx.convergence.rollbacks + (counts ? 1 : 0) },
  };
}

function noteDecision(ctx: Ctx, e: EventOf<'decision_produced'>): Ctx {
  const next = { ...ctx, decision: e.decision };
  const purpose = ctx.test_plan.purpose;
  if (purpose !== 'verify' && purpose !== 'baseline') return next;
  const best = ctx.convergence.best;
  const now = score(ctx);
  const improved = best === null || now > best;
  const counts = purpose === 'verify' && best !== null;
  return {
    ...next,
    retries: improved ? {} : ctx.retries,
    convergence: {
      ...ctx.convergence,
      improved: counts && improved,
      best: improved ? now : best,
      no_progress: counts ? (improved ? 0 : ctx.convergence.no_progress + 1) : ctx.convergence.no_progress,
    },
  };
}

function noteBuildFailed(ctx: Ctx, e: EventOf<'build_failed'>): Ctx {
  const errors = (b: Ctx['last_build_result']): number =>
    b?.success === false
      ? b.diagnostics.filter((d) => d.severity === 'error').length
      : Number.POSITIVE_INFINITY;
  const fewer = errors(e.build) < errors(ctx.last_build_result) && ctx.last_build_result?.success === false;
  const first = !differsFromBase(ctx) && ctx.baseline === null;
  const built: Ctx = {
    ...ctx,
    last_build_result: e.build,
    retries: fewer ? {} : ctx.retries,
    baseline: first ? { built: false, result: null, image: null } : ctx.baseline,
  };
  const best = first ? score(built) : built.convergence.best;
  return noteError(
    { ...built, convergence: { ...built.convergence, best } },
    {
      type: 'BUILD_FAILURE',
      from: 'BUILD_RUN',
      problem: e.problem,
      at: e.at,
      in_patched_lines: e.in_patched_lines,
    },
  );
}

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
    ...ctx,
    analysis: e.analysis,
    patch_plan: e.analysis.patch_plan,
  }),
  noteLowConfidence: (ctx: Ctx, e: EventOf<'patch_plan_ok'>): Ctx =>
    noteError(
      { ...ctx, analysis: e.analysis },
      {
        type: 'ANALYSIS_FAILURE',
        from: 'CODE_ANALYSIS',
        at: e.at,
        problem: {
          code: 'ANALYSIS_FAILURE',
          message: `confidence ${e.analysis.confidence} is below ${ctx.policy.analysisConfidence}: ${e.analysis.reason}`,
        },
      },
    ),
  notePatch: (ctx: Ctx, e: EventOf<'patch_valid'>): Ctx => ({ ...ctx, patch: e.patch }),
  noteUnsafePatch: (ctx: Ctx, e: EventOf<'patch_valid'>): Ctx =>
    noteError(
      { ...ctx, patch: e.patch },
      {
        type: 'POLICY_VIOLATION',
        from: 'PATCH_GENERATION',
        at: e.at,
        problem: {
          code: 'POLICY_VIOLATION',
          message: `risk ${e.patch.metadata.risk} exceeds ${ctx.policy.riskThreshold}`,
        },
      },
    ),
  notePatchInvalid: (ctx: Ctx, e: EventOf<'patch_invalid'>): Ctx => failed('PATCH_GENERATION')(ctx, e),
  noteApplied: (ctx: Ctx, e: EventOf<'workspace_updated'>): Ctx => ({
    ...ctx,
    kept: ctx.repo_snapshot && {
      commit: ctx.repo_snapshot.current_commit,
      build: ctx.last_build_result,
      test: ctx.last_test_result,
    },
    patch: ctx.patch && { ...ctx.patch, applied: { commit: e.commit, tree: e.tree } },
    repo_snapshot: ctx.repo_snapshot && { ...ctx.repo_snapshot, current_commit: e.commit },
    test_plan: { image: 'current', purpose: 'verify' },
    convergence: {
      ...ctx.convergence,
      cumulative_risk: ctx.convergence.cumulative_risk + (ctx.patch?.metadata.risk ?? 0),
    },
  }),
  noteApplyFailed: (ctx: Ctx, e: EventOf<'apply_failed'>): Ctx => failed('PATCH_APPLY')(ctx, e),
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
  noteAnalysisFailed: (ctx: Ctx, e: EventOf<'analysis_failed'>): Ctx => failed('CODE_ANALYSIS')(ctx, e),
  noteInitFailed: (ctx: Ctx, e: EventOf<'init_failed'>): Ctx => failed('INIT')(ctx, e),

  abortDecided: (ctx: Ctx): Ctx => aborted(ctx, ctx.decision?.reasoning ?? 'decision abort'),
  requestControl: (ctx: Ctx, e: EventOf<'checked'>): Ctx => {
    const noted = decided(ctx, e.at, 'INCONCLUSIVE', 'the failure was not yet seen without the patch');
    if (noted.recovery?.to === 'FAILURE') return noted;
    return {
      ...noted,
      recovery: { action: 'control_run', to: 'TEST_SETUP', reason: 'control: run the baseline image' },
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
      `every case passes, but confidence is only ${ctx.decision?.confidence}`,
    ),
  noteRegression: (ctx: Ctx, e: EventOf<'checked'>): Ctx =>
    decided(ctx, e.at, 'REGRESSION', ctx.decision?.reasoning ?? ''),
  succeed: (ctx: Ctx): Ctx => ({
    ...ctx,
    outcome: {
      status: 'SUCCESS',
      verdict: ctx.task.heldOut.length > 0 ? 'CORRECT_ON_HELD_OUT' : 'PLAUSIBLE',
      reason: ctx.decision?.reasoning ?? 'converged',
    },
  }),
  succeedUnchanged: (ctx: Ctx): Ctx => ({
    ...ctx,
    outcome: {
      status: 'SUCCESS',
      verdict: 'NOTHING_TO_FIX',
      reason: 'nothing to fix: every target case passes',
    },
  }),
  failStopped: (ctx: Ctx): Ctx =>
    concludeFailure(ctx, 'NOT_FIXED', 'stopped by the operator: the same edit failed the same way again'),
  failBreaker: (ctx: Ctx, e: EventOf<'checked'>): Ctx => {
    const tripped = trippedBreaker(ctx, e.at);
    return concludeFailure(dropped(ctx, e), tripped?.verdict ?? 'NOT_FIXED', tripped?.reason ?? 'breaker');
  },
  failMaxIterations: (ctx: Ctx, e: EventOf<'checked'>): Ctx =>
    concludeFailure(
      dropped(ctx, e),
      'NOT_FIXED',
      `max_iterations reached (${ctx.max_iterations}): ${ctx.decision?.reasoning ?? ''}`,
    ),
  keepIteration: (ctx: Ctx): Ctx => ctx,
  nextIteration: (ctx: Ctx, e: EventOf<'checked'>): Ctx => ({
    ...dropped(ctx, e),
    iteration_index: ctx.iteration_index + 1,
  }),

  recoveredToAnalysis,
  recoveredToBuild: (ctx: Ctx, e: EventOf<'recovered_to_build'>): Ctx => ({
    ...ctx,
    build_configuration: ctx.build_configuration + (e.action === 'next_configuration' ? 1 : 0),
  }),
  recoveredToTestSetup: (ctx: Ctx, e: EventOf<'recovered_to_test_setup'>): Ctx => {
    if (e.action === 'control_run') return { ...ctx, test_plan: { image: 'baseline', purpose: 'control' } };
    if (e.action === 'repeat_run') return { ...ctx, test_plan: { image: 'current', purpose: 'repeat' } };
    return ctx;
  },
  recoveredToCollection: (ctx: Ctx): Ctx => ctx,
  giveUp: (ctx: Ctx, e: EventOf<'unrecoverable'>): Ctx => ({
    ...recoveredToAnalysis(ctx, e),
    outcome: {
      status: 'FAILURE',
      verdict: ctx.recovery?.verdict ?? verdictOf(ctx.error_state?.type ?? 'UNHANDLED_EXCEPTION'),
      reason: e.reason || (ctx.recovery?.reason ?? 'unrecoverable'),
    },
  }),
  failRecovery: (ctx: Ctx, e: EventOf<'TIMEOUT' | 'exception'>): Ctx =>
    concludeFailure(ctx, 'NOT_FIXED', `recovery itself failed: ${e.reason}`),

  noteTimeout: (ctx: Ctx, e: EventOf<'TIMEOUT'>): Ctx =>
    noteError(ctx, {
      type: 'TIMEOUT',
      from: e.state,
      at: e.at,
      problem: { code: 'TIMEOUT', message: e.reason, where: e.state },
    }),
  noteException: (ctx: Ctx, e: EventOf<'exception'>): Ctx =>
    noteError(ctx, { type: 'UNHANDLED_EXCEPTION', from: e.state, problem: e.problem, at: e.at }),
  noteAbort: (ctx: Ctx, e: EventOf<'abort'>): Ctx => aborted(ctx, e.reason),
  noteReported: (ctx: Ctx, e: EventOf<'reported'>): Ctx => ({ ...ctx, branch: e.branch, finished: true }),
  noteReportFailed: (ctx: Ctx): Ctx => ({ ...ctx, finished: true }),
};

const baselineOf = (build: EventOf<'build_ok'>['build']): Ctx['baseline'] => ({
  built: true,
  result: null,
  image: build.artifacts.find((a) => a.kind === 'elf') ?? null,
});

const aborted = (ctx: Ctx, reason: string): Ctx => ({
  ...ctx,
  abort_reason: reason,
  outcome: { status: 'ABORTED', verdict: 'NOT_FIXED', reason },
});

/** The patch did not improve anything and was taken back by the effect, or it stays as a step forward. */
const dropped = (ctx: Ctx, e: EventOf<'checked'>): Ctx =>
  e.dropped_to !== null
    ? takenBack(ctx, e.dropped_to, ctx.decision?.reasoning ?? 'no improvement')
    : { ...ctx, attempts: attempt(ctx, ctx.decision?.reasoning ?? ''), patch: null };
