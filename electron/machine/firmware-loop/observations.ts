import type { CaseStatus, TestResult } from '../../../shared/results.js';
import { text, type Words } from '../../../shared/texts/words.js';
import { differsFromBase, flakyCases } from './assess.js';
import type { FirmwareContext } from './context.js';
import { diagnosisAfter } from './diagnosis.js';
import type { EventOf } from './events.js';

/**
 * The untouched image told nothing in the control run, while it reported cases before: design §3, "tells code from
 * environment from flaky". A fault, or a place where it hangs, is something that the code did.
 */
function suspectedEnvironment(ctx: FirmwareContext, now: TestResult): Words | null {
  const before = ctx.observations[now.image] ?? [];
  const reported = before.some((run) => Object.values(run).some((status) => status !== 'missing'));
  const silent = now.cases.every((c) => c.status === 'missing') && !now.fault && !now.stuck_at;
  return ctx.test_plan.purpose === 'control' && reported && silent
    ? text`the untouched image reported cases before, and none in the control run`
    : null;
}

/** Takes one more run of an image into the memory; cases that vary between its runs become `flaky`. */
export function observe(ctx: FirmwareContext, e: EventOf<'result_normalized'>): FirmwareContext {
  const { image } = e.result;
  const environment_suspect = suspectedEnvironment(ctx, e.result);
  // Such a run proves nothing of the image: neither that it fails nor that its cases vary.
  if (environment_suspect !== null) return { ...ctx, environment_suspect };
  // Settled once: no later output chooses how it is read.
  const parser = ctx.parser ?? e.parser;
  const run: Record<string, CaseStatus> = {};
  for (const c of e.result.cases) run[c.name] = c.status;
  const observed = {
    ...ctx,
    ...(parser === undefined ? {} : { parser }),
    environment_suspect,
    observations: { ...ctx.observations, [image]: [...(ctx.observations[image] ?? []), run] },
  };
  const result = markFlaky(
    e.result,
    flakyCases({ ...observed, observations: { [image]: observed.observations[image] ?? [] } }),
  );
  const isBaseline = ctx.test_plan.image === 'baseline' || !differsFromBase(ctx);
  const seen = {
    ...observed,
    last_test_result: ctx.test_plan.image === 'baseline' ? ctx.last_test_result : result,
    baseline: isBaseline
      ? { built: ctx.baseline?.built ?? true, image: ctx.baseline?.image ?? null, result }
      : ctx.baseline,
  };
  return { ...seen, diagnosis: diagnosisAfter(seen) };
}

const markFlaky = (result: TestResult, flaky: readonly string[]): TestResult => ({
  ...result,
  cases: result.cases.map((c) => (flaky.includes(c.name) ? { ...c, status: 'flaky' } : c)),
});
