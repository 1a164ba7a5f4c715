import { matchesCase, namesOneCase } from '../../../shared/case-pattern.js';
import type { Confidence } from '../../../shared/choice.js';
import type { Decision, DecisionFacts } from '../../../shared/judgement.js';
import { breaksOffAnew, type TestCase, type TestResult } from '../../../shared/results.js';
import { type Message, nested, text, type Words } from '../../../shared/texts/words.js';
import { featuresOf } from './choosing.js';
import { confidenceOf, uncalibrated } from './confidence.js';
import type { FirmwareContext } from './context.js';
import { failingWords, flakyWords, metricWords } from './decision-words.js';
import { FIGURES } from './figures.js';

const wantedPatterns = (ctx: FirmwareContext): string[] => [...ctx.task.cases, ...ctx.task.heldOut];

/**
 * Cases that must pass: those the task wants, held-out ones included. A case named by the task or known
 * from the baseline but not reported is `missing`, whatever the summary line says.
 */
export function targetCases(ctx: FirmwareContext, result: TestResult | null): TestCase[] {
  const wanted = wantedPatterns(ctx);
  const names = new Set((result?.cases ?? []).map((c) => c.name));
  const known = (ctx.baseline?.result?.cases ?? []).map((c) => c.name);
  const absent = [...new Set([...known, ...wanted.filter(namesOneCase)])].filter((n) => !names.has(n));
  return [
    ...(result?.cases ?? []).filter((c) => matchesCase(wanted, c.name)),
    ...absent.map((name): TestCase => ({ name, status: 'missing' })),
  ];
}

/** Patterns of the task that match no reported case: whatever they stand for did not run. */
export const unmatchedPatterns = (ctx: FirmwareContext, result: TestResult | null): string[] =>
  wantedPatterns(ctx).filter((p) => !(result?.cases ?? []).some((c) => matchesCase([p], c.name)));

const passes = (c: TestCase): boolean => c.status === 'pass';

/** Held-out cases and what became of them are kept from the agent (design §3, "Against overfitting"). */
export const isHeldOut = (ctx: FirmwareContext, name: string): boolean => matchesCase(ctx.task.heldOut, name);

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
  return targetCases(ctx, ctx.last_test_result).filter((c) => passes(c) && !isHeldOut(ctx, c.name)).length;
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

/**
 * Cases that passed without the patch and do not pass now. Flaky ones prove nothing and are left out;
 * held-out ones are targets and count there.
 */
export function regressions(ctx: FirmwareContext): string[] {
  const now = new Map((ctx.last_test_result?.cases ?? []).map((c) => [c.name, c]));
  const flaky = new Set(flakyCases(ctx));
  return (ctx.baseline?.result?.cases ?? [])
    .filter((c) => passes(c) && !flaky.has(c.name) && !isHeldOut(ctx, c.name))
    .filter((c) => now.get(c.name)?.status !== 'pass')
    .map((c) => c.name);
}

/** Without the patch the session came to its end; now it dies or hangs. */
export function endsWorse({ baseline, last_test_result: now }: FirmwareContext): boolean {
  return baseline?.result != null && now !== null && breaksOffAnew(now, baseline.result);
}

/** A patch is in the tree and not yet decided upon. */
export const isPatched = (ctx: FirmwareContext): boolean => ctx.patch?.applied != null;

/** The tree differs from the base commit: by the patch under test, or by kept ones. */
export const differsFromBase = (ctx: FirmwareContext): boolean =>
  ctx.repo_snapshot !== null && ctx.repo_snapshot.current_commit !== ctx.repo_snapshot.base_commit;

export function targetsPass(ctx: FirmwareContext, result: TestResult | null): boolean {
  const cases = targetCases(ctx, result);
  return (
    cases.length > 0 &&
    cases.every(passes) &&
    (result?.incomplete ?? null) === null &&
    unmatchedPatterns(ctx, result).length === 0 &&
    (result?.doubled.length ?? 0) === 0
  );
}

const metricViolations = ({ last_test_result, task }: FirmwareContext): Message[] =>
  metricWords(last_test_result?.metrics, task);

/** The failure was seen in this run without any patch (design §3, "The control"). */
export function controlSeen(ctx: FirmwareContext): boolean {
  if (!ctx.task.controlRun) return true;
  if (ctx.baseline === null) return false;
  return !ctx.baseline.built || (ctx.baseline.result !== null && !targetsPass(ctx, ctx.baseline.result));
}

/** Runs so far of the image that ran last. */
const runsOfLastImage = (ctx: FirmwareContext): number =>
  ctx.observations[ctx.last_test_result?.image ?? '']?.length ?? 0;

/** "Nothing fails" is believed after this many runs; every run after the first uses up one try. */
export const ranOften = (ctx: FirmwareContext): boolean =>
  runsOfLastImage(ctx) >= Math.min(ctx.policy.repeatRuns, ctx.policy.retriesPerErrorType + 1);

/** What code knows of the last result, and the decision that rules take from it. Pure. */
export function assess(ctx: FirmwareContext): DecisionFacts {
  const failing = targetCases(ctx, ctx.last_test_result).filter((c) => !passes(c));
  const visible = failing.filter((c) => !isHeldOut(ctx, c.name));
  const facts = {
    targetsPass: targetsPass(ctx, ctx.last_test_result) && metricViolations(ctx).length === 0,
    regressions: regressions(ctx),
    improved: ctx.convergence.best !== null && score(ctx) > ctx.convergence.best,
    failing: visible.map((c) => c.name),
    flaky: flakyCases(ctx).filter((name) => !isHeldOut(ctx, name)),
    heldOutFailed: failing.length > visible.length,
    environmentSuspect: ctx.environment_suspect,
    patched: differsFromBase(ctx),
  };
  return { ...facts, byRules: decideByRules(ctx, facts) };
}

type Facts = Omit<DecisionFacts, 'byRules'>;

function decideByRules(ctx: FirmwareContext, facts: Facts): Decision {
  if (facts.environmentSuspect !== null) return decision('ENV_ERROR', 'RETRY', 0.8, facts.environmentSuspect);
  const flaky = flakyCases(ctx).filter((name) => matchesCase(wantedPatterns(ctx), name));
  if (flaky.length > 0) {
    return decision(
      'FLAKY',
      'RETRY',
      0.9,
      flakyWords(
        flaky.filter((name) => !isHeldOut(ctx, name)),
        flaky.length,
      ),
    );
  }
  if (ctx.test_plan.purpose === 'control' && !controlSeen(ctx)) {
    return decision('INCONCLUSIVE', 'RETRY', 0.6, text`the failure does not show without the patch either`);
  }
  if (!facts.targetsPass) return decideFailing(ctx, facts);
  if (facts.regressions.length > 0) return regressed(facts);
  if (facts.patched) return passed(passConfidence(ctx));
  if (!ranOften(ctx)) {
    return decision('INCONCLUSIVE', 'RETRY', 0.6, text`nothing fails; running again to be sure`);
  }
  return decision('PASS', 'CONTINUE', 0.9, text`nothing failed in ${runsOfLastImage(ctx)} runs`);
}

function decideFailing(ctx: FirmwareContext, facts: Facts): Decision {
  if (isPatched(ctx) && facts.regressions.length > 0) return regressed(facts);
  if (isPatched(ctx) && endsWorse(ctx))
    return decision(
      'FAIL',
      'ROLLBACK',
      0.9,
      text`worse than before the patch: ${nested(whyFailing(ctx, facts))}`,
    );
  return decision('FAIL', 'CONTINUE', 0.9, whyFailing(ctx, facts));
}

/** Names no held-out case. */
function whyFailing(ctx: FirmwareContext, facts: Facts): Words {
  const result = ctx.last_test_result;
  return failingWords({
    incomplete: result?.incomplete ?? null,
    failing: facts.failing,
    unmatched: unmatchedPatterns(ctx, result).filter((pattern) => !ctx.task.heldOut.includes(pattern)),
    doubled: (result?.doubled ?? []).filter((name) => !isHeldOut(ctx, name)),
    metrics: metricViolations(ctx),
  });
}

const regressed = (facts: Facts): Decision =>
  decision('FAIL', 'ROLLBACK', 0.9, text`passed before the patch: ${facts.regressions.join(', ')}`);

const passed = (confidence: Confidence): Decision => ({
  ...decision('PASS', 'CONTINUE', confidence.value, text`every target case passes, no regression`),
  basis: confidence,
});

/** How sure a pass of the patch under test is: counted where it is a class of a search on a simulated target. */
export function passConfidence(ctx: FirmwareContext): Confidence {
  const { choosing } = ctx;
  const features =
    choosing === null || choosing.at === null ? null : featuresOf(choosing, choosing.at, knownOf(ctx));
  return features ? confidenceOf(features, FIGURES) : uncalibrated(1);
}

/**
 * Held-out cases that failed without any patch: what passes with one shows that it does more than the visible cases ask. One that
 * was not reached tells nothing: it passes with whatever keeps the program alive.
 */
export const heldOutFailedBefore = (ctx: FirmwareContext): number =>
  (ctx.baseline?.result?.cases ?? []).filter((c) => c.status === 'fail' && isHeldOut(ctx, c.name)).length;

/** What is known of every class alike. */
export const knownOf = (ctx: FirmwareContext): { failedBefore: number; composite: boolean } => ({
  failedBefore: heldOutFailedBefore(ctx),
  composite:
    ctx.repo_snapshot !== null &&
    (ctx.kept?.commit ?? ctx.repo_snapshot.current_commit) !== ctx.repo_snapshot.base_commit,
});

/** Every visible case passes and nothing else is wrong: only held-out cases fail. */
export function onlyHeldOutFails(ctx: FirmwareContext): boolean {
  const facts = assess(ctx);
  return facts.heldOutFailed && facts.failing.length === 0 && facts.regressions.length === 0;
}

const decision = (
  status: Decision['status'],
  next_action: Decision['next_action'],
  confidence: number,
  reasoning: Words,
): Decision => ({ status, next_action, confidence, reasoning });

/** A pass by the decision and by the facts. */
export const decidedPass = (ctx: FirmwareContext): boolean =>
  ctx.decision?.status === 'PASS' && ctx.decision.next_action === 'CONTINUE' && factsPass(ctx);

/** Passing as far as facts go, whatever a provider says. */
export function factsPass(ctx: FirmwareContext): boolean {
  const facts = assess(ctx);
  return facts.targetsPass && facts.regressions.length === 0;
}
