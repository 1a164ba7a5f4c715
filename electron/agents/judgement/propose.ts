import type { Analysis, Edit, Proposal } from '../../../shared/judgement.js';
import { fail, ok, type Problem, type Result } from '../../../shared/problem.js';
import type { ModelMessage } from '../model.js';
import { type Mark, markWith } from '../openai/untrusted.js';
import type { Evidence, ProviderIo, Trial } from '../provider.js';
import { askNeeding } from './ask-needing.js';
import { codeText } from './code/code-text.js';
import { needText } from './code/need.js';
import { readCode } from './code/read-code.js';
import { analysisText, buildFailureText, codeBudget, evidenceText, logFiles } from './context.js';
import { editsToPatch } from './edits.js';
import { proposePrompt, repairEditsPrompt } from './prompts.js';
import { ModelEditsSchema } from './schemas.js';
import type { Asker } from './structured.js';
import { textsOf } from './texts-of.js';
import { uncompiledParts, uncompiledText } from './uncompiled.js';
import { askWithTools, type ToolLimits } from './with-tools.js';
import { quoted } from './words.js';

/** Edits with the words that go with them. */
interface Edits {
  edits: readonly Edit[];
  rationale: string;
  confidence: number;
}

/**
 * Turns a model's edits into a patch, and tries it once in the scratch bench. The edits that came with the analysis are taken without a
 * further request. Edits that do not fit, are refused by the policy or do not build go back once with the reason.
 * Error: MODEL_FAILURE; ANALYSIS_FAILURE where the parser cannot be loaded.
 */
export async function proposeByModel(
  asker: Asker,
  evidence: Evidence,
  analysis: Analysis,
  io: ProviderIo,
): Promise<Result<Proposal>> {
  const given = evidence.constraints.includes('log only') ? [] : (analysis.edits ?? []);
  if (given.length === 0) return askForEdits(asker, { evidence, analysis }, io);
  const edits = {
    edits: given,
    rationale: analysis.root_cause ?? analysis.reason,
    confidence: analysis.confidence,
  };
  const tried = await tryEdits(edits, markWith(asker.newId()), io);
  if (io.signal.aborted) return fail(stopped(asker.name));
  if (tried.ok) return tried;
  return askForEdits(asker, { evidence, analysis }, io, { given, wrong: tried.error });
}

interface Case {
  evidence: Evidence;
  analysis: Analysis;
}

/** Edits that came before, and why they cannot be used. */
interface Refused {
  given: readonly Edit[];
  wrong: string;
}

/** What one proposal may spend on looking around; a run's budget is the limit of all. */
const LIMITS: ToolLimits = { calls: 12, chars: 60_000, tokens: 200_000 };

async function askForEdits(
  { ask, io: asking, name, newId, grammar }: Asker,
  { evidence, analysis }: Case,
  io: ProviderIo,
  before?: Refused,
): Promise<Result<Proposal>> {
  const loaded = await grammar();
  if (!loaded.ok) return loaded;
  const tools = io.tools?.() ?? [];
  const code = await readCode(loaded.value, evidence, analysis, io);
  const mark = markWith(newId());
  const told = `${evidenceText(mark, evidence)}\n\n${analysisText(mark, analysis)}`;
  const sources = codeText(mark, code, codeBudget(told));
  let messages: readonly ModelMessage[] = [
    { role: 'system', content: proposePrompt(evidence.constraints, tools) },
    { role: 'user', content: `${told}\n\n${sources.text}` },
    ...(before ? refusedBefore(before) : []),
  ];
  const spent = { calls: 0, chars: 0, tokens: 0 };
  const onCall = (tool: string): void => io.progress('TOOL', tool);
  let wrong = '';
  for (const round of before ? ['corrected edits'] : ['edits', 'corrected edits']) {
    io.progress('MODEL', `asking ${name} for ${round}`);
    const answer = await askNeeding(
      { messages, files: [...logFiles(evidence), ...sources.files] },
      (all, files) => {
        const question = { role: 'CODER' as const, judgement: 'edits', schema: ModelEditsSchema };
        const refused = wrong === '' ? before?.wrong : undefined;
        const asked = { ...question, messages: all, files, refused };
        return askWithTools(ask, asked, { tools, limits: LIMITS, spent }, { asking, newId, onCall });
      },
      {
        suffices: ({ edits }) => edits.length > 0,
        show: (needs) => needText(markWith(newId()), code, needs),
      },
    );
    if (!answer.ok) return answer;
    const { edits, rationale, confidence } = answer.value.value;
    const tried = await tryEdits({ edits, rationale: quoted(rationale), confidence }, markWith(newId()), io);
    if (io.signal.aborted) return fail(stopped(name));
    if (tried.ok) return tried;
    wrong = tried.error;
    await answer.value.refuse?.(wrong);
    messages = [...answer.value.messages, { role: 'user', content: repairEditsPrompt(wrong) }];
  }
  return fail({
    code: 'MODEL_FAILURE',
    message: `the model's edits cannot be used, also after a second try: ${wrong.slice(0, 600)}`,
    where: name,
    next: 'use another model, or --provider rules',
  });
}

const refusedBefore = ({ given, wrong }: Refused): ModelMessage[] => [
  { role: 'assistant', content: JSON.stringify({ edits: given }) },
  { role: 'user', content: repairEditsPrompt(wrong) },
];

/** A trial that was cut short says nothing against the change, and nothing for it. */
const stopped = (name: string): Problem => ({
  code: 'MODEL_FAILURE',
  message: 'stopped while the proposed change was tried',
  where: name,
  next: 'resume the run to ask again',
});

/** A proposal, or the reason against it in words for the model. */
async function tryEdits(
  { edits, rationale, confidence }: Edits,
  mark: Mark,
  io: ProviderIo,
): Promise<Result<Proposal, string>> {
  const made = editsToPatch(edits, await textsOf(io.scratch, edits));
  if (!made.ok) return made;
  const { patch, changed } = made.value;
  const proposal: Proposal = { patch, rationale, confidence, alternatives: [] };
  if (patch === '') return ok(proposal);
  io.progress('TRIAL', 'building the proposed change');
  const objection = against(mark, await io.scratch.try(patch, io.signal));
  if (objection !== null) return fail(objection);
  const uncompiled = await uncompiledParts(changed, io.scratch, io.signal);
  return ok({ ...proposal, rationale: `${rationale}${uncompiledText(uncompiled)}` });
}

function against(mark: Mark, trial: Trial): string | null {
  if (trial.refused !== null)
    return `The policy of this task refuses the change, and nobody can allow it: ${trial.refused}. Make a smaller change.`;
  if (!trial.applies) return 'The change does not apply.';
  return trial.build && !trial.build.success ? buildFailureText(mark, trial.build) : null;
}
