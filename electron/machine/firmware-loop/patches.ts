import { createHash } from 'node:crypto';
import type { Words } from '../../../shared/texts/words.js';
import { text } from '../../../shared/texts/words.js';
import { factsPass, isHeldOut, isPatched } from './assess.js';
import type { FirmwareContext, PastAttempt } from './context.js';
import { diagnosed, diagnosisDue, failsDiagnosis, isDiagnosing } from './diagnosis.js';
import type { EventOf } from './events.js';
import { askedAgain } from './modes.js';
import { leavesClass } from './verdicts.js';

type Ctx = FirmwareContext;

/**
 * Identifies "the same edit failed the same way": hash of the patch and of what failed with which words.
 * Empty where the patch never ran.
 */
export function failureFingerprint(ctx: Ctx): string {
  const result = ctx.last_test_result;
  if (!isPatched(ctx) || result === null) return '';
  const failing = result.cases.filter((c) => c.status !== 'pass');
  const text = JSON.stringify([
    ctx.patch?.text ?? '',
    result.ended_by,
    failing.map((c) => [c.name, c.status, c.message ?? '']),
  ]);
  return createHash('sha256').update(text).digest('hex');
}

/** The same edit failed the same way before: a person says whether to go on. */
export function mustAskOperator(ctx: Ctx): boolean {
  const fingerprint = failureFingerprint(ctx);
  return (
    fingerprint !== '' &&
    ctx.decision?.status === 'FAIL' &&
    ctx.attempts.some((a) => a.fingerprint === fingerprint)
  );
}

/** The patch under test must be taken back before the next iteration: it brought nothing, or was there to show something. */
export const mustDrop = (ctx: Ctx): boolean =>
  isDiagnosing(ctx) ||
  (isPatched(ctx) && leavesClass(ctx)) ||
  (isPatched(ctx) &&
    !ctx.convergence.improved &&
    ctx.decision?.next_action === 'CONTINUE' &&
    ctx.decision.status !== 'ENV_ERROR' &&
    !(ctx.decision.status === 'PASS' && factsPass(ctx)));

/**
 * The commit to which the recovery takes the tree back, or null where it leaves the tree alone: the rung
 * says so, or the patch under test was not seen to improve anything and the loop goes elsewhere.
 */
export function recoveryTakesBackTo(ctx: Ctx): string | null {
  const below = isPatched(ctx) ? ctx.kept?.commit : ctx.repo_snapshot?.current_commit;
  const leaves = ctx.recovery?.to === 'CODE_ANALYSIS' || ctx.recovery?.to === 'FAILURE';
  const unproven = leaves && isPatched(ctx) && !ctx.convergence.improved;
  return ctx.recovery?.action === 'rollback' || unproven ? (below ?? null) : null;
}

const attempted = (ctx: Ctx, outcome: Words): PastAttempt[] =>
  ctx.patch === null || diagnosisDue(ctx)
    ? ctx.attempts
    : [
        ...ctx.attempts,
        {
          iteration: ctx.iteration_index,
          patch: ctx.patch.text,
          outcome,
          cases: (isPatched(ctx) ? (ctx.last_test_result?.cases ?? []) : [])
            .filter((c) => !isHeldOut(ctx, c.name))
            .map((c) => ({ name: c.name, status: c.status })),
          fingerprint: failureFingerprint(ctx),
        },
      ];

/** The patch is no longer under test; it stays in the tree as a step forward unless taken back. */
const settled = (ctx: Ctx, outcome: Words): Ctx => ({
  ...ctx,
  attempts: attempted(ctx, outcome),
  patch: null,
  kept: null,
});

/** The tree is at `commit` again, and what was known of it holds again; null: the tree was left alone. */
export function takenBack(ctx: Ctx, commit: string | null, outcome: Words): Ctx {
  const next = settled(ctx, outcome);
  if (commit === null || ctx.repo_snapshot === null) return next;
  const there = { ...next, repo_snapshot: { ...ctx.repo_snapshot, current_commit: commit } };
  return ctx.kept?.commit === commit
    ? { ...there, last_build_result: ctx.kept.build, last_test_result: ctx.kept.test }
    : there;
}

/** The end of an iteration: the patch brought nothing and was taken back, or it stays as a step forward. */
export const dropped = (ctx: Ctx, e: EventOf<'checked'>): Ctx =>
  takenBack(ctx, e.dropped_to, ctx.decision?.reasoning ?? text`no improvement`);

/** The diagnostic patch ran and was taken back: what it showed is evidence, and what it passed or failed is nothing. */
export const noteDiagnosis = (ctx: Ctx, e: EventOf<'checked'>): Ctx => ({
  ...takenBack(ctx, e.dropped_to, ''),
  diagnosis: diagnosed(ctx),
  decision: null,
});

/** The patch is in the tree: nothing is known of that tree yet. */
export const noteApplied = (ctx: Ctx, e: EventOf<'workspace_updated'>): Ctx => ({
  ...ctx,
  analysis_mode: ctx.mode_after ?? ctx.analysis_mode,
  mode_after: null,
  kept: ctx.repo_snapshot && {
    commit: ctx.repo_snapshot.current_commit,
    build: ctx.last_build_result,
    test: ctx.last_test_result,
  },
  patch: ctx.patch && { ...ctx.patch, applied: { commit: e.commit, tree: e.tree } },
  repo_snapshot: ctx.repo_snapshot && { ...ctx.repo_snapshot, current_commit: e.commit },
  last_build_result: null,
  last_test_result: null,
  test_plan: { image: 'current', purpose: 'verify' },
  convergence: {
    ...ctx.convergence,
    improved: false,
    cumulative_risk:
      ctx.convergence.cumulative_risk + (diagnosisDue(ctx) ? 0 : (ctx.patch?.metadata.risk ?? 0)),
  },
});

const TIGHTENED = ['smallest change', 'log only'];

/** A model whose replies are unusable time after time is not asked again. */
function modeAfter({ error_state, policy, mode_after, analysis_mode }: Ctx): number | null {
  const isOnce =
    error_state?.type === 'MODEL_FAILURE' && error_state.retry_count < policy.retriesPerErrorType;
  return isOnce ? (mode_after ?? analysis_mode) : null;
}

export function recoveredToAnalysis(ctx: Ctx, e: EventOf<'recovered_to_analysis' | 'unrecoverable'>): Ctx {
  const undiagnosed = ctx.error_state !== null && failsDiagnosis(ctx, ctx.error_state.last_failed_state);
  const counts = e.action === 'rollback' && isPatched(ctx) && !undiagnosed;
  const falls = !undiagnosed && (e.action === 'fallback_mode' || ctx.error_state?.type === 'TIMEOUT');
  const back = takenBack(ctx, e.rolled_back_to, ctx.last_error?.message ?? e.reason);
  return {
    ...(e.action === 'ask_again' ? askedAgain(back) : back),
    diagnosis: undiagnosed ? diagnosed(ctx) : ctx.diagnosis,
    ...(e.action !== 'ask_again' && {
      analysis_mode: Math.min(ctx.analysis_mode + (falls ? 1 : 0), ctx.analysis_modes.length - 1),
    }),
    mode_after: falls ? modeAfter(ctx) : ctx.mode_after,
    tightened: e.action === 'tighten' ? TIGHTENED.slice(0, ctx.tightened.length + 1) : ctx.tightened,
    convergence: { ...ctx.convergence, rollbacks: ctx.convergence.rollbacks + (counts ? 1 : 0) },
  };
}
