import { matchesCase } from '../../../shared/case-pattern.js';
import type { TestCase } from '../../../shared/results.js';

interface Comparison {
  /** Did not pass in the baseline and pass now. */
  fixed: string[];
  /** Passed in the baseline and do not pass now: failed, skipped, missing or flaky. */
  regressions: string[];
  /** Target cases that do not pass now. */
  failing: string[];
  /** Strictly more target cases pass than before, and nothing regressed. */
  improved: boolean;
}

const passing = (cases: readonly TestCase[]): Set<string> =>
  new Set(cases.filter((one) => one.status === 'pass').map((one) => one.name));

/**
 * Holds a result against the baseline's. `targets` are the task's case patterns; by default every case is
 * a target. Without a baseline nothing is called fixed, regressed or improved.
 */
export function compareToBaseline(
  baseline: readonly TestCase[] | null,
  now: readonly TestCase[],
  targets: readonly string[] = ['*'],
): Comparison {
  const failing = now
    .filter((one) => one.status !== 'pass' && matchesCase(targets, one.name))
    .map((one) => one.name);
  if (!baseline) return { fixed: [], regressions: [], failing, improved: false };
  const before = passing(baseline);
  const after = passing(now);
  const fixed = [...after].filter((name) => !before.has(name));
  const regressions = [...before].filter((name) => !after.has(name));
  const gained = fixed.some((name) => matchesCase(targets, name));
  return { fixed, regressions, failing, improved: gained && regressions.length === 0 };
}

/**
 * Several runs of one unchanged image as one list: a case whose status differs between them (absent
 * counts as missing) is `flaky`.
 */
export function mergeRuns(runs: readonly (readonly TestCase[])[]): TestCase[] {
  const byRun = runs.map((run) => new Map(run.map((one) => [one.name, one])));
  const names = new Set(runs.flatMap((run) => run.map((one) => one.name)));
  return [...names].map((name) => {
    const seen = byRun.map((run): TestCase => run.get(name) ?? { name, status: 'missing' });
    const told = seen.find((one) => one.status === 'fail') ?? seen.find((one) => one.status !== 'missing');
    const statuses = seen.map((one) => one.status);
    if (new Set(statuses).size <= 1) return told ?? { name, status: 'missing' };
    const message = `${statuses.join(', ')} in ${runs.length} runs of one image`;
    return {
      ...told,
      name,
      status: 'flaky',
      message: told?.message ? `${message}; ${told.message}` : message,
    };
  });
}
