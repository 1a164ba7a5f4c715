import { breaksOffAnew, type SessionOutcome, type TestResult } from '../../../shared/results.js';
import type { Trial } from '../provider.js';
import { failingNames, SESSION } from './failure.js';

/** What a trial showed. */
export type Verdict =
  | { kind: 'unusable'; why: string }
  | { kind: 'not-built'; errors: number }
  /** Built; the bench cannot run tests. */
  | { kind: 'built' }
  | {
      kind: 'ran';
      failing: ReadonlySet<string>;
      regressions: readonly string[];
      /** Cases that the unmodified tree reports, and this one no more: what is not run is not repaired. */
      vanished: readonly string[];
      clean: boolean;
    };

/** What the unmodified tree shows, that a trial is held against. */
export interface Reference {
  failing: ReadonlySet<string>;
  /** Names that must be reported. */
  expected: ReadonlySet<string>;
  /** Names that the unmodified tree reports. */
  reported: ReadonlySet<string>;
  /** How the unmodified tree's session ended; null where none could be run. */
  session: SessionOutcome | null;
  /** Cases that no target names and that failed before: they may go on failing. */
  tolerated: ReadonlySet<string>;
}

/** Where the unmodified tree could not be run. */
export const unseenBefore = (expected: ReadonlySet<string>): Reference => ({
  failing: new Set(),
  expected,
  reported: new Set(),
  session: null,
  tolerated: new Set(),
});

/** Judges a trial; with `only`, by these cases alone (a selected run reports no others). */
export function judge(trial: Trial, reference: Reference, only?: readonly string[]): Verdict {
  if (trial.refused !== null)
    return { kind: 'unusable', why: `refused by the patch policy: ${trial.refused}` };
  if (!trial.applies) return { kind: 'unusable', why: 'does not apply' };
  if (trial.build && !trial.build.success)
    return {
      kind: 'not-built',
      errors: trial.build.diagnostics.filter((d) => d.severity === 'error').length,
    };
  if (!trial.test) return { kind: 'built' };
  const failing = failingNames(trial.test, new Set(only ?? reference.expected));
  if (only) for (const name of failing) if (name !== SESSION && !only.includes(name)) failing.delete(name);
  for (const name of reference.tolerated) failing.delete(name);
  const anew = reference.session !== null && breaksOffAnew(trial.test, reference.session);
  const regressions = [...failing].filter(
    (name) => !reference.failing.has(name) || (name === SESSION && anew),
  );
  const vanished = vanishedFrom(trial.test, reference, only);
  const clean = failing.size === 0 && vanished.length === 0 && endedWell(trial.test, reference);
  return { kind: 'ran', failing, regressions, vanished, clean };
}

function vanishedFrom({ cases }: TestResult, { reported }: Reference, only?: readonly string[]): string[] {
  const there = new Set(cases.filter(({ status }) => status !== 'missing').map(({ name }) => name));
  return [...reported].filter((name) => (only?.includes(name) ?? true) && !there.has(name));
}

/** Silence ends a good session only where it ended the bad one too. */
function endedWell(test: TestResult, reference: Reference): boolean {
  if (!test.cases.some((testCase) => testCase.status === 'pass')) return false;
  return (
    test.ended_by === 'pattern' || test.ended_by === 'exit' || reference.session?.ended_by === test.ended_by
  );
}
