import type { Analysis } from '../../../shared/judgement.js';
import { fail, ok, type Problem, type ProblemCode, type Result } from '../../../shared/problem.js';
import type { CoderProposal } from '../../../shared/roundtable.js';
import { inEnglish, nested, text, type Words } from '../../../shared/texts/words.js';
import type { CoordinatorContext } from '../../machine/coordinator/context.js';
import type { Coded } from '../../machine/coordinator/events.js';
import { openScratchBench } from '../firmware-loop/trial/scratch-bench.js';
import { type CoordinatorBench, type CoordinatorIo, isMock, MOCK, playerOf } from './bench.js';
import { coderEvidence, loopContext } from './known.js';

/** A coder has a proposal, or nothing more. */
export type Coding = { coded: Coded } | { nothing: Words };

const UNSEARCHED = { ms: 0, trials: 0 };

/**
 * The coder's next proposal: what it was given or agreed on, what its last search found besides, else a new one. Errors: those of
 * a model's provider, and INIT_FAILURE where no trial copy can be made.
 */
export async function code(
  ctx: CoordinatorContext,
  bench: CoordinatorBench,
  io: CoordinatorIo,
): Promise<Result<Coding>> {
  const by = playerOf(bench, 'CODER');
  const told = (proposal: CoderProposal): Result<Coding> =>
    ok({
      coded: { proposal, next: ctx.next, is_searched: ctx.is_searched, searched: UNSEARCHED },
    });
  if (ctx.first !== null && ctx.round === 1) return told(ctx.first);
  if (isMock(by)) return told({ by, patch: '', rationale: text`${MOCK}: no change was made`, weighed: [] });
  // a model hears what the operator says to what was agreed; rules cannot
  if (ctx.mode === 'implementation' && ctx.agreed !== null && !by.isModel) return told(ctx.agreed);
  const [choice, ...rest] = ctx.next;
  if (choice !== undefined && !by.isModel) {
    const { patch, what, flags } = choice;
    const proposal = { by, patch, rationale: what, weighed: flags };
    return ok({ coded: { proposal, next: rest, is_searched: true, searched: UNSEARCHED } });
  }
  if (ctx.is_searched && !by.isModel) return ok({ nothing: text`the search has nothing more to propose` });
  return ask(ctx, bench, io);
}

async function ask(
  ctx: CoordinatorContext,
  bench: CoordinatorBench,
  io: CoordinatorIo,
): Promise<Result<Coding>> {
  const by = playerOf(bench, 'CODER');
  const begun = Date.now();
  const known = loopContext(ctx);
  const scratch = openScratchBench(known, bench.loop, io);
  const provider = by.isModel ? bench.loop.provider : bench.loop.rules;
  const evidence = await coderEvidence(ctx, bench, by.isModel);
  const asking = { scratch, asking: io.asking, signal: io.signal, progress: io.progress };
  const analysis = known.analysis === null ? await provider.analyse(evidence, asking) : ok(known.analysis);
  if (!analysis.ok && !(by.isModel && analysis.error.code === 'EVIDENCE_MISSING'))
    return isNothing(analysis.error.code) ? ok({ nothing: analysis.error.message }) : analysis;
  const proposed = await provider.propose(evidence, analysis.ok ? analysis.value : unknownCause(ctx), asking);
  const searched = { ms: Date.now() - begun, trials: scratch.trials() };
  const unmade = scratch.problem();
  if (unmade) return fail(unmade);
  if (!proposed.ok) return unproposed(ctx, bench, proposed.error, searched);
  const { patch, rationale, search, choices = [] } = proposed.value;
  if (patch.trim() === '' && !by.isModel) return ok({ nothing: withSearch(rationale, search) });
  const [first, ...others] = choices;
  const next = others.map(({ patch: other, what, flags }) => ({ patch: other, what, flags }));
  const proposal = { by, patch, rationale: withSearch(rationale, search), weighed: first?.flags ?? [] };
  return ok({ coded: { proposal, next, is_searched: true, searched } });
}

const withSearch = (why: Words, search: string | undefined): Words =>
  search ? text`${nested(why)} ${nested(search)}` : why;

/** Nothing to go on is no failure of the coder's: it has nothing to propose. */
const isNothing = (code: ProblemCode): boolean => NOTHING.has(code);
const NOTHING: ReadonlySet<ProblemCode> = new Set([
  'EVIDENCE_MISSING',
  'ANALYSIS_FAILURE',
  'FLAKY_TEST',
  'BUILD_FAILURE',
]);

/** One unusable reply costs that reply, not the model: the round goes on with an empty proposal, which the review sends back. */
function unproposed(
  ctx: CoordinatorContext,
  bench: CoordinatorBench,
  problem: Problem,
  searched: Coded['searched'],
): Result<Coding> {
  const by = playerOf(bench, 'CODER');
  if (problem.code === 'MODEL_FAILURE') {
    const proposal = { by, patch: '', rationale: problem.message, weighed: [] };
    return ok({ coded: { proposal, next: [], is_searched: ctx.is_searched, searched } });
  }
  if (isNothing(problem.code)) return ok({ nothing: problem.message });
  return fail(problem);
}

/** A change that is asked for where nothing fails: the goal is all that is known. */
const unknownCause = ({ goal }: CoordinatorContext): Analysis => ({
  ...{ root_cause: null, hypothesis_list: [], patch_plan: null, confidence: 0.5, reason: inEnglish(goal) },
});
