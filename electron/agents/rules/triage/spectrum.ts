import type { Stop } from '../../../../shared/results.js';
import { inEnglish } from '../../../../shared/texts/words.js';
import { type CFunction, functionAt } from '../../c/source.js';
import type { Executed, ProgramInput, Scratch } from '../../provider.js';
import type { Clue } from '../clue.js';
import { type Failure, SESSION } from '../failure.js';
import { type Project, resolveFile } from '../project.js';

/** What ran: in the whole session and, where cases can be told apart, in the failing and in the passing ones. */
export interface Coverage {
  whole: Executed | null;
  /** Nothing that ran can be missing of what is known to have run. */
  complete: boolean;
  perCase: { failing: Executed[]; passing: Executed[] } | null;
  /** In words, where what ran is not known though it was asked for. */
  unknown: string | null;
  /** What stopped the program when this was measured. */
  stop: Stop | null;
  /** How the tests started the program under test. */
  starts: readonly ProgramInput[];
}

export const NO_COVERAGE: Coverage = {
  whole: null,
  complete: false,
  perCase: null,
  unknown: null,
  stop: null,
  starts: [],
};

/** Lines of the unmodified tree. `failing` are the cases to explain, `(session)` for one that crashed or hung. */
export async function coverageOf(
  scratch: Scratch,
  failing: ReadonlySet<string>,
  { failure, project }: { failure: Failure; project: Project },
  signal: AbortSignal,
): Promise<Coverage> {
  const answer = await scratch.spectrum?.(signal);
  if (!answer) return NO_COVERAGE;
  if (!answer.ok) return { ...NO_COVERAGE, unknown: inEnglish(answer.error.message) };
  const { by, whole, byCase, stop, starts } = answer.value;
  if (whole.size === 0) return { ...NO_COVERAGE, stop, starts };
  if (by === 'simulator') {
    const perCase = byCase && split(byCase, failing, failure);
    return { whole, complete: true, perCase, unknown: null, stop, starts };
  }
  if (!byCase) return { whole, complete: false, perCase: null, unknown: null, stop, starts };
  const perCase = splitAlone(byCase, failing, failure, project);
  if (!perCase)
    return {
      ...NO_COVERAGE,
      unknown: 'which lines run is not known: the failing cases left no counts',
      stop,
      starts,
    };
  return { whole, complete: true, perCase, unknown: null, stop, starts };
}

/** Cases that ran by themselves; one that left no trace in what may be changed died before it could. */
function splitAlone(
  byCase: ReadonlyMap<string, Executed>,
  failing: ReadonlySet<string>,
  failure: Failure,
  project: Project,
): Coverage['perCase'] {
  const touches = (run: Executed): boolean =>
    [...run.keys()].some((name) => project.changeable.has(resolveFile(project, name) ?? ''));
  const runsOf = (names: Iterable<string>): Executed[] =>
    [...names].flatMap((name) => byCase.get(name) ?? []).filter(touches);
  const bad = runsOf(failing);
  const good = runsOf(failure.passing.map(({ name }) => name).filter((name) => !failing.has(name)));
  return bad.length === 0 ? null : { failing: bad, passing: good };
}

/**
 * A session that stopped early did so in the last case it reported or in what came next: with (session) failing, what
 * ran from there on is to blame. Null where a failing case left no trace of its own.
 */
function split(
  byCase: ReadonlyMap<string, Executed>,
  failing: ReadonlySet<string>,
  failure: Failure,
): Coverage['perCase'] {
  const reported = failure.passing.map((testCase) => testCase.name);
  const last = failing.has(SESSION) ? [...byCase.keys()].at(-1) : undefined;
  const missing = new Set(failure.failing.flatMap((each) => (each.status === 'missing' ? [each.name] : [])));
  const named = [...failing].filter((name) => name !== SESSION && !missing.has(name));
  const blamed = [...new Set(last === undefined ? named : [...named, last])];
  const runs = blamed.map((name) => byCase.get(name));
  const bad = runs.filter((run) => run !== undefined);
  if (bad.length === 0 || bad.length < runs.length) return null;
  const good = reported.filter((name) => !blamed.includes(name)).flatMap((name) => byCase.get(name) ?? []);
  return { failing: bad, passing: good };
}

/** True where no changeable line ran in all of the failing cases. */
export function apart({ perCase }: Coverage, project: Project): boolean {
  const runs = (perCase?.failing ?? []).map((run) => {
    const places = [...run].flatMap(([name, lines]) => {
      const file = resolveFile(project, name);
      return file && project.changeable.has(file) ? [...lines].map((line) => `${file}:${line}`) : [];
    });
    return new Set(places);
  });
  const [first, ...others] = runs;
  return first !== undefined && ![...first].some((place) => others.every((run) => run.has(place)));
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
  const clues = [...counts].map(([place, { failed, passed }]): Clue => {
    const colon = place.lastIndexOf(':');
    const line = Number(place.slice(colon + 1));
    const weight = 0.8 * (failed / Math.sqrt(failing.length * Math.max(1, failed + passed)));
    const why = `${place} ran in ${failed} of ${failing.length} failing and ${passed} of ${passing.length} passing cases`;
    const onlyFailing = passed === 0 && passing.length > 0;
    return { kind: 'spectrum', file: place.slice(0, colon), from: line, to: line, weight, why, onlyFailing };
  });
  return [...clues, ...functionClues(clues, project)];
}

/** What leads to a suspicious line need not run more often in failing cases than in others: the whole function shares its blame. */
const FUNCTION_SHARE = 0.75;

function functionClues(clues: readonly Clue[], project: Project): Clue[] {
  const worst = new Map<CFunction, Clue>();
  for (const clue of clues) {
    const source = project.sources.get(clue.file);
    const fn = source && functionAt(source, clue.from);
    if (fn && clue.weight > (worst.get(fn)?.weight ?? 0)) worst.set(fn, clue);
  }
  return [...worst].map(([fn, clue]) => ({
    ...clue,
    from: fn.line,
    to: fn.endLine,
    weight: FUNCTION_SHARE * clue.weight,
    function: fn.name,
  }));
}
