import type { Analysis } from '../../../shared/judgement.js';
import type { Problem, Result } from '../../../shared/problem.js';
import { nested, text, type Value, type Words } from '../../../shared/texts/words.js';
import { assess } from '../../machine/firmware-loop/assess.js';
import type { FirmwareContext } from '../../machine/firmware-loop/context.js';
import { diagnosisDue } from '../../machine/firmware-loop/diagnosis.js';
import { build } from '../../tools/build/build.js';
import { notFromPatched } from '../../tools/results/parser.js';
import { asksModels } from './asks-models.js';
import type { FirmwareBench, FirmwareOutcome } from './bench.js';
import { cloneBuild } from './build/build.js';
import { toldByBuild } from './build/build-problem.js';
import { buildDeclined } from './declined.js';
import { gatherEvidence } from './results/evidence.js';
import { parserOf } from './results/test-parser.js';
import { openScratchBench } from './trial/scratch-bench.js';

/** Neither a build nor a test of this run has told anything yet. */
const nothingSeen = (ctx: FirmwareContext): boolean =>
  ctx.last_build_result === null && ctx.last_test_result === null;

/** Nothing failing is known: no log, no failed build, no failed test (seed §5.5). */
const nothingKnown = (ctx: FirmwareContext): boolean => ctx.logs.length === 0 && nothingSeen(ctx);

/** The provider of the analysis mode in force. */
export const providerOf = (ctx: FirmwareContext, bench: FirmwareBench) =>
  ctx.analysis_modes[ctx.analysis_mode] === 'rules' ? bench.rules : bench.provider;

/** No patch is tried before it is known how its test is read, and only the tree without one may tell. */
const UNREAD: Problem = {
  code: 'EVIDENCE_MISSING',
  message: text`the task sets no test.parser: the tree without a patch is run first`,
};

/** CODE_ANALYSIS: triage, hypotheses, plan (seed §5.4). */
export const codeAnalysis = asksModels(async (ctx, bench, io) => {
  if (nothingKnown(ctx)) {
    return failed({ code: 'EVIDENCE_MISSING', message: text`no log and no failing test is known yet` });
  }
  if (ctx.choosing?.due != null && ctx.analysis !== null)
    return classDue(ctx, ctx.analysis, ctx.choosing.due);
  if (!(await io.allow(build, cloneBuild(ctx, bench), bench)).ok) return buildDeclined;
  if (parserOf(ctx, bench) === null) return failed(nothingSeen(ctx) ? UNREAD : notFromPatched(bench));
  const scratch = openScratchBench(ctx, bench, io);
  const provider = providerOf(ctx, bench);
  const evidence = await gatherEvidence(ctx, bench);
  const found = await provider.analyse(evidence, {
    scratch,
    asking: io.asking,
    signal: io.signal,
    progress: io.progress,
  });
  const unmade = scratch.problem();
  if (unmade) return failed(unmade);
  const outcome = await outcomeOf(ctx, bench, provider.name, found);
  return { ...outcome, ...scratch.seen() };
});

/** What the analysis comes to. */
async function outcomeOf(
  ctx: FirmwareContext,
  bench: FirmwareBench,
  provider: string,
  found: Result<Analysis>,
): Promise<FirmwareOutcome> {
  if (!found.ok && found.error.code === 'EVIDENCE_MISSING' && assess(ctx).heldOutFailed)
    return failed(onlyHeldOut);
  if (!found.ok) return failed(await toldByBuild(ctx, bench, found.error));
  if (nothingSeen(ctx) && found.value.confidence < bench.policy.analysisConfidence) {
    const message = text`the given logs are not enough: ${nested(found.value.reason)}`;
    return failed({ code: 'EVIDENCE_MISSING', message });
  }
  const refs = ctx.last_test_result?.artifacts.map((a) => a.path) ?? [];
  return {
    type: 'patch_plan_ok',
    reason: diagnosisDue(ctx) ? SILENT : told(judgeOf(ctx, provider), found.value),
    evidence: refs,
    analysis: found.value,
  };
}

/** The search is done; another class of what it found is tried. */
const classDue = (ctx: FirmwareContext, analysis: Analysis, due: number): FirmwareOutcome => ({
  type: 'patch_plan_ok',
  reason: text`no new search: trying patch ${due + 1} of the ${ctx.choosing?.list.length ?? 0} that pass the cases`,
  evidence: [],
  analysis,
});

/** No agent works on what it must not see. */
const onlyHeldOut: Problem = {
  code: 'EVIDENCE_MISSING',
  message: text`only held-out cases fail, and no patch is made for them`,
  next: text`move one failing held-out case from test.heldOut into test.cases, or add a case that fails the same way`,
};

const SILENT = text`the baseline run prints nothing: the first patch only shows where it hangs`;

/** Who judges in the mode in force. */
const judgeOf = (ctx: FirmwareContext, provider: string): Value =>
  ctx.analysis_modes[ctx.analysis_mode] === 'other_model' ? text`${provider}, the other model` : provider;

const told = (judge: Value, { root_cause, reason, confidence }: Analysis): Words =>
  text`${judge}: ${nested(root_cause ?? reason)} (confidence ${confidence.toFixed(2)})`;

const failed = (problem: Problem): FirmwareOutcome => ({
  type: 'analysis_failed',
  reason: problem.message,
  evidence: [],
  problem,
});
