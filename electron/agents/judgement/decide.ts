import { type Decision, type DecisionFacts, DecisionSchema } from '../../../shared/judgement.js';
import { fail, ok, type Result } from '../../../shared/problem.js';
import { markWith } from '../openai/untrusted.js';
import type { Evidence } from '../provider.js';
import { evidenceText, factsText, logFiles } from './context.js';
import { DECIDE } from './prompts.js';
import { type Asker, askStructured } from './structured.js';

/** What a confidence was counted from, only code knows. */
const ModelDecisionSchema = DecisionSchema.omit({ basis: true });

/** Asks a model to judge a result. A judgement that contradicts the computed facts is a MODEL_FAILURE. */
export async function decideByModel(
  { ask, io, name, newId }: Asker,
  evidence: Evidence,
  facts: DecisionFacts,
): Promise<Result<Decision>> {
  const mark = markWith(newId());
  const question = {
    role: 'ANALYST' as const,
    judgement: 'decision',
    files: logFiles(evidence),
    schema: ModelDecisionSchema,
    messages: [
      { role: 'system' as const, content: DECIDE },
      { role: 'user' as const, content: `${evidenceText(mark, evidence)}\n\n${factsText(mark, facts)}` },
    ],
  };
  const answer = await askStructured(ask, question, io);
  if (!answer.ok) return answer;
  const decision = answer.value.value;
  const message = contradiction(decision, facts);
  if (message === null) return ok(decision);
  return fail({
    code: 'MODEL_FAILURE',
    message,
    where: name,
    next: 'use another model, or --provider rules',
  });
}

/** What the model says against the facts that code computed: neither a wrong patch nor a right one hangs on its word. */
function contradiction({ status, next_action }: Decision, facts: DecisionFacts): string | null {
  const passed = facts.targetsPass && facts.regressions.length === 0 && !facts.heldOutFailed;
  if (status === 'PASS' && !passed) return 'the model called PASS what the test results do not';
  const gaveUp = status === 'FAIL' || next_action === 'ROLLBACK' || next_action === 'ABORT';
  return passed && gaveUp ? 'the model gave up a change that passes every test' : null;
}
