import type { Analysis, Hypothesis } from '../../../shared/judgement.js';
import { ok, type Result } from '../../../shared/problem.js';
import { markWith } from '../openai/untrusted.js';
import type { Evidence, ProviderIo } from '../provider.js';
import { evidenceText } from './context.js';
import { ANALYSE } from './prompts.js';
import { type ModelAnalysis, ModelAnalysisSchema } from './schemas.js';
import { readSources } from './sources.js';
import { type Asker, askStructured } from './structured.js';
import { readTests, testsText } from './tests.js';

/** Asks a model for the cause of the failures. Error: MODEL_FAILURE. */
export async function analyseByModel(
  { ask, io: asking, name, newId }: Asker,
  evidence: Evidence,
  io: ProviderIo,
): Promise<Result<Analysis>> {
  const sources = await readSources(io.scratch, evidence, null);
  const tests = await readTests(io.scratch, evidence);
  const mark = markWith(newId());
  const data = [evidenceText(mark, evidence), sources.text(mark), testsText(mark, tests)]
    .filter(Boolean)
    .join('\n\n');
  io.progress('MODEL', `asking ${name} for the cause`);
  const question = {
    role: 'ANALYST' as const,
    judgement: 'analysis',
    files: sources.files.map(({ file }) => file),
    schema: ModelAnalysisSchema,
    messages: [
      { role: 'system' as const, content: ANALYSE },
      { role: 'user' as const, content: data },
    ],
  };
  const answer = await askStructured(ask, question, asking);
  if (!answer.ok) return answer;
  const shown = new Set(sources.files.map(({ file }) => file));
  return ok(toAnalysis(answer.value.value, shown));
}

/** Files that were not shown are the model's invention and are left out. */
function toAnalysis(answer: ModelAnalysis, shown: ReadonlySet<string>): Analysis {
  const files = answer.files_to_change.filter((file) => shown.has(file));
  const { change_points, expected_effect } = answer;
  return {
    root_cause: answer.root_cause,
    hypothesis_list: answer.hypotheses.map((hypothesis) => toHypothesis(hypothesis, shown)),
    patch_plan: files.length > 0 ? { files, change_points, expected_effect, diagnostic_only: false } : null,
    confidence: answer.confidence,
    reason: answer.reason,
  };
}

function toHypothesis(answer: ModelAnalysis['hypotheses'][number], shown: ReadonlySet<string>): Hypothesis {
  const { cause, confidence, file, line, evidence } = answer;
  const real = file !== null && shown.has(file) && line !== null && Number.isInteger(line) && line > 0;
  return { cause, confidence, evidence, ...(real && { location: { file, line } }) };
}
