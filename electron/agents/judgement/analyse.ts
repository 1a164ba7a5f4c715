import type { Analysis, Hypothesis } from '../../../shared/judgement.js';
import { ok, type Result } from '../../../shared/problem.js';
import { markWith } from '../openai/untrusted.js';
import type { Evidence, ProviderIo } from '../provider.js';
import { askNeeding } from './ask-needing.js';
import { codeText } from './code/code-text.js';
import { needText } from './code/need.js';
import { readCode } from './code/read-code.js';
import { codeBudget, evidenceText, logFiles } from './context.js';
import { analysePrompt } from './prompts.js';
import { type ModelAnalysis, ModelAnalysisSchema } from './schemas.js';
import { type Asker, askStructured } from './structured.js';
import { clean, quoted } from './words.js';

/**
 * Asks a model for the cause of the failures and, where it is sure, for the edits as well. Error: MODEL_FAILURE,
 * ANALYSIS_FAILURE where the parser cannot be loaded.
 *
 * @param isCoder it makes the edits, too: those of anybody else are neither asked for nor taken
 */
export async function analyseByModel(
  { ask, io: asking, name, newId, grammar }: Asker,
  evidence: Evidence,
  io: ProviderIo,
  isCoder: boolean,
): Promise<Result<Analysis>> {
  const wantsEdits = isCoder && !evidence.constraints.includes('log only');
  const loaded = await grammar();
  if (!loaded.ok) return loaded;
  io.progress('LOG_TRIAGE', 'reading what the failing cases call');
  const code = await readCode(loaded.value, evidence, null, io);
  const mark = markWith(newId());
  const told = evidenceText(mark, evidence);
  const sources = codeText(mark, code, codeBudget(told));
  io.progress('MODEL', `asking ${name} for the cause`);
  const begun = [
    { role: 'system' as const, content: analysePrompt(wantsEdits) },
    { role: 'user' as const, content: `${told}\n\n${sources.text}` },
  ];
  const answer = await askNeeding(
    { messages: begun, files: [...logFiles(evidence), ...sources.files] },
    (messages, files) => {
      const question = { role: 'ANALYST' as const, judgement: 'analysis', schema: ModelAnalysisSchema };
      return askStructured(ask, { ...question, messages, files }, asking);
    },
    {
      suffices: ({ edits }) => edits.length > 0,
      show: (needs) => needText(markWith(newId()), code, needs),
    },
  );
  if (!answer.ok) return answer;
  return ok(toAnalysis(answer.value.value, new Set(code.changeable.keys()), wantsEdits));
}

const MOST_HYPOTHESES = 8;

/** Files that are not in the tree are the model's invention and are left out. Its words are marked as its own. */
function toAnalysis(answer: ModelAnalysis, tree: ReadonlySet<string>, wantsEdits: boolean): Analysis {
  const edited = answer.edits.map(({ file }) => file);
  const files = [...new Set([...answer.files_to_change, ...edited])].filter((file) => tree.has(file));
  const change_points = answer.change_points.slice(0, MOST_HYPOTHESES).map((point) => clean(point, 300));
  const edits = wantsEdits ? answer.edits : [];
  return {
    root_cause: answer.root_cause === null ? null : quoted(answer.root_cause),
    hypothesis_list: answer.hypotheses
      .slice(0, MOST_HYPOTHESES)
      .map((hypothesis) => toHypothesis(hypothesis, tree)),
    patch_plan:
      files.length > 0
        ? {
            files,
            change_points,
            expected_effect: clean(answer.expected_effect, 300),
            diagnostic_only: false,
          }
        : null,
    confidence: answer.confidence,
    reason: quoted(answer.reason),
    ...(edits.length > 0 && { edits }),
  };
}

function toHypothesis(answer: ModelAnalysis['hypotheses'][number], tree: ReadonlySet<string>): Hypothesis {
  const { cause, confidence, file, line, evidence } = answer;
  const real = file !== null && tree.has(file) && line !== null && Number.isInteger(line) && line > 0;
  const told = evidence.slice(0, MOST_HYPOTHESES).map((one) => clean(one, 200));
  return { cause: quoted(cause), confidence, evidence: told, ...(real && { location: { file, line } }) };
}
