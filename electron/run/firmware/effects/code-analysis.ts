import type { FirmwareContext } from '../../../machine/firmware-loop/context.js';
import type { FirmwareBench, FirmwareEffect } from '../bench.js';
import { buildDeclined, mayBuild } from '../build.js';
import { gatherEvidence } from '../evidence.js';
import { openScratchBench } from '../scratch-bench.js';

/** Nothing failing is known: no log, no failed build, no failed test (seed §5.5). */
const nothingKnown = (ctx: FirmwareContext): boolean =>
  ctx.logs.length === 0 && ctx.last_build_result === null && ctx.last_test_result === null;

/** The provider of the analysis mode in force. */
export const providerOf = (ctx: FirmwareContext, bench: FirmwareBench) =>
  ctx.analysis_modes[ctx.analysis_mode] === 'rules' ? bench.rules : bench.provider;

/** CODE_ANALYSIS: triage, hypotheses, plan (seed §5.4). */
export const codeAnalysis: FirmwareEffect = async (ctx, bench, io) => {
  if (nothingKnown(ctx)) {
    const message = 'no log and no failing test is known yet';
    const problem = { code: 'EVIDENCE_MISSING', message } as const;
    return { type: 'analysis_failed', reason: message, evidence: [], problem };
  }
  if (!(await mayBuild(ctx, bench, io))) return buildDeclined;
  const scratch = await openScratchBench(ctx, bench, io);
  if (!scratch.ok)
    return { type: 'analysis_failed', reason: scratch.error.message, evidence: [], problem: scratch.error };
  const provider = providerOf(ctx, bench);
  const evidence = await gatherEvidence(ctx, bench);
  const found = await provider.analyse(evidence, {
    scratch: scratch.value,
    signal: io.signal,
    progress: io.progress,
  });
  if (!found.ok)
    return { type: 'analysis_failed', reason: found.error.message, evidence: [], problem: found.error };
  const refs = ctx.last_test_result?.artifacts.map((a) => a.path) ?? [];
  return {
    type: 'patch_plan_ok',
    reason: `${provider.name}: ${found.value.root_cause ?? found.value.reason} (confidence ${found.value.confidence})`,
    evidence: refs,
    analysis: found.value,
  };
};
