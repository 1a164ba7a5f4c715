import type { Choice } from '../../../shared/choice.js';
import type { Proposal } from '../../../shared/judgement.js';
import type { Problem, Result } from '../../../shared/problem.js';
import { joined, nested, text, type Words } from '../../../shared/texts/words.js';
import type { EffectIo } from '../../engine/effect.js';
import type { FirmwareContext, Searched } from '../../machine/firmware-loop/context.js';
import { diagnosisDue } from '../../machine/firmware-loop/diagnosis.js';
import { modeOf } from '../../machine/firmware-loop/modes.js';
import { build } from '../../tools/build/build.js';
import { judgePatch } from '../../workspace/policy.js';
import { asksModels } from './asks-models.js';
import type { FirmwareBench, FirmwareOutcome } from './bench.js';
import { cloneBuild } from './build/build.js';
import { toldByBuild } from './build/build-problem.js';
import { patchRules } from './build/work-tree.js';
import { providerOf } from './code-analysis.js';
import { buildDeclined } from './declined.js';
import { gatherEvidence } from './results/evidence.js';
import { atRoundtable, wantsRoundtable } from './roundtable.js';
import { coderTools } from './trial/coder-tools.js';
import { openScratchBench } from './trial/scratch-bench.js';

/** PATCH_GENERATION: one proposed patch, checked against the policy before anything is applied (seed §5.6, §5.7). */
export const patchGeneration = asksModels(async (ctx, bench, io) => {
  if (ctx.analysis === null)
    return invalid(null, { code: 'ANALYSIS_FAILURE', message: text`there is no analysis` });
  const due = ctx.choosing?.due ?? null;
  const choice = due === null ? undefined : ctx.choosing?.list[due]?.choice;
  if (due !== null && choice) {
    const of = `patch ${due + 1} of ${ctx.choosing?.list.length}`;
    return discussed(
      ctx,
      bench,
      io,
      { patch: choice.patch, rationale: `${choice.what} (${of})`, alternatives: [] },
      { choice: due },
    );
  }
  if (!(await io.allow(build, cloneBuild(ctx, bench), bench)).ok) return buildDeclined;
  const begun = Date.now();
  const scratch = openScratchBench(ctx, bench, io);
  const evidence = await gatherEvidence(ctx, bench);
  const provider = providerOf(ctx, bench);
  const proposed = await provider.propose(evidence, ctx.analysis, {
    scratch,
    tools: () => coderTools(ctx, bench, io, scratch),
    asking: io.asking,
    signal: io.signal,
    progress: io.progress,
  });
  const searched = { ms: Date.now() - begun, trials: scratch.trials() };
  const unmade = scratch.problem();
  if (unmade) return invalid(null, unmade);
  const outcome = await outcomeOf(ctx, bench, io, { proposed, searched });
  return { ...outcome, ...scratch.seen() };
});

/** What the search comes to. */
async function outcomeOf(
  ctx: FirmwareContext,
  bench: FirmwareBench,
  io: EffectIo,
  { proposed, searched }: { proposed: Result<Proposal>; searched: Searched },
): Promise<FirmwareOutcome> {
  if (!proposed.ok) return invalid(null, proposed.error, { searched });
  const { patch, rationale, search, choices } = proposed.value;
  if (patch.trim() === '') {
    const problem = await nothingProposed(ctx, bench, rationale);
    return invalid(null, problem, { searched, reason: withSearch(problem.message, search) });
  }
  return discussed(ctx, bench, io, proposed.value, { searched, ...(choices && { found: choices }) });
}

type Proposed = Pick<Proposal, 'patch' | 'rationale' | 'search' | 'alternatives'>;

/** Goes with the event, whatever that is. */
interface More {
  searched?: Searched;
  found?: readonly Choice[];
  choice?: number;
}

/** What a roundtable makes of the diagnosis's edit, where the run has one. */
async function discussed(
  ctx: FirmwareContext,
  bench: FirmwareBench,
  io: EffectIo,
  proposed: Proposed,
  more: More,
): Promise<FirmwareOutcome> {
  if (!wantsRoundtable(ctx, bench)) return judged(ctx, bench, io, proposed, more);
  const choices = more.found ?? (ctx.choosing?.list ?? []).map(({ choice }) => choice);
  const open = more.found ?? openChoices(ctx);
  const end = await atRoundtable(ctx, bench, io, { ...proposed, choices: open });
  if (!end.ok) {
    // a model that fails says nothing of the patch: it may be proposed again
    const patch = end.error.code === 'MODEL_FAILURE' ? null : proposed.patch;
    return invalid(patch, end.error, { searched: more.searched });
  }
  const { patch, rationale, searched } = end.value;
  const spent = {
    ms: (more.searched?.ms ?? 0) + searched.ms,
    trials: (more.searched?.trials ?? 0) + searched.trials,
  };
  if (patch === proposed.patch) return judged(ctx, bench, io, proposed, { ...more, searched: spent });
  const at = choices.findIndex((choice) => choice.patch === patch);
  const other = { patch, rationale, alternatives: [] };
  return judged(ctx, bench, io, other, { searched: spent, ...chosenAt(choices, at, more) });
}

/** The class that a roundtable took instead of the first one. */
function chosenAt(choices: readonly Choice[], at: number, { found }: More): More {
  const taken = choices[at];
  if (taken === undefined) return {};
  return found ? { found: [taken, ...choices.filter((choice) => choice !== taken)] } : { choice: at };
}

const openChoices = ({ choosing }: FirmwareContext): Choice[] =>
  (choosing?.list ?? []).flatMap(({ choice, state }) => (state === 'open' ? [choice] : []));

/** What the policy makes of a patch; `more` goes with the event whatever that is. */
async function judged(
  ctx: FirmwareContext,
  bench: FirmwareBench,
  io: EffectIo,
  { patch, rationale, search, alternatives }: Proposed,
  more: More,
): Promise<FirmwareOutcome> {
  io.progress('POLICY');
  const verdict = await judgePatch(bench.paths.clone, patch, patchRules(ctx, bench));
  const { searched } = more;
  if (!verdict.ok) return invalid(patch, verdict.error, { searched });
  if (!verdict.value.accepted) return invalid(patch, violation(verdict.value.violations), { searched });
  const { files, linesChanged: lines, risk, reasons, tree } = verdict.value;
  if (diagnosisDue(ctx) && risk >= bench.policy.gateRisk) return invalid(patch, needsPerson(risk));
  const metadata = { files, lines, risk, reasons };
  return {
    type: 'patch_valid',
    reason: text`${nested(withSearch(rationale, search))} (risk ${risk.toFixed(2)})`,
    evidence: [],
    patch: {
      text: patch,
      rationale,
      alternatives,
      metadata,
      tree,
      applied: null,
      ...(modeOf(ctx) !== 'rules' && more.choice === undefined && { by: 'model' as const }),
    },
    ...more,
  };
}

const withSearch = (why: Words, search: string | undefined): Words =>
  search ? text`${nested(why)} ${nested(search)}` : why;

/** A build that no edit repairs is told in its own words. */
function nothingProposed(ctx: FirmwareContext, bench: FirmwareBench, message: string): Promise<Problem> {
  const broken = ctx.last_build_result?.success === false;
  return toldByBuild(ctx, bench, { code: broken ? 'BUILD_FAILURE' : 'ANALYSIS_FAILURE', message });
}

const invalid = (
  patch: string | null,
  problem: Problem,
  { reason = problem.message, searched }: { reason?: Words; searched?: Searched | undefined } = {},
): FirmwareOutcome => ({
  type: 'patch_invalid',
  reason,
  evidence: [],
  problem,
  patch,
  ...(searched && { searched }),
});

/** No run waits for a person because of prints that are taken back anyway. */
const needsPerson = (risk: number): Problem => ({
  code: 'POLICY_VIOLATION',
  message: text`the diagnostic patch needs a person's approval (risk ${risk.toFixed(2)})`,
});

const violation = (all: readonly { file: string; message: string }[]): Problem => ({
  code: 'POLICY_VIOLATION',
  message: text`the patch is refused: ${nested(joined(...all.map((one) => text`${one.file}: ${nested(one.message)}`)))}`,
  where: all[0]?.file,
  next: text`nothing was applied`,
});
