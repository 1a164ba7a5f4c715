import { createHash } from 'node:crypto';
import { matchesCase, namesOneCase } from '../../../shared/case-pattern.js';
import type { Decision, DecisionFacts } from '../../../shared/judgement.js';
import type { TestCase, TestResult } from '../../../shared/results.js';
import type { FirmwareContext } from './context.js';

/** Cases that the task wants to pass, held-out ones included; a case named but not reported is `missing`. */
export function targetCases(ctx: FirmwareContext, result: TestResult | null): TestCase[] {
  const wanted = [...ctx.task.cases, ...ctx.task.heldOut];
  const reported = (result?.cases ?? []).filter((c) => matchesCase(wanted, c.name));
  const names = new Set(reported.map((c) => c.name));
  const known = (ctx.baseline?.result?.cases ?? []).map((c) => c.name).filter((n) => matchesCase(wanted, n));
  const absent = [...new Set([...known, ...wanted.filter(namesOneCase)])].filter((n) => !names.has(n));
  return [...reported, ...absent.map((name): TestCase => ({ name, status: 'missing' }))];
}

const passes = (c: TestCase): boolean => c.status === 'pass';
const isHeldOut = (ctx: FirmwareContext, c: TestCase): boolean => matchesCase(ctx.task.heldOut, c.name);

/**
 * How good a tree is, for "did this patch improve anything": a tree that does not build is worse than any
 * that does, and the more errors the worse; one that builds counts its passing target cases.
 * Held-out cases are left out: what depends on them would tell the agent about them.
 */
export function score(ctx: FirmwareContext): number {
  const build = ctx.last_build_result;
  if (build && !build.success) {
    return -1 - build.diagnostics.filter((d) => d.severity === 'error').length;
  }
  return targetCases(ctx, ctx.last_test_result).filter((c) => passes(c) && !isHeldOut(ctx, c)).length;
}

/** Cases whose status differs between runs of one image. */
export function flakyCases(ctx: FirmwareContext): string[] {
  const found = new Set<string>();
  for (const runs of Object.values(ctx.observations)) {
    for (const name of new Set(runs.flatMap((run) => Object.keys(run)))) {
      if (new Set(runs.map((run) => run[name] ?? 'missing')).size > 1) found.add(name);
    }
  }
  return [...found].sort();
}

/** Cases that passed without the patch and do not pass now. Flaky ones prove nothing and are left out. */
export function regressions(ctx: FirmwareContext): string[] {
  const now = new Map((ctx.last_test_result?.cases ?? []).map((c) => [c.name, c]));
  const flaky = new Set(flakyCases(ctx));
  return (ctx.baseline?.result?.cases ?? [])
    .filter((c) => passes(c) && !flaky.has(c.name))
    .filter((c) => now.get(c.name)?.status !== 'pass')
    .map((c) => c.name);
}

/** A patch is in the tree and not yet decided upon. */
export const isPatched = (ctx: FirmwareContext): boolean => ctx.patch?.applied != null;

/** The tree differs from the base commit: by the patch under test, or by kept ones. */
export const differsFromBase = (ctx: FirmwareContext): boolean =>
  ctx.repo_snapshot !== null && ctx.repo_snapshot.current_commit !== ctx.repo_snapshot.base_commit;

export function targetsPass(ctx: FirmwareContext, result: TestResult | null): boolean {
  const cases = targetCases(ctx, result);
  return cases.length > 0 && cases.every(passes) && (result?.doubled.length ?? 0) === 0;
}

/** Metrics of the last run that exceed what the task allows. */
export function metricViolations(ctx: FirmwareContext): string[] {
  const m = ctx.last_test_result?.metrics;
  const { maxTextBytes, maxTestDurationMs } = ctx.task;
  const over = (what: string, value: number | undefined, limit: number | null): string[] =>
    limit !== null && value !== undefined && value > limit ? [`${what} ${value} > ${limit}`] : [];
  return [
    ...over('image text bytes', m?.image_text_bytes, maxTextBytes),
    ...over('test duration ms', m?.test_duration_ms, maxTestDurationMs),
  ];
}

/** The failure was seen in this run without any patch (design §3, "The control"). */
export function controlSeen(ctx: FirmwareContext): boolean {
  if (!ctx.task.controlRun) return true;
  if (ctx.baseline === null) return false;
  return !ctx.baseline.built || (ctx.baseline.result !== null && !targetsPass(ctx, ctx.baseline.result));
}

/** Runs so far of the image that ran last. */
const runsOfLastImage = (ctx: FirmwareContext): number =>
  ctx.observations[ctx.last_test_result?.image ?? '']?.length ?? 0;

/** What code knows of the last result, and the decision that rules take from it. Pure. */
export function assess(ctx: FirmwareContext): DecisionFacts {
  const failing = targetCases(ctx, ctx.last_test_result).filter((c) => !passes(c));
  const visible = failing.filter((c) => !isHeldOut(ctx, c));
  const facts = {
    targetsPass: targetsPass(ctx, ctx.last_test_result) && metricViolations(ctx).length === 0,
    regressions: regressions(ctx),
    improved: ctx.convergence.best === null || score(ctx) > ctx.convergence.best,
    failing: visible.map((c) => c.name),
    flaky: flakyCases(ctx),
    heldOutFailed: failing.length > visible.length,
    environmentSuspect: null,
    patched: differsFromBase(ctx),
  };
  return { ...facts, byRules: decideByRules(ctx, facts) };
}

type Facts = Omit<DecisionFacts, 'byRules'>;

function decideByRules(ctx: FirmwareContext, facts: Facts): Decision {
  const flaky = facts.flaky.filter((n) => matchesCase([...ctx.task.cases, ...ctx.task.heldOut], n));
  if (flaky.length > 0) {
    return decision('FLAKY', 'RETRY', 0.9, `the same image gave different results: ${flaky.join(', ')}`);
  }
  if (ctx.test_plan.purpose === 'control' && !controlSeen(ctx)) {
    return decision('INCONCLUSIVE', 'RETRY', 0.6, 'the failure does not show without the patch either');
  }
  if (!facts.targetsPass) return decideFailing(ctx, facts);
  if (facts.regressions.length > 0) return regressed(facts);
  if (facts.patched) return decision('PASS', 'CONTINUE', 0.9, 'every target case passes, no regression');
  if (runsOfLastImage(ctx) < ctx.policy.repeatRuns) {
    return decision('INCONCLUSIVE', 'RETRY', 0.6, 'nothing fails; running again to be sure');
  }
  return decision('PASS', 'CONTINUE', 0.9, `nothing failed in ${runsOfLastImage(ctx)} runs`);
}

function decideFailing(ctx: FirmwareContext, facts: Facts): Decision {
  if (isPatched(ctx) && facts.regressions.length > 0) return regressed(facts);
  const metrics = metricViolations(ctx);
  const why =
    facts.failing.length > 0
      ? `not passing: ${facts.failing.join(', ')}`
      : facts.heldOutFailed
        ? 'held-out failed'
        : metrics.length > 0
          ? `metrics: ${metrics.join(', ')}`
          : 'no target case was reported';
  return decision('FAIL', 'CONTINUE', 0.9, why);
}

const regressed = (facts: Facts): Decision =>
  decision('FAIL', 'ROLLBACK', 0.9, `passed before the patch: ${facts.regressions.join(', ')}`);

const decision = (
  status: Decision['status'],
  next_action: Decision['next_action'],
  confidence: number,
  reasoning: string,
): Decision => ({ status, next_action, confidence, reasoning });

/** Identifies "the same edit failed the same way": hash of the patch and of what failed with which words. */
export function failureFingerprint(ctx: FirmwareContext): string {
  const failing = (ctx.last_test_result?.cases ?? []).filter((c) => !passes(c));
  const text = JSON.stringify([
    ctx.patch?.text ?? '',
    failing.map((c) => [c.name, c.status, c.message ?? '']),
  ]);
  return createHash('sha256').update(text).digest('hex');
}

/** The patch under test must be taken back before the next iteration: it brought nothing. */
export const mustDrop = (ctx: FirmwareContext): boolean =>
  isPatched(ctx) &&
  !ctx.convergence.improved &&
  ctx.decision?.next_action === 'CONTINUE' &&
  !(ctx.decision.status === 'PASS' && assess(ctx).targetsPass);

/** The same edit failed the same way before: a person says whether to go on. */
export const mustAskOperator = (ctx: FirmwareContext): boolean =>
  isPatched(ctx) &&
  ctx.decision?.status === 'FAIL' &&
  ctx.attempts.some((a) => a.fingerprint === failureFingerprint(ctx));
