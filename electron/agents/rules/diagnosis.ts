import type { Analysis, Hypothesis } from '../../../shared/judgement.js';
import type { Stop } from '../../../shared/results.js';
import type { CGrammar } from '../c/grammar.js';
import { functionAt } from '../c/source.js';
import { walk } from '../c/tree.js';
import type { Evidence, Scratch } from '../provider.js';
import type { Clue, ClueKind } from './clue.js';
import { confidenceIn } from './confidence.js';
import { type Failure, failureOf } from './failure.js';
import { loadProject, type Project, resolveFile } from './project.js';
import { type Suspicion, suspicionFrom } from './suspicion.js';
import { SYMPTOMS, type Symptom, type Symptoms } from './template.js';
import { callClues, nameClues } from './triage/calls.js';
import { diagnosticClues } from './triage/diagnostics.js';
import { logClues } from './triage/logs.js';
import { type Coverage, spectrumClues } from './triage/spectrum.js';
import { enteredClues, faultClues, hangClues } from './triage/stops.js';

/** Everything that the evidence says about where and what the bug is. */
export interface Diagnosis {
  failure: Failure;
  project: Project;
  clues: Clue[];
  symptoms: Symptoms;
  /** Places that a model named before. */
  named: readonly Hypothesis[];
}

/** Runs every kind of triage over the evidence. */
export async function diagnose(grammar: CGrammar, evidence: Evidence, scratch: Scratch): Promise<Diagnosis> {
  const project = await loadProject(grammar, scratch, evidence);
  const failure = failureOf(evidence);
  const clues = [
    ...diagnosticClues(evidence, project),
    ...stopClues(evidence.test ?? {}, project),
    ...enteredClues(evidence, project),
    ...callClues(failure, evidence, project),
    ...nameClues(failure, project),
    ...logClues(evidence, project),
  ].filter((clue) => project.changeable.has(clue.file) || clue.kind === 'diagnostic');
  const { named = [] } = evidence;
  return { failure, project, clues, symptoms: symptomsOf(evidence, failure, project), named };
}

const stopClues = (stop: Stop, project: Project): Clue[] => [
  ...faultClues(stop, project),
  ...hangClues(stop, project),
];

/** The same, knowing also what stopped the program when it was measured. */
export function measured(diagnosis: Diagnosis, { stop }: Coverage): Diagnosis {
  if (!stop) return diagnosis;
  const { project, symptoms } = diagnosis;
  const clues = stopClues(stop, project).filter((clue) => project.changeable.has(clue.file));
  const seen = stopSymptoms(stop);
  const also = Object.fromEntries(SYMPTOMS.map((symptom) => [symptom, symptoms[symptom] || seen[symptom]]));
  return { ...diagnosis, clues: [...diagnosis.clues, ...clues], symptoms: { ...symptoms, ...also } };
}

/** Where it is known which case runs what, the call graph and names tell little more. */
const BESIDE_MEASURED = 0.4;
const GUESSES = new Set<ClueKind>(['assertion', 'calls', 'names']);

const lessThanMeasured = (clue: Clue): Clue =>
  GUESSES.has(clue.kind) ? { ...clue, weight: BESIDE_MEASURED * clue.weight } : clue;

/** Suspicion from the clues, what ran, and the places an analysis (of whatever provider) named. */
export function suspicionOf(diagnosis: Diagnosis, coverage: Coverage, analysis: Analysis | null): Suspicion {
  const { clues, project } = diagnosis;
  const named = (analysis?.hypothesis_list ?? []).flatMap((hypothesis): Clue[] => {
    const file = hypothesis.location ? resolveFile(project, hypothesis.location.file) : null;
    if (!file || !hypothesis.location) return [];
    const line = hypothesis.location.line;
    return [
      {
        kind: 'hypothesis',
        file,
        from: line,
        to: line,
        weight: 0.3 * hypothesis.confidence,
        why: hypothesis.cause,
      },
    ];
  });
  const counted = spectrumClues(coverage, project);
  const guessed = counted.length > 0 ? clues.map(lessThanMeasured) : clues;
  const known = [...guessed, ...named, ...counted];
  const suspicion = suspicionFrom(known, coverage, project);
  const surer = surerThan(suspicion, diagnosis);
  return surer.length === 0 ? suspicion : suspicionFrom([...known, ...surer], coverage, project);
}

/** Of the first to be searched: nothing that our own clues say outweighs it. */
const FIRST = 0.98;

/** Places that a model named with more confidence than the best of ours has. */
function surerThan(suspicion: Suspicion, { named, project }: Diagnosis): Clue[] {
  if (named.length === 0) return [];
  const top = suspicion.top(6);
  const total = top.reduce((sum, each) => sum + each.score, 0);
  const best = Math.max(
    0,
    ...top.map(({ clues, score }) => confidenceIn(clues, total === 0 ? 0 : score / total)),
  );
  return named.flatMap((hypothesis): Clue[] => {
    const { location, confidence, cause } = hypothesis;
    const file = location && confidence > best ? resolveFile(project, location.file) : null;
    if (!file || !location) return [];
    const fn = functionAt(project.sources.get(file) ?? NO_FUNCTIONS, location.line);
    const [from, to] = fn ? [fn.line, fn.endLine] : [location.line, location.line];
    return [{ kind: 'hypothesis', file, from, to, weight: FIRST, why: cause }];
  });
}

const NO_FUNCTIONS = { functions: [] };

function stopSymptoms({ fault, stuck_at }: Stop): Record<Symptom, boolean> {
  const told = (pattern: RegExp): boolean => (fault?.causes ?? []).some((cause) => pattern.test(cause));
  return {
    hang: stuck_at !== undefined,
    fault: fault !== undefined,
    badCall: told(/INVSTATE|IBUSERR|IACCVIOL|instruction bus error|address without code/),
    zeroDivide: told(/DIVBYZERO|division by zero/i),
  };
}

function symptomsOf({ test }: Evidence, failure: Failure, project: Project): Symptoms {
  const ended = test?.ended_by;
  const seen = stopSymptoms(test ?? {});
  return {
    ...seen,
    hang: seen.hang || ended === 'timeout' || (ended === 'silence' && failure.failing.length > 0),
    fault: seen.fault || ended === 'crash' || ended === 'boot-loop',
    mismatches: failure.failing.flatMap(mismatchOf),
    constants: [...new Set(failure.failing.flatMap((testCase) => constantsOf(testCase, project)))].slice(
      0,
      24,
    ),
  };
}

const numbersIn = (message = ''): number[] =>
  (message.match(/-?0x[0-9a-fA-F]+|-?\b\d+\b/g) ?? []).map(Number);

/** Test libraries say first what was wanted (Unity, CMocka, Zephyr's ztest with their two numbers). */
function mismatchOf({ message }: Failure['failing'][number]): { wanted: number; got: number }[] {
  const [wanted, got, ...more] = numbersIn(message);
  return wanted === undefined || got === undefined || more.length > 0 ? [] : [{ wanted, got }];
}

/** Numbers of the message ("Expected 8 Was 7"), their difference and ratio, and literals on the assertion's line. */
function constantsOf(testCase: Failure['failing'][number], project: Project): number[] {
  const numbers = numbersIn(testCase.message);
  const [wanted, got] = numbers;
  const derived = wanted !== undefined && got !== undefined ? [wanted - got, got - wanted] : [];
  const file = testCase.location ? resolveFile(project, testCase.location.file) : null;
  const root = file ? project.sources.get(file)?.root : undefined;
  const literals: number[] = [];
  if (root && testCase.location)
    for (const node of walk(root))
      if (node.type === 'number_literal' && node.line === testCase.location.line)
        literals.push(Number(node.text.replace(/[uUlL]+$/, '')));
  return [...numbers, ...derived, ...literals].filter(Number.isSafeInteger);
}
