import type { CFunction } from '../../c/source.js';
import type { Evidence } from '../../provider.js';
import type { Clue } from '../clue.js';
import type { Failure } from '../failure.js';
import { type Project, reach, resolveFile } from '../project.js';
import { afterCase, entryPoints, identifiersOnLine, words } from './cases.js';

/**
 * Closeness in the call graph. Each function gets the Ochiai coefficient (Ochiai 1957; Abreu, Zoeteweij, van Gemund 2007) over the cases
 * that can reach it, less with every call in between.
 */
export function callClues(failure: Failure, evidence: Evidence, project: Project): Clue[] {
  const failing = failingRoots(failure, evidence, project).map((roots) => reach(project, roots));
  const passing = failure.passing.map((testCase) => reach(project, entryPoints(testCase, project)));
  const clues: Clue[] = [];
  for (const fn of project.functions.values()) {
    if (!project.changeable.has(fn.file)) continue;
    const depths = failing.flatMap((reached) => reached.get(fn) ?? []);
    if (depths.length === 0) continue;
    const passes = passing.filter((reached) => reached.has(fn)).length;
    const ochiai = depths.length / Math.sqrt(failing.length * (depths.length + passes));
    const weight = 0.65 * ochiai * 0.85 ** Math.max(0, Math.min(...depths) - 1);
    const why = `${fn.name}() is reached from ${depths.length} of ${failing.length} failing and ${passes} of ${passing.length} passing cases`;
    clues.push(wholeFunction(fn, 'calls', weight, why));
  }
  return [...clues, ...assertionClues(failure, project)];
}

/**
 * Where the failing cases begin. In a session that stopped early only the first missing case is to blame, the others
 * just had no turn; where none is known by name, what comes after the last case reported.
 */
function failingRoots(failure: Failure, evidence: Evidence, project: Project): Set<string>[] {
  const missing = failure.failing.filter((testCase) => testCase.status === 'missing');
  const reported = failure.failing.filter((testCase) => testCase.status !== 'missing');
  const stopped =
    evidence.test !== null && evidence.test.ended_by !== 'pattern' && evidence.test.ended_by !== 'exit';
  const blamed = stopped ? [...reported, ...missing.slice(0, 1)] : failure.failing;
  const roots = blamed.map((testCase) => entryPoints(testCase, project)).filter((each) => each.size > 0);
  const last = evidence.test?.cases.filter((testCase) => testCase.status !== 'missing').at(-1);
  const next = stopped && last && missing.length === 0 ? afterCase(last.name, project) : new Set<string>();
  return next.size > 0 ? [...roots, next] : roots;
}

/** Functions called in the very statement whose assertion failed. */
function assertionClues(failure: Failure, project: Project): Clue[] {
  return failure.failing.flatMap((testCase) => {
    const at = testCase.location;
    const source = at ? project.sources.get(resolveFile(project, at.file) ?? '') : undefined;
    if (!at || !source) return [];
    return [...identifiersOnLine(source.root, at.line)].flatMap((name): Clue[] => {
      const fn = project.functions.get(name);
      if (!fn || !project.changeable.has(fn.file)) return [];
      const why = `the assertion that failed at ${source.file}:${at.line} calls ${name}()`;
      return [wholeFunction(fn, 'assertion', 0.6, why)];
    });
  });
}

/** Words that a failing case shares with a function's or file's name. */
export function nameClues(failure: Failure, project: Project): Clue[] {
  const wanted = new Set(failure.failing.flatMap((testCase) => words(testCase.name)));
  if (wanted.size === 0) return [];
  return [...project.functions.values()].flatMap((fn): Clue[] => {
    if (!project.changeable.has(fn.file)) return [];
    const named = words(fn.name);
    const filed = words(fn.file.replace(/^.*\/|\.\w+$/g, ''));
    const shared = named.filter((word) => wanted.has(word));
    const share = shared.length / Math.max(1, named.length);
    const fileBonus = filed.some((word) => wanted.has(word)) ? 0.1 : 0;
    const weight = 0.35 * share + fileBonus;
    if (weight === 0) return [];
    const why = `the name of ${fn.name}() in ${fn.file} resembles the failing case`;
    return [wholeFunction(fn, 'names', weight, why)];
  });
}

const wholeFunction = (fn: CFunction, kind: Clue['kind'], weight: number, why: string): Clue => ({
  kind,
  file: fn.file,
  from: fn.line,
  to: fn.endLine,
  weight,
  why,
  function: fn.name,
});
