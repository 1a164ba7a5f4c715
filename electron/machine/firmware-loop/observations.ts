import type { CaseStatus, TestResult } from '../../../shared/results.js';
import { differsFromBase, flakyCases } from './assess.js';
import type { FirmwareContext } from './context.js';
import type { EventOf } from './events.js';

/** Takes one more run of an image into the memory; cases that vary between its runs become `flaky`. */
export function observe(ctx: FirmwareContext, e: EventOf<'result_normalized'>): FirmwareContext {
  const { image } = e.result;
  const run: Record<string, CaseStatus> = {};
  for (const c of e.result.cases) run[c.name] = c.status;
  const observed = {
    ...ctx,
    observations: { ...ctx.observations, [image]: [...(ctx.observations[image] ?? []), run] },
  };
  const result = markFlaky(
    e.result,
    flakyCases({ ...observed, observations: { [image]: observed.observations[image] ?? [] } }),
  );
  const isBaseline = ctx.test_plan.image === 'baseline' || !differsFromBase(ctx);
  return {
    ...observed,
    last_test_result: ctx.test_plan.image === 'baseline' ? ctx.last_test_result : result,
    baseline: isBaseline
      ? { built: ctx.baseline?.built ?? true, image: ctx.baseline?.image ?? null, result }
      : ctx.baseline,
  };
}

const markFlaky = (result: TestResult, flaky: readonly string[]): TestResult => ({
  ...result,
  cases: result.cases.map((c) => (flaky.includes(c.name) ? { ...c, status: 'flaky' } : c)),
});
