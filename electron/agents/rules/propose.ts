import type { Analysis, Proposal } from '../../../shared/judgement.js';
import { fail, ok, type Result } from '../../../shared/problem.js';
import type { CGrammar } from '../c/grammar.js';
import type { Evidence, ProviderIo } from '../provider.js';
import { type Budget, budgetUntil } from './budget.js';
import { type Candidate, type Found, templateCandidates } from './candidates.js';
import { variedInputs } from './choosing/inputs.js';
import { study } from './choosing/study.js';
import { describe } from './describe.js';
import { type Diagnosis, diagnose, measured, suspicionOf } from './diagnosis.js';
import { failingNames, SESSION } from './failure.js';
import { diagnosticPrints } from './log-only.js';
import { overlay } from './overlay.js';
import { capitalised, proposalOf, SESSION_ENDS, triedInWords } from './rationale.js';
import { type BuildRepair, repairBuild } from './repair-build.js';
import { reproduce } from './reproduce.js';
import { changedLines, type SearchResult, type SearchSetting, search } from './search.js';
import { TEMPLATES } from './templates/table.js';
import { apart, type Coverage, coverageOf, NO_COVERAGE } from './triage/spectrum.js';
import { unseenBefore } from './verdict.js';

/**
 * Searches for one edit that repairs the failure. An empty patch says that none was found and what was tried;
 * FLAKY_TEST where the failure does not come out the same way on the unchanged tree.
 */
export async function propose(
  grammar: CGrammar,
  evidence: Evidence,
  analysis: Analysis,
  io: ProviderIo,
): Promise<Result<Proposal>> {
  const budget = budgetUntil(io.scratch.deadline, io.signal, io.scratch.trialsLeft);
  if (evidence.build && !evidence.build.success && !evidence.constraints.includes('log only'))
    return ok(buildProposal(await repairBuild(grammar, evidence, io, budget)));
  const diagnosis = await diagnose(grammar, evidence, io.scratch);
  const inquiry: Inquiry = { grammar, diagnosis, evidence, analysis, io, budget };
  if (evidence.constraints.includes('log only')) return logOnly(inquiry);
  return io.scratch.runsTests ? searched(inquiry) : guessed(inquiry);
}

/** A failure to repair, what is known of it, and what may be used for that. */
interface Inquiry {
  grammar: CGrammar;
  diagnosis: Diagnosis;
  evidence: Evidence;
  analysis: Analysis;
  io: ProviderIo;
  budget: Budget;
}

async function searched(inquiry: Inquiry): Promise<Result<Proposal>> {
  const { diagnosis, evidence, io } = inquiry;
  if (inquiry.budget.spent()) return ok(proposalOf(nothingTried(inquiry.budget), 0));
  const begun = Date.now();
  io.progress('SEARCH', 'running the unchanged tree again');
  const sameTree = evidence.test && evidence.attempts.length === 0;
  const seen = sameTree && evidence.test ? failingNames(evidence.test, diagnosis.failure.expected) : null;
  const again = await reproduce(diagnosis.failure, seen, io);
  if (!again.ok) return again;
  const { reference, selects } = again.value;
  const coverage = await coverageOf(io.scratch, reference.failing, diagnosis, io.signal);
  const candidates = await allowed({ ...inquiry, diagnosis: measured(diagnosis, coverage) }, coverage);
  const { grammar } = inquiry;
  const { project } = diagnosis;
  const inputs = variedInputs(coverage.starts);
  const setting = {
    ...common(inquiry),
    reference,
    selects,
    apart: apart(coverage, project),
    study: (found: Found) => study(found, { grammar, project, coverage, inputs, io, begun }),
  };
  const wanted = [...reference.failing].every((name) => name === SESSION) ? SESSION_ENDS : undefined;
  const proposal = proposalOf(await search(candidates, setting, io), candidates.length, { wanted, inputs });
  return ok({ ...proposal, search: `${proposal.search}${leftOut(coverage)}` });
}

/** Earlier searches of the run have used up what it may search. */
const nothingTried = (budget: Budget): SearchResult => ({
  ...{ passing: [], improving: [], built: [], tried: [], refused: 0 },
  limit: budget.reached(),
});

function leftOut({ whole, complete, perCase, unknown }: Coverage): string {
  if (!whole) return unknown === null ? '' : ` ${capitalised(unknown)}.`;
  const which = perCase ? 'no failing case executes' : 'does not run';
  return ` Code that ${which} was ${complete ? 'left out' : 'tried last'}.`;
}

/** Without a target to run on, the likeliest edit that builds. */
async function guessed(inquiry: Inquiry): Promise<Result<Proposal>> {
  const candidates = await allowed(inquiry, NO_COVERAGE);
  const reference = unseenBefore(inquiry.diagnosis.failure.expected);
  const setting = { ...common(inquiry), reference, selects: false, apart: false, study: async () => null };
  return ok(proposalOf(await search(candidates, setting, inquiry.io), candidates.length));
}

async function logOnly(inquiry: Inquiry): Promise<Result<Proposal>> {
  const { diagnosis, analysis, io, budget } = inquiry;
  const suspicion = suspicionOf(diagnosis, NO_COVERAGE, analysis);
  const { base, known } = common(inquiry);
  for (const { edits, functions } of diagnosticPrints(
    diagnosis.project,
    suspicion,
    io.scratch.hosted === true,
  )) {
    if (budget.spent()) break;
    const patch = (await base.with(edits))?.diff() ?? '';
    if (patch === '' || known.has(changedLines(patch))) continue;
    const trial = await io.scratch.try(patch, io.signal);
    if (trial.refused !== null || !trial.applies || trial.build?.success === false) continue;
    const places = functions.map((name) => `${name}()`).join(', ');
    const rationale = `Diagnostic prints at the entry of ${places}. They show more and change nothing else.`;
    return ok({ patch, rationale, confidence: 0.5, alternatives: [] });
  }
  return fail({
    code: 'ANALYSIS_FAILURE',
    message:
      'Only diagnostic prints were asked for, and there is no function that could print and still build',
    next: 'Lift the constraint "log only", or add a print by hand',
  });
}

function allowed(
  { diagnosis, evidence, analysis, budget }: Inquiry,
  coverage: Coverage,
): Promise<Candidate[]> {
  const { project, symptoms } = diagnosis;
  const small = evidence.constraints.includes('smallest change');
  const templates = small ? TEMPLATES.filter((template) => template.oneToken) : TEMPLATES;
  const suspicion = suspicionOf(diagnosis, coverage, analysis);
  return templateCandidates({ project, symptoms }, suspicion, templates, budget);
}

function common({
  grammar,
  evidence,
  io,
  budget,
}: Inquiry): Omit<SearchSetting, 'reference' | 'selects' | 'apart' | 'study'> {
  const known = new Set(evidence.attempts.map((attempt) => changedLines(attempt.patch)));
  return { grammar, base: overlay(io.scratch), known, budget };
}

function buildProposal({ chosen, tree, verdict, others, tried, unlinked }: BuildRepair): Proposal {
  const search = `${capitalised(triedInWords(tried, tried.length))}.`;
  if (!verdict || verdict.kind === 'not-built') {
    const part = chosen.length > 0 ? ` Partly answered: ${chosen.map(describe).join('; ')}.` : '';
    const left = unlinked.map((file) => ` The build does not link ${file}, which defines what is missing.`);
    const rationale = `No edit that the diagnostics suggest makes the tree build.${part}${left.join('')}`;
    return { patch: '', rationale, search, confidence: 0, alternatives: [] };
  }
  const passes = verdict.kind === 'ran' && verdict.clean;
  const effect = passes ? 'It builds and every case passes.' : 'It builds.';
  return {
    patch: tree.diff(),
    rationale: `${chosen.map(describe).join('; ')}. ${effect}`,
    search,
    confidence: passes ? 0.9 : verdict.kind === 'built' ? 0.5 : 0.65,
    alternatives: others.slice(0, 4).map(({ candidate, patch, passes: well }) => ({
      patch,
      reason: describe(candidate),
      confidence: well ? 0.6 : 0.4,
    })),
  };
}
