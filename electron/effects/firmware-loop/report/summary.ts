import type { BoardAtEnd } from '../../../../shared/board-at-end.js';
import type { Candidate } from '../../../../shared/choice.js';
import type { ReportBody, TestSummary, Verdict } from '../../../../shared/report.js';
import type { Artifact, BuildResult, TestCase, TestResult } from '../../../../shared/results.js';
import { text } from '../../../../shared/texts/words.js';
import { isHeldOut, targetCases } from '../../../machine/firmware-loop/assess.js';
import type { FirmwareContext } from '../../../machine/firmware-loop/context.js';
import { diagnosisDue } from '../../../machine/firmware-loop/diagnosis.js';
import { changedPaths } from '../../../workspace/declared-paths.js';

const summarise = (cases: TestCase[], incomplete: string | null = null): TestSummary => ({
  ...(incomplete === null ? {} : { incomplete }),
  passed: cases.filter((c) => c.status === 'pass').length,
  failed: cases.filter((c) => c.status !== 'pass' && c.status !== 'skip').length,
  cases,
});

/** The cases of a result, with the target cases that it lacks as `missing`; none where nothing ran in the whole run. */
function casesOf(ctx: FirmwareContext, result: TestResult | null): TestCase[] {
  if (result === null && !ctx.baseline?.result && ctx.test_session_id === null) return [];
  const reported = result?.cases ?? [];
  if (result && reported.length === 0 && result.metrics.test_duration_ms !== undefined)
    return noneReported(ctx);
  const names = new Set(reported.map((c) => c.name));
  return [...reported, ...targetCases(ctx, result).filter((c) => !names.has(c.name))];
}

/** A session that told of no test at all is no empty success. */
const noneReported = (ctx: FirmwareContext): TestCase[] => {
  const expected = targetCases(ctx, null);
  const names = expected.length > 0 ? expected.map(({ name }) => name) : ctx.task.cases;
  return names.map((name) => ({ name, status: 'missing', message: 'no case was reported' }));
};

/** The report of a run that has come to its end (design §4). `patch` is null where nothing was changed. */
export function buildReport(
  ctx: FirmwareContext,
  o: {
    patch: string | null;
    patchFile: Artifact | null;
    branch: string | null;
    boards: BoardAtEnd[];
    traceLength: number;
    at: number;
  },
): ReportBody {
  const outcome = ctx.outcome ?? {
    status: 'FAILURE',
    verdict: 'NOT_FIXED' as Verdict,
    reason: text`no outcome`,
  };
  const tests = summarise(casesOf(ctx, ctx.last_test_result), ctx.last_test_result?.incomplete);
  const baseline = baselineOf(ctx);
  return {
    type: 'report',
    run: ctx.run,
    final_status: outcome.status,
    verdict: outcome.verdict,
    reason: outcome.reason,
    iterations: patchedIterations(ctx),
    goal: ctx.goal,
    patch: o.patch,
    files_changed: o.patch === null ? [] : changedPaths(o.patch),
    tests,
    baseline,
    held_out: heldOutOf(ctx, [...tests.cases, ...(baseline?.cases ?? [])]),
    metrics: { ...ctx.last_test_result?.metrics, ...buildMetrics(ctx.last_build_result) },
    alternatives: ctx.patch?.alternatives ?? [],
    candidates: candidatesOf(ctx),
    confidence: ctx.decision?.basis ?? null,
    provenance: outcome.status === 'SUCCESS' ? (ctx.provenance?.by ?? null) : null,
    boards: o.boards,
    decision_trace_length: o.traceLength,
    rollbacks: ctx.convergence.rollbacks,
    artifacts: [...artifactsOf(ctx), ...(o.patchFile ? [o.patchFile] : [])],
    last_error: ctx.last_error,
    abort_reason: ctx.abort_reason,
    duration_ms: ctx.started_at === null ? 0 : o.at - ctx.started_at,
    branch: o.branch,
    hypotheses: (ctx.analysis?.hypothesis_list ?? []).map(({ cause, confidence }) => ({ cause, confidence })),
  };
}

const candidatesOf = ({ choosing }: FirmwareContext): Candidate[] =>
  (choosing?.list ?? []).map(({ choice, state, confidence }, index) => ({
    ...choice,
    class: index + 1,
    status: state,
    confidence,
  }));

const heldOutOf = (ctx: FirmwareContext, cases: readonly TestCase[]): string[] => [
  ...new Set(cases.map((c) => c.name).filter((name) => isHeldOut(ctx, name))),
];

/** Iterations with a patch: the baseline pass belongs to the first one and is none of its own (design §3). */
const patchedIterations = (ctx: FirmwareContext): number =>
  new Set([
    ...ctx.attempts.map((a) => a.iteration),
    ...(ctx.patch && !diagnosisDue(ctx) ? [ctx.iteration_index] : []),
  ]).size;

const buildMetrics = (build: BuildResult | null) =>
  build ? { build_duration_ms: Math.round(build.duration_ms) } : {};

function baselineOf(ctx: FirmwareContext): TestSummary | null {
  if (ctx.baseline === null) return null;
  return summarise(casesOf(ctx, ctx.baseline.result), ctx.baseline.result?.incomplete);
}

/** What the build made, its log, what the target printed, the evidence that the task brought, and what the cases executed. */
const artifactsOf = (ctx: FirmwareContext): Artifact[] => [
  ...(ctx.last_build_result?.artifacts ?? []),
  ...(ctx.last_build_result?.log ? [ctx.last_build_result.log] : []),
  ...(ctx.last_test_result?.artifacts ?? []),
  ...(ctx.diagnosis?.console ? [{ ...ctx.diagnosis.console, kind: 'diagnosis' }] : []),
  ...ctx.logs,
  ...(ctx.coverage ? [ctx.coverage] : []),
];
