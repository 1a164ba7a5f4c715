import type { BuildResult } from '../../../shared/results.js';
import type { CGrammar } from '../c/grammar.js';
import type { Evidence, ProviderIo } from '../provider.js';
import type { Budget } from './budget.js';
import { unlinkedSource } from './builds/linker.js';
import { buildCandidates } from './builds/remedies.js';
import type { Candidate } from './candidates.js';
import { failureOf } from './failure.js';
import { type Overlay, overlay } from './overlay.js';
import { loadProject } from './project.js';
import { changedLines } from './search.js';
import { judge, unseenBefore, type Verdict } from './verdict.js';

export interface BuildRepair {
  /** Chosen edits, in order; empty where nothing helped. */
  chosen: Candidate[];
  tree: Overlay;
  /** What the chosen tree showed. */
  verdict: Verdict | null;
  others: { candidate: Candidate; patch: string; passes: boolean }[];
  tried: Candidate[];
  /** Sources that hold what the linker missed in the end. */
  unlinked: string[];
}

/** One slip breaks a build in one place or a few; beyond that it is no single bug. */
const CHAIN = 4;
/** How many trees that build are compared before one is chosen. */
const COMPARED = 4;

interface Step {
  candidate: Candidate;
  next: Overlay;
  verdict: Verdict;
  build: BuildResult | null;
}

/**
 * Edits until the tree builds: each round takes the candidate after which it builds (best if the tests pass too), else the one that
 * leaves the fewest errors, and goes on from there with the new diagnostics.
 */
export async function repairBuild(
  grammar: CGrammar,
  evidence: Evidence,
  io: ProviderIo,
  budget: Budget,
): Promise<BuildRepair> {
  const repair: BuildRepair = {
    chosen: [],
    tree: overlay(io.scratch),
    verdict: null,
    others: [],
    tried: [],
    unlinked: [],
  };
  const known = new Set(evidence.attempts.map((attempt) => changedLines(attempt.patch)));
  let build = evidence.build;
  for (let round = 0; round < CHAIN && build && !build.success && !budget.spent(); round += 1) {
    const view = { changeable: () => io.scratch.changeable(), read: repair.tree.read };
    const project = await loadProject(grammar, view, evidence);
    const missed = build.diagnostics.flatMap((each) => unlinkedSource(each, project) ?? []);
    repair.unlinked = [...new Set(missed)];
    const steps = await tryAll(buildCandidates(build, project), repair, { io, budget, evidence, known });
    const best = steps[0];
    if (!best || errorsOf(best.verdict) >= errorCount(build)) break;
    repair.others = steps
      .slice(1, COMPARED + 1)
      .filter((step) => step.verdict.kind !== 'not-built')
      .map(asOther);
    repair.chosen.push(best.candidate);
    repair.tree = best.next;
    repair.verdict = best.verdict;
    build = best.build;
  }
  return repair;
}

interface Setting {
  io: ProviderIo;
  budget: Budget;
  evidence: Evidence;
  known: ReadonlySet<string>;
}

async function tryAll(
  candidates: readonly Candidate[],
  repair: BuildRepair,
  setting: Setting,
): Promise<Step[]> {
  const { io, budget, evidence, known } = setting;
  const reference = unseenBefore(failureOf(evidence).expected);
  const steps: Step[] = [];
  for (const [index, candidate] of candidates.entries()) {
    if (budget.spent() || steps.filter((step) => step.verdict.kind !== 'not-built').length >= COMPARED) break;
    io.progress('SEARCH', `${candidate.kind}: ${candidate.what}`, index, candidates.length);
    const next = await repair.tree.with(candidate.edits);
    const patch = next?.diff() ?? '';
    if (!next || patch === '' || known.has(changedLines(patch))) continue;
    repair.tried.push(candidate);
    const trial = await io.scratch.try(patch, io.signal);
    const verdict = judge(trial, reference);
    if (verdict.kind === 'unusable') continue;
    steps.push({ candidate, next, verdict, build: trial.build });
    if (verdict.kind === 'ran' && verdict.clean && !candidate.destructive) break;
  }
  return steps.sort((a, b) => rank(b) - rank(a));
}

/** Builds and passes, builds, fewer errors; then the candidate's own score. */
function rank({ verdict, candidate }: Step): number {
  const own = candidate.score - (candidate.destructive ? 1 : 0);
  if (verdict.kind === 'ran') return 3000 + (verdict.clean ? 1000 : -verdict.failing.size) + own;
  return verdict.kind === 'built' ? 3000 + own : 1000 - errorsOf(verdict) + own / 2;
}

const errorsOf = (verdict: Verdict): number =>
  verdict.kind === 'not-built' ? Math.max(1, verdict.errors) : 0;

const errorCount = (build: BuildResult): number =>
  Math.max(1, build.diagnostics.filter((diagnostic) => diagnostic.severity === 'error').length);

const asOther = (step: Step): BuildRepair['others'][number] => ({
  candidate: step.candidate,
  patch: step.next.diff(),
  passes: step.verdict.kind === 'ran' && step.verdict.clean,
});
