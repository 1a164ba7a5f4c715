import { matchesCase } from '../../../../shared/case-pattern.js';
import { type Coverage, linesOf, rangesOf } from '../../../../shared/coverage.js';
import { type Found, round } from './findings.js';

/** The repository as the next run finds it, and whom the research is for. */
export interface Now {
  /** Contents of its files, by path, as git names them. */
  blobs: ReadonlyMap<string, string>;
  /** Patterns of the cases that have to pass. */
  targets: readonly string[];
  functions: readonly { name: string; file: string; line: number; end_line: number }[];
  /** Whether a patch may change a file: what judges it is no place to look for its fault. */
  isChangeable(file: string): boolean;
  /** No text of such a file is quoted, the names of its functions neither. */
  isWithheld(file: string): boolean;
}

type Case = NonNullable<Coverage['cases']>[number];

/** Places that are named, of those where cases go, and files of which no case executes some lines. */
const MOST_PLACES = 6;
const MOST_FILES = 4;
const MOST_NAMES = 3;
/** Of a clue as certain as can be, of one where nothing fails, and of one in another version of the file. */
const SUREST = 0.8;
const NOTHING_FAILED = 0.25;
const OTHER_VERSION = 0.5;
const UNEXECUTED = 0.05;

/** Where the cases that have to pass go and others do not, by function, and lines that none of them executes. */
export function linesFound(coverage: Coverage, now: Now, slot: number): Found[] {
  const found = [...placesOf(coverage, now), ...unexecutedIn(coverage, now), ...bounds(coverage)];
  return found.map(({ text, weight }) => ({ kind: 'coverage', text, weight: round(weight), slot }));
}

interface Clue {
  text: string;
  weight: number;
}

const isFailing = ({ status }: Case): boolean => status !== 'pass' && status !== 'skip';

/** Ochiai per line (Abreu, Zoeteweij, van Gemund 2007), the best lines of each function together. */
function placesOf({ cases, files, run, commit }: Coverage, now: Now): Clue[] {
  const targets = (cases ?? []).filter(({ name }) => matchesCase(now.targets, name));
  const failing = targets.filter(isFailing);
  const subjects = failing.length > 0 ? failing : targets;
  const others = (cases ?? []).filter((one) => one.status === 'pass' && !subjects.includes(one));
  const counted = (of: readonly Case[]) => countsOf(of, files.length);
  const [inSubjects, inOthers] = [counted(subjects), counted(others)];
  const what = failing.length > 0 ? 'failing' : 'wanted';
  const clues = files.flatMap((file, index): Clue[] => {
    if (!now.isChangeable(file.path)) return [];
    const isSame = now.blobs.get(file.path) === file.blob;
    return [...groups(file.path, inSubjects[index] ?? new Map(), isSame ? now : null)].map(
      ([name, lines]) => {
        const scored = lines.map(([line, by]) => {
          const passed = inOthers[index]?.get(line)?.length ?? 0;
          return { line, by, passed, score: by.length / Math.sqrt(subjects.length * (by.length + passed)) };
        });
        const score = Math.max(...scored.map((one) => one.score));
        const best = scored.filter((one) => one.score === score);
        const [first] = best;
        const place = `${file.path}:${rangesOf(best.map(({ line }) => line))}${name === '' ? '' : ` in ${name}()`}`;
        const ran = `runs in ${first?.by.length} of ${subjects.length} ${what} cases (${named(first?.by ?? [])})`;
        const apart = `and in ${first?.passed} of ${others.length} passing ones`;
        const version = isSame ? 'the file is the same now' : 'the file is of another version now';
        return {
          text: `${place} ${ran} ${apart} [${run}, commit ${commit.slice(0, 12)}; ${version}]`,
          weight: SUREST * score * (failing.length > 0 ? 1 : NOTHING_FAILED) * (isSame ? 1 : OTHER_VERSION),
        };
      },
    );
  });
  return clues.sort((a, b) => b.weight - a.weight).slice(0, MOST_PLACES);
}

const named = (names: readonly string[]): string =>
  [...names.slice(0, MOST_NAMES), ...(names.length > MOST_NAMES ? ['…'] : [])].join(', ');

/** For each file the names of the cases that execute a line of it, by line. */
function countsOf(cases: readonly Case[], files: number): Map<number, string[]>[] {
  const counts = Array.from({ length: files }, () => new Map<number, string[]>());
  for (const { name, ran } of cases)
    for (const [file, ranges] of ran)
      for (const line of linesOf(ranges)) {
        const at = counts[file];
        at?.set(line, [...(at.get(line) ?? []), name]);
      }
  return counts;
}

/** Lines of a file by the function that holds them, '' where that is not known. */
function groups(file: string, lines: ReadonlyMap<number, string[]>, now: Now | null) {
  const isNamed = now !== null && !now.isWithheld(file);
  const own = isNamed ? now.functions.filter((one) => one.file === file) : [];
  const by = new Map<string, [number, string[]][]>();
  for (const [line, names] of lines) {
    const name = own.find((one) => line >= one.line && line <= one.end_line)?.name ?? '';
    by.set(name, [...(by.get(name) ?? []), [line, names]]);
  }
  return by;
}

/** Cases that were not measured may execute what the others do not. */
const isPartial = ({ cases, is_cut, left_out }: Coverage): boolean =>
  left_out.cases > 0 || (is_cut && cases === null);

/** Lines with code that nothing executed, in files that are the same now. */
function unexecutedIn(coverage: Coverage, now: Now): Clue[] {
  if (isPartial(coverage)) return [];
  const { files, run, cases } = coverage;
  const by =
    cases === null ? 'the tests execute none of it' : `none of ${cases.length} measured cases executes it`;
  const clues = files.flatMap(({ path, blob, ran, code }): Clue[] => {
    if (code === null || now.blobs.get(path) !== blob || !now.isChangeable(path)) return [];
    const executed = linesOf(ran);
    const left = [...linesOf(code)].filter((line) => !executed.has(line));
    if (left.length === 0) return [];
    const names = [...groups(path, new Map(left.map((line) => [line, []])), now).keys()].filter(
      (one) => one !== '',
    );
    const where = names.length === 0 ? '' : ` in ${named(names.map((name) => `${name}()`))}`;
    return [{ text: `${path}:${rangesOf(left)}${where}: ${by} [${run}]`, weight: UNEXECUTED }];
  });
  return clues.slice(0, MOST_FILES);
}

/** What a reader must know of how far the measurement goes. */
function bounds(coverage: Coverage): Clue[] {
  const { run, is_cut, cases, left_out } = coverage;
  const said = [
    ...(cases === null
      ? ['its cases cannot be told apart: only what the whole session executes is known']
      : []),
    ...(is_cut ? ['the trace was cut off: what runs late is not in it'] : []),
    ...(left_out.cases > 0 ? [`cases that were not measured or did not fit: ${left_out.cases}`] : []),
    ...(isPartial(coverage) ? ['which lines no case executes is not known'] : []),
    ...(left_out.files > 0 ? [`files that did not fit: ${left_out.files}`] : []),
  ];
  return said.map((text) => ({ text: `${run}: ${text}`, weight: 0 }));
}
