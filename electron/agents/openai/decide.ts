import { type Decision, type DecisionFacts, DecisionSchema } from '../../../shared/judgement.js';
import { fail, ok, type Result } from '../../../shared/problem.js';
import type { Evidence } from '../provider.js';
import type { Complete } from './client.js';
import { evidenceText, factsText } from './context.js';
import { DECIDE } from './prompts.js';
import { askStructured } from './structured.js';

/** Asks a model to judge a result. A judgement that contradicts the computed facts is a MODEL_FAILURE. */
export async function decideByModel(
  complete: Complete,
  model: string,
  evidence: Evidence,
  facts: DecisionFacts,
  signal: AbortSignal,
): Promise<Result<Decision>> {
  const ask = {
    model,
    name: 'decision',
    schema: DecisionSchema,
    messages: [
      { role: 'system' as const, content: DECIDE },
      { role: 'user' as const, content: `${evidenceText(evidence)}\n\n${factsText(facts)}` },
    ],
  };
  const answer = await askStructured(complete, ask, signal);
  if (!answer.ok) return answer;
  const decision = answer.value.value;
  const passed = facts.targetsPass && facts.regressions.length === 0 && !facts.heldOutFailed;
  if (decision.status !== 'PASS' || passed) return ok(decision);
  return fail({
    code: 'MODEL_FAILURE',
    message: 'the model called PASS what the test results do not',
    where: model,
    next: 'use another model, or --provider rules',
  });
}
