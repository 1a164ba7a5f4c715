import type { Analysis, Proposal } from '../../../shared/judgement.js';
import { fail, ok, type Problem, type ProblemCode, type Result } from '../../../shared/problem.js';
import type { CoderProposal, Player } from '../../../shared/roundtable.js';
import { inEnglish, joined, nested, text, type Words } from '../../../shared/texts/words.js';
import { type CoordinatorContext, currentRound, untestedRound } from '../../machine/coordinator/context.js';
import type { Coded } from '../../machine/coordinator/events.js';
import { coderTools } from '../firmware-loop/trial/coder-tools.js';
import { openScratchBench } from '../firmware-loop/trial/scratch-bench.js';
import { standsIn } from '../models/stand-in.js';
import {
  type CoordinatorBench,
  type CoordinatorIo,
  isMock,
  MOCK,
  playerOf,
  RULES,
  setToFail,
} from './bench.js';
import { coderEvidence, loopContext } from './known.js';
import { isOfModel } from './problems.js';

/** A coder has a proposal, or nothing more. */
export type Coding = { coded: Coded } | { nothing: Words };

const UNSEARCHED = { searched: { ms: 0, trials: 0 }, analysis: null };

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
      coded: { proposal, next: ctx.next, is_searched: ctx.is_searched, ...UNSEARCHED },
    });
  if (ctx.first !== null && ctx.round === 1) return told(ctx.first);
  const standing = untestedRound(ctx);
  if (standing !== null) return told(standing.proposal);
  if (isMock(by) && bench.isFailing('CODER')) return ok({ nothing: setToFail('CODER') });
  if (isMock(by)) return told({ by, patch: '', rationale: text`${MOCK}: no change was made`, weighed: [] });
  // a model hears what the operator says to what was agreed; rules cannot
  if (ctx.mode === 'implementation' && ctx.agreed !== null && !by.isModel) return told(ctx.agreed);
  return by.isModel ? byModel(ctx, bench, io) : byRules(ctx, bench, io);
}

type Table = readonly [CoordinatorContext, CoordinatorBench, CoordinatorIo];

async function byModel(...table: Table): Promise<Result<Coding>> {
  const [ctx, bench, io] = table;
  const by = playerOf(bench, 'CODER');
  const begun = Date.now();
  const made = await ask(table, by);
  if (made.ok || io.signal.aborted || !isOfModel(made.error)) return made;
  if (ctx.mode === 'implementation') return byRulesInstead(table, made.error);
  if (made.error.code !== 'MODEL_FAILURE') return made;
  return ok({ coded: empty(ctx, by, made.error, Date.now() - begun) });
}

/** Rules propose in place of a model. Errors: the provider's, where rules have nothing; those of `ask`. */
async function byRulesInstead(table: Table, failure: Problem): Promise<Result<Coding>> {
  const [ctx, bench] = table;
  const made = await byRules(...table);
  if (!made.ok) return made;
  const why = standsIn('CODER', failure);
  if ('coded' in made.value) {
    const { proposal, ...found } = made.value.coded;
    const rationale = joined(why, proposal.rationale);
    // a model that answers again makes an analysis of its own
    return ok({ coded: { ...found, analysis: null, proposal: { ...proposal, rationale } } });
  }
  const message = joined(why, made.value.nothing);
  if (failure.code !== 'MODEL_FAILURE') return fail({ ...failure, message });
  const last = currentRound(ctx)?.proposal;
  // one unusable reply costs a model that has proposed something that reply: the review sends the empty proposal back
  if (last?.by.isModel && last.patch.trim() !== '')
    return ok({ coded: empty(ctx, playerOf(bench, 'CODER'), failure, 0) });
  return ok({ nothing: message });
}

const empty = (
  { next, is_searched }: CoordinatorContext,
  by: Player,
  { message }: Problem,
  ms: number,
): Coded => ({
  ...{ proposal: { by, patch: '', rationale: message, weighed: [] }, next, is_searched },
  ...{ searched: { ms, trials: 0 }, analysis: null },
});

/** What the last search found besides, else a search: it finds the same each time, and is made once. */
async function byRules(...table: Table): Promise<Result<Coding>> {
  const [{ next, is_searched }] = table;
  const [choice, ...rest] = next;
  if (choice !== undefined) {
    const { patch, what, flags } = choice;
    const proposal = { by: RULES, patch, rationale: what, weighed: flags };
    return ok({ coded: { proposal, next: rest, is_searched: true, ...UNSEARCHED } });
  }
  if (is_searched) return ok({ nothing: text`the search has nothing more to propose` });
  return ask(table, RULES);
}

/** Errors: MODEL_FAILURE where a model's reply cannot be used, those of its provider, and INIT_FAILURE where no trial copy can be made. */
async function ask([ctx, bench, io]: Table, by: Player): Promise<Result<Coding>> {
  const begun = Date.now();
  const scratch = openScratchBench(loopContext(ctx), bench.loop, io);
  const provider = by.isModel ? bench.loop.provider : bench.loop.rules;
  const evidence = await coderEvidence(ctx, bench, by.isModel);
  const tools = () => coderTools(loopContext(ctx), bench.loop, io, scratch);
  const asking = { scratch, tools, asking: io.asking, signal: io.signal, progress: io.progress };
  const analysis = knownAnalysis(ctx) ?? (await provider.analyse(evidence, asking));
  const cause = analysis.ok ? analysis.value : by.isModel ? goesOnWithout(ctx, analysis.error) : null;
  if (!analysis.ok && cause === null) return withoutProposal(analysis.error);
  const proposed = await provider.propose(evidence, cause ?? unknownCause(ctx), asking);
  const unmade = scratch.problem();
  if (unmade) return fail(unmade);
  const spent = {
    searched: { ms: Date.now() - begun, trials: scratch.trials() },
    analysis: analysis.ok ? analysis.value : null,
  };
  return proposed.ok ? codedOf(ctx, by, proposed.value, spent) : withoutProposal(proposed.error);
}

/** Edits that came with an analysis are the first proposal and no later one. */
function knownAnalysis({ known, rounds }: CoordinatorContext): Result<Analysis> | null {
  if (known.analysis === null) return null;
  const { edits, ...analysis } = known.analysis;
  return ok(rounds.length === 0 && edits ? { ...analysis, edits } : analysis);
}

function codedOf(
  ctx: CoordinatorContext,
  by: Player,
  { patch, rationale, search, choices = [] }: Proposal,
  spent: Pick<Coded, 'searched' | 'analysis'>,
): Result<Coding> {
  if (patch.trim() === '' && !by.isModel) return ok({ nothing: withSearch(rationale, search) });
  const [first, ...others] = choices;
  const found = others.map(({ patch: other, what, flags }) => ({ patch: other, what, flags }));
  // what rules found stays theirs, should they stand in again
  const { next, is_searched } = by.isModel ? ctx : { next: found, is_searched: true };
  const proposal = { by, patch, rationale: withSearch(rationale, search), weighed: first?.flags ?? [] };
  return ok({ coded: { proposal, next, is_searched, ...spent } });
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

const withoutProposal = (problem: Problem): Result<Coding> =>
  isNothing(problem.code) ? ok({ nothing: problem.message }) : fail(problem);

/** A model can be asked for a change where nobody knows a cause: where nothing fails, or its analysis could not be read. */
const goesOnWithout = (ctx: CoordinatorContext, { code }: Problem): Analysis | null =>
  isNothing(code) || code === 'MODEL_FAILURE' ? unknownCause(ctx) : null;

/** A change that is asked for where nothing fails: the goal is all that is known. */
const unknownCause = ({ goal }: CoordinatorContext): Analysis => ({
  ...{ root_cause: null, hypothesis_list: [], patch_plan: null, confidence: 0.5, reason: inEnglish(goal) },
});
