import type { Analysis, Hypothesis } from '../../../shared/judgement.js';
import { fail, ok, type Result } from '../../../shared/problem.js';
import type { BuildResult } from '../../../shared/results.js';
import type { CGrammar } from '../c/grammar.js';
import type { Evidence, ProviderIo } from '../provider.js';
import { buildCandidates } from './builds/remedies.js';
import type { Clue } from './clue.js';
import { confidenceIn } from './confidence.js';
import { type Diagnosis, diagnose } from './diagnosis.js';
import type { Failure } from './failure.js';
import { weigh } from './localise.js';
import type { Project } from './project.js';
import type { Suspect, Suspicion } from './suspicion.js';
import type { Coverage } from './triage/spectrum.js';

const HYPOTHESES = 6;
/** What the compiler itself says. */
const SUREST = 0.9;

/**
 * Where the bug may lie and why. EVIDENCE_MISSING where nothing is known to fail, BUILD_FAILURE where a build fails
 * without an error in a source, ANALYSIS_FAILURE where nothing can be changed or nothing points anywhere.
 */
export async function analyse(
  grammar: CGrammar,
  evidence: Evidence,
  io: ProviderIo,
): Promise<Result<Analysis>> {
  io.progress('LOG_TRIAGE', 'reading diagnostics, results and logs');
  const diagnosis = await diagnose(grammar, evidence, io.scratch);
  const missing = nothingToGoOn(diagnosis);
  if (missing) return missing;
  io.progress('ROOT_CAUSE_HYPOTHESIS', `weighing ${diagnosis.clues.length} clues`);
  const found = await weigh(diagnosis, evidence, io.scratch, io.signal);
  const analysis = report(found.diagnosis, found.suspicion, evidence, found.coverage);
  if (diagnosis.failure.kind === 'build' && analysis.hypothesis_list.length === 0) return namesNoSource;
  io.progress('CHANGE_IMPACT_ESTIMATE', `${diagnosis.project.changeable.size} files may be changed`);
  return ok(analysis);
}

const namesNoSource = fail({
  code: 'BUILD_FAILURE',
  message: 'The tree does not build, and no error names a source of the repository',
} as const);

/** Nothing fails; whether everything passes is another matter. */
function nothingFails({ reported, skipped }: Failure): Result<Analysis> {
  if (reported === 0)
    return fail({
      code: 'EVIDENCE_MISSING',
      message: 'No test case was read from what the target printed',
      next: 'Read the console among the report’s files: the image must print its results, in the format that test.parser names',
    });
  if (skipped.length > 0)
    return fail({
      code: 'EVIDENCE_MISSING',
      message: `No case fails, but these are skipped or still to do: ${skipped.join(', ')}`,
      next: 'Let them run, or leave them out of test.cases',
    });
  return fail({
    code: 'EVIDENCE_MISSING',
    message: 'Nothing fails: the last build succeeded and every known case passes',
    next: 'Give a log that shows the failure, or a test case that fails',
  });
}

function nothingToGoOn({ failure, project }: Diagnosis): Result<Analysis> | null {
  if (failure.kind === 'none') return nothingFails(failure);
  if (failure.kind === 'unknown')
    return fail({
      code: 'EVIDENCE_MISSING',
      message: 'There is no failed build, no failing case and no log that speaks of trouble',
      next: 'Build and run the tests once, or name a log under evidence.logs',
    });
  if (project.changeable.size === 0)
    return fail({
      code: 'ANALYSIS_FAILURE',
      message: 'The task allows no C source or header to be changed',
      next: 'Widen constraints.allowedPaths',
    });
  return null;
}

function report(
  diagnosis: Diagnosis,
  suspicion: Suspicion,
  evidence: Evidence,
  { unknown }: Coverage,
): Analysis {
  const hypotheses = hypothesesOf(diagnosis, suspicion, evidence.build)
    .sort((a, b) => b.confidence - a.confidence)
    .slice(0, HYPOTHESES);
  const best = hypotheses[0];
  const confidence = overall(diagnosis, best);
  const points = hypotheses.flatMap((each) =>
    each.location ? [`${each.location.file}:${each.location.line}`] : [],
  );
  return {
    root_cause: best && best.confidence >= 0.5 ? best.cause : null,
    hypothesis_list: hypotheses,
    patch_plan: {
      files: [...new Set(hypotheses.flatMap((each) => (each.location ? [each.location.file] : [])))],
      change_points: points,
      expected_effect: expectedEffect(diagnosis),
      diagnostic_only: evidence.constraints.includes('log only'),
    },
    confidence,
    reason: best
      ? `${best.cause}: ${[...best.evidence, ...(unknown === null ? [] : [unknown])].join('; ')}`
      : 'No single place stands out; every changeable function will be searched',
  };
}

/** Lines that can be searched whole, whatever points where. */
const SMALL = 2000;
/** What is worth a search, and no more than that. */
const SEARCHABLE = 0.5;

/** The best hypothesis's; a failing test of a small tree is worth a search without any. */
function overall({ project, failure }: Diagnosis, best: Hypothesis | undefined): number {
  const lines = [...project.changeable].reduce(
    (sum, file) => sum + (project.sources.get(file)?.text.split('\n').length ?? 0),
    0,
  );
  const searchable = failure.kind === 'tests' && lines < SMALL ? SEARCHABLE : 0;
  return Math.max(searchable, best?.confidence ?? 0);
}

function expectedEffect({ failure }: Diagnosis): string {
  if (failure.kind === 'build') return 'the tree builds';
  const names = failure.failing.map((testCase) => testCase.name);
  return names.length > 0 ? `these cases pass: ${names.join(', ')}` : 'the session ends as it should';
}

/** What the build's errors say needs no weighing, and where they name no place, no code is blamed. */
function hypothesesOf(
  { clues, failure, project }: Diagnosis,
  suspicion: Suspicion,
  build: BuildResult | null,
): Hypothesis[] {
  if (failure.kind !== 'build') {
    const suspects = suspicion.top(HYPOTHESES);
    return suspects.map((suspect) => hypothesisOf(suspect, suspects));
  }
  const said = clues.filter(isError).map((clue) => ({
    cause: clue.why,
    confidence: SUREST,
    location: { file: clue.file, line: clue.from },
    evidence: [clue.why],
  }));
  return said.length > 0 ? said : answerable(build, project);
}

/** A linker may name no line: then the places where an edit would answer it. */
const answerable = (build: BuildResult | null, project: Project): Hypothesis[] =>
  (build === null ? [] : buildCandidates(build, project)).map(({ what, place }) => ({
    cause: `an error of the build that this would answer: ${what}`,
    confidence: SUREST,
    location: { file: place.file, line: place.line },
    evidence: [what],
  }));

const isError = (clue: Clue): boolean => clue.kind === 'diagnostic' && clue.weight > 0.9;

const REASONS = 4;

function hypothesisOf(suspect: Suspect, all: readonly Suspect[]): Hypothesis {
  const total = all.reduce((sum, each) => sum + each.score, 0);
  const confidence = confidenceIn(suspect.clues, total === 0 ? 0 : suspect.score / total);
  const why = [...new Set(suspect.clues.map((clue) => clue.why))].slice(0, REASONS);
  const name = suspect.function
    ? `${suspect.function}() in ${suspect.file}`
    : `${suspect.file}:${suspect.line}`;
  return {
    cause: `a fault in ${name}`,
    confidence,
    location: {
      file: suspect.file,
      line: suspect.line,
      ...(suspect.function ? { function: suspect.function } : {}),
    },
    evidence: why.length > 0 ? why : ['no clue points elsewhere'],
  };
}
