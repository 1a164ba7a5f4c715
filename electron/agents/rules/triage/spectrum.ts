import type { Scratch } from '../../provider.js';
import type { Clue } from '../clue.js';
import type { Failure } from '../failure.js';
import { type Project, resolveFile } from '../project.js';

export type Executed = ReadonlyMap<string, ReadonlySet<number>>;

/** What ran: in the whole session and, where single cases can be selected, case by case. */
export interface Coverage {
  whole: Executed | null;
  perCase: { failing: Executed[]; passing: Executed[] } | null;
}

export const NO_COVERAGE: Coverage = { whole: null, perCase: null };
const CASES_EACH_WAY = 8;

/** Lines of the last session alone; nothing is run. */
export async function sessionCoverage(scratch: Scratch, signal: AbortSignal): Promise<Coverage> {
  const whole = scratch.executedLines ? await scratch.executedLines(signal) : null;
  return { whole: whole && whole.size > 0 ? whole : null, perCase: null };
}

/**
 * Runs up to eight failing and eight passing cases one by one on the unmodified tree, where the bench can select
 * cases and tell lines. `perCase` stays null where a selected run reports other cases than the one asked for.
 */
export async function caseCoverage(
  scratch: Scratch,
  failure: Failure,
  signal: AbortSignal,
  until: number,
): Promise<Coverage> {
  const session = await sessionCoverage(scratch, signal);
  if (!scratch.executedLines || !session.whole || failure.passing.length === 0) return session;
  const failing: Executed[] = [];
  const passing: Executed[] = [];
  const plan = [
    ...failure.failing.slice(0, CASES_EACH_WAY).map((testCase) => ({ name: testCase.name, into: failing })),
    ...failure.passing.slice(0, CASES_EACH_WAY).map((testCase) => ({ name: testCase.name, into: passing })),
  ];
  for (const { name, into } of plan) {
    if (signal.aborted || Date.now() > until) break;
    const trial = await scratch.try(null, signal, [name]);
    if (trial.test?.cases.some((testCase) => testCase.name !== name && testCase.status === 'pass'))
      return session;
    into.push(await scratch.executedLines(signal));
  }
  return { whole: session.whole, perCase: failing.length > 0 ? { failing, passing } : null };
}

/** Ochiai per line over single cases (Ochiai 1957; Abreu, Zoeteweij, van Gemund 2007). */
export function spectrumClues(coverage: Coverage, project: Project): Clue[] {
  if (!coverage.perCase) return [];
  const { failing, passing } = coverage.perCase;
  const counts = new Map<string, { failed: number; passed: number }>();
  const count = (executed: Executed, key: 'failed' | 'passed'): void => {
    for (const [name, lines] of executed) {
      const file = resolveFile(project, name);
      if (!file || !project.changeable.has(file)) continue;
      for (const line of lines) {
        const at = counts.get(`${file}:${line}`) ?? { failed: 0, passed: 0 };
        at[key] += 1;
        counts.set(`${file}:${line}`, at);
      }
    }
  };
  for (const executed of failing) count(executed, 'failed');
  for (const executed of passing) count(executed, 'passed');
  return [...counts].map(([place, { failed, passed }]): Clue => {
    const colon = place.lastIndexOf(':');
    const line = Number(place.slice(colon + 1));
    const weight = 0.8 * (failed / Math.sqrt(failing.length * Math.max(1, failed + passed)));
    const why = `${place} ran in ${failed} of ${failing.length} failing and ${passed} of ${passing.length} passing cases`;
    return { kind: 'spectrum', file: place.slice(0, colon), from: line, to: line, weight, why };
  });
}
