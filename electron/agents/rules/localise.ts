import type { CGrammar } from '../c/grammar.js';
import type { Evidence, Scratch } from '../provider.js';
import { type Diagnosis, diagnose, measured, suspicionOf } from './diagnosis.js';
import { failingTargets } from './failure.js';
import type { Suspicion } from './suspicion.js';
import { type Coverage, coverageOf, NO_COVERAGE } from './triage/spectrum.js';

/** Where the fault may lie, by every clue there is, and by what ran. */
export interface Localised {
  diagnosis: Diagnosis;
  coverage: Coverage;
  suspicion: Suspicion;
}

/** Weighs clues and what ran. Where prints go, nothing need be measured. */
export async function localise(
  grammar: CGrammar,
  evidence: Evidence,
  scratch: Scratch,
  signal: AbortSignal,
): Promise<Localised> {
  return weigh(await diagnose(grammar, evidence, scratch), evidence, scratch, signal);
}

/** The same for a diagnosis that was made. */
export async function weigh(
  diagnosis: Diagnosis,
  evidence: Evidence,
  scratch: Scratch,
  signal: AbortSignal,
): Promise<Localised> {
  const failing = evidence.test ? failingTargets(evidence.test, diagnosis.failure) : new Set<string>();
  const coverage = evidence.constraints.includes('log only')
    ? NO_COVERAGE
    : await coverageOf(scratch, failing, diagnosis, signal);
  const known = measured(diagnosis, coverage);
  return { diagnosis: known, coverage, suspicion: suspicionOf(known, coverage, null) };
}
