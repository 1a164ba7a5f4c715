import { assess } from '../../../machine/firmware-loop/assess.js';
import type { FirmwareEffect } from '../bench.js';
import { gatherEvidence } from '../evidence.js';
import { providerOf } from './code-analysis.js';

/** RESULT_ANALYSIS: facts by code, judgement by the provider (seed §5.14). */
export const resultAnalysis: FirmwareEffect = async (ctx, bench, io) => {
  const facts = assess(ctx);
  const decided = await providerOf(ctx, bench).decide(await gatherEvidence(ctx, bench), facts, io.signal);
  const evidence = ctx.last_test_result?.artifacts.map((a) => a.path) ?? [];
  if (!decided.ok)
    return { type: 'decision_failed', reason: decided.error.message, evidence, problem: decided.error };
  const { status, next_action, confidence, reasoning } = decided.value;
  return {
    type: 'decision_produced',
    reason: `${status} → ${next_action} (confidence ${confidence}): ${reasoning}`,
    evidence,
    decision: decided.value,
  };
};
