import type { Analysis, Proposal } from '../../../shared/judgement.js';
import { fail, ok, type Problem, type Result } from '../../../shared/problem.js';
import { type Mark, markWith } from '../openai/untrusted.js';
import type { Evidence, ProviderIo, Trial } from '../provider.js';
import { analysisText, buildFailureText, evidenceText } from './context.js';
import { editsToPatch } from './edits.js';
import { proposePrompt, repairEditsPrompt } from './prompts.js';
import { type ModelEdits, ModelEditsSchema } from './schemas.js';
import { readSources } from './sources.js';
import { type Asker, askStructured, type Message } from './structured.js';
import { readTests, testsText } from './tests.js';

/**
 * Asks a model for edits, turns them into a patch, and tries it once in the scratch bench. Edits that do not fit, are
 * refused by the policy or do not build go back once with the reason. Error: MODEL_FAILURE.
 */
export async function proposeByModel(
  { ask, io: asking, name, newId }: Asker,
  evidence: Evidence,
  analysis: Analysis,
  io: ProviderIo,
): Promise<Result<Proposal>> {
  const sources = await readSources(io.scratch, evidence, analysis);
  const tests = await readTests(io.scratch, evidence);
  const mark = markWith(newId());
  const data = [
    evidenceText(mark, evidence),
    analysisText(mark, analysis),
    sources.text(mark),
    testsText(mark, tests),
  ];
  let messages: readonly Message[] = [
    { role: 'system', content: proposePrompt(evidence.constraints) },
    { role: 'user', content: data.filter(Boolean).join('\n\n') },
  ];
  const files = sources.files.map(({ file }) => file);
  let wrong = '';
  for (const round of ['edits', 'corrected edits']) {
    io.progress('MODEL', `asking ${name} for ${round}`);
    const question = {
      role: 'CODER' as const,
      judgement: 'edits',
      schema: ModelEditsSchema,
      messages,
      files,
    };
    const answer = await askStructured(ask, question, asking);
    if (!answer.ok) return answer;
    const tried = await tryEdits(answer.value.value, sources.files, markWith(newId()), io);
    if (io.signal.aborted) return fail(stopped(name));
    if (tried.ok) return tried;
    wrong = tried.error;
    messages = [...answer.value.messages, { role: 'user', content: repairEditsPrompt(wrong) }];
  }
  return fail({
    code: 'MODEL_FAILURE',
    message: `the model's edits cannot be used, also after a second try: ${wrong.slice(0, 600)}`,
    where: name,
    next: 'use another model, or --provider rules',
  });
}

/** A trial that was cut short says nothing against the change, and nothing for it. */
const stopped = (name: string): Problem => ({
  code: 'MODEL_FAILURE',
  message: 'stopped while the proposed change was tried',
  where: name,
  next: 'resume the run to ask again',
});

/** A proposal, or the reason against it in words for the model. */
async function tryEdits(
  answer: ModelEdits,
  files: readonly { file: string; text: string }[],
  mark: Mark,
  io: ProviderIo,
): Promise<Result<Proposal, string>> {
  const patch = editsToPatch(answer.edits, files);
  if (!patch.ok) return patch;
  const { rationale, confidence } = answer;
  const proposal: Proposal = { patch: patch.value, rationale, confidence, alternatives: [] };
  if (patch.value === '') return ok(proposal);
  io.progress('TRIAL', 'building the proposed change');
  const objection = against(mark, await io.scratch.try(patch.value, io.signal));
  return objection === null ? ok(proposal) : fail(objection);
}

function against(mark: Mark, trial: Trial): string | null {
  if (trial.refused !== null) return `The policy of this task refuses the change: ${trial.refused}`;
  if (!trial.applies) return 'The change does not apply.';
  return trial.build && !trial.build.success ? buildFailureText(mark, trial.build) : null;
}
