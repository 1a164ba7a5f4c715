import type { Confidence } from '../../../shared/choice.js';
import type { Decision } from '../../../shared/judgement.js';
import { assess } from '../../machine/firmware-loop/assess.js';
import type { FirmwareEffect } from './bench.js';
import { providerOf } from './code-analysis.js';
import { gatherEvidence } from './results/evidence.js';

/** RESULT_ANALYSIS: facts by code, judgement by the provider (seed §5.14). */
export const resultAnalysis: FirmwareEffect = async (ctx, bench, io) => {
  const facts = assess(ctx);
  const decided = await providerOf(ctx, bench).decide(await gatherEvidence(ctx, bench), facts, io.signal);
  const evidence = ctx.last_test_result?.artifacts.map((a) => a.path) ?? [];
  if (!decided.ok)
    return { type: 'decision_failed', reason: decided.error.message, evidence, problem: decided.error };
  const decision = withBasis(decided.value, facts.byRules);
  const { status, next_action, confidence, reasoning } = decision;
  const counted = decision.basis ? `, ${inWords(decision.basis)}` : '';
  return {
    type: 'decision_produced',
    reason: `${status} → ${next_action} (confidence ${confidence}${counted}): ${reasoning}`,
    evidence,
    decision,
  };
};

/** How sure a pass is, code counts; a provider’s own word is taken only where there are no figures. */
function withBasis(decision: Decision, { basis }: Decision): Decision {
  if (decision.status !== 'PASS' || !basis) return decision;
  const counts = basis.calibrated || basis.value < decision.confidence;
  return { ...decision, basis, confidence: counts ? basis.value : decision.confidence };
}

/** "27 of 30 such patches were right: …" */
const inWords = ({ calibrated, counted, parts }: Confidence): string =>
  calibrated && counted
    ? `${counted.right} of ${counted.n} such patches were right${parts.length > 0 ? `: ${parts.join('; ')}` : ''}`
    : 'uncalibrated';
