import type { Decision } from '../../../shared/judgement.js';
import { ok } from '../../../shared/problem.js';
import { type Message, nested, text } from '../../../shared/texts/words.js';
import { assess } from '../../machine/firmware-loop/assess.js';
import { conflictIn } from '../../machine/firmware-loop/conflict.js';
import { asksModels } from './asks-models.js';
import { providerOf } from './code-analysis.js';
import { gatherEvidence } from './results/evidence.js';

/** RESULT_ANALYSIS: facts and decision by code (seed §5.14); the provider is asked where facts contradict each other. */
export const resultAnalysis = asksModels(async (ctx, bench, io) => {
  const facts = assess(ctx);
  const conflict = conflictIn(ctx.last_test_result, facts);
  const decided =
    conflict === null
      ? ok(facts.byRules)
      : await providerOf(ctx, bench).decide(await gatherEvidence(ctx, bench), { ...facts, conflict }, io);
  const evidence = ctx.last_test_result?.artifacts.map((a) => a.path) ?? [];
  if (!decided.ok)
    return { type: 'decision_failed', reason: decided.error.message, evidence, problem: decided.error };
  const decision = withBasis(decided.value, facts.byRules);
  const { status, next_action, reasoning } = decision;
  return {
    type: 'decision_produced',
    reason: text`${status} → ${next_action} (${sureness(decision)}): ${nested(reasoning)}`,
    evidence,
    decision,
  };
});

/** How sure a pass is, code counts; a provider’s own word is taken only where there are no figures. */
function withBasis(decision: Decision, { basis }: Decision): Decision {
  if (decision.status !== 'PASS' || !basis) return decision;
  const counts = basis.calibrated || basis.value < decision.confidence;
  return { ...decision, basis, confidence: counts ? basis.value : decision.confidence };
}

function sureness({ confidence, basis }: Decision): Message {
  if (!basis) return text`confidence ${confidence}`;
  const { calibrated, counted, parts } = basis;
  if (!calibrated || !counted) return text`confidence ${confidence}, uncalibrated`;
  const share = text`${counted.right} of ${counted.n} such patches were right`;
  const why = parts.length > 0 ? text`${share}: ${nested(parts.join('; '))}` : share;
  return text`confidence ${confidence}, ${why}`;
}
