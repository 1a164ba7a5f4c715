import { matchesCase } from '../../../../shared/case-pattern.js';
import { isCutOff, type TestCase } from '../../../../shared/results.js';
import type { Evidence } from '../../provider.js';
import { blockAt, naming } from './held-out.js';
import { wordsOf } from './items.js';
import type { Root } from './rank.js';
import type { Range } from './view.js';

/** Cases whose source is shown, and the size of one excerpt (lines) and of all (characters). */
const CASES = 5;
const WHOLE = 150;
const AROUND = 25;
const TOTAL = 14_000;
/** Files that are read in search of a case's name. */
const SEARCHED = 60;
const SOURCE = /\.(c|cc|cpp|cxx|h|hpp|ino|inc)$/i;

/** Begins a function or a macro's block; a declaration ends in a semicolon. */
const DEFINED = /^[A-Za-z_].*[^;\s]\s*$/;

export interface FailingSource {
  /** Where failing cases stand in the sources. */
  blocks: readonly { file: string; range: Range }[];
  roots: readonly Root[];
  /** Lines in which an assertion failed. */
  asserted: readonly { file: string; line: number }[];
  /** Cases whose source was looked for, and all that fail. */
  cases: number;
  failing: number;
}

/** Text of a file in lines; none where it cannot be read. */
export type Lines = (file: string) => Promise<readonly string[]>;

interface Place {
  file: string;
  /** 0-based. */
  line: number;
}

/**
 * The sources of the failing cases: the function in which an assertion failed, and the one that is named like the case.
 *
 * @param readable every file of the tree
 * @param next what a session that stopped early was about to run, by name
 */
export async function failingSource(
  evidence: Evidence,
  readable: readonly string[],
  lines: Lines,
  isHeldOut: ((name: string) => boolean) | undefined,
  next: ReadonlySet<string>,
): Promise<FailingSource> {
  const sources = readable.filter((file) => SOURCE.test(file));
  const failing = [...failingCases(evidence), ...notReached(next, isHeldOut)];
  const blocks = new Map<string, { file: string; range: Range }>();
  const roots: Root[] = [];
  const asserted: { file: string; line: number }[] = [];
  let left = TOTAL;
  for (const failed of failing.slice(0, CASES)) {
    for (const place of await placesOf(failed, sources, lines)) {
      const text = await lines(place.file);
      const range = rangeAt(place, text, isHeldOut);
      if (!range) continue;
      const shown = text.slice(range[0] - 1, range[1]).filter((line) => !naming(line, isHeldOut));
      const code = shown.join('\n');
      const key = `${place.file}:${range.join('-')}`;
      if (code.length > left || blocks.has(key)) continue;
      blocks.set(key, { file: place.file, range });
      roots.push({ file: place.file, words: wordsOf(code) });
      asserted.push({ file: place.file, line: place.line + 1 });
      left -= code.length;
    }
  }
  const cases = Math.min(CASES, failing.length);
  return { blocks: [...blocks.values()], roots, asserted, cases, failing: failing.length };
}

const notReached = (
  names: ReadonlySet<string>,
  isHeldOut: ((name: string) => boolean) | undefined,
): TestCase[] =>
  [...names].filter((name) => !naming(name, isHeldOut)).map((name) => ({ name, status: 'missing' }));

/** Those that must pass, where one of them fails; else all that fail. */
function failingCases({ test, targets }: Evidence): TestCase[] {
  const all = (test?.cases ?? []).filter((c) => c.status !== 'pass' && c.status !== 'skip');
  const wanted = all.filter((c) => matchesCase(targets, c.name));
  return reached(test, wanted.length > 0 ? wanted : all);
}

/** Where a session stopped early, only the first of the cases that never came is to blame: the others had no turn. */
function reached(test: Evidence['test'], failing: readonly TestCase[]): TestCase[] {
  if (!test || (!isCutOff(test) && test.ended_by !== 'silence')) return [...failing];
  const missing = failing.filter(({ status }) => status === 'missing');
  return [...failing.filter(({ status }) => status !== 'missing'), ...missing.slice(0, 1)];
}

async function placesOf(failed: TestCase, readable: readonly string[], lines: Lines): Promise<Place[]> {
  const { location } = failed;
  // Longest first: `test/a.c` rather than `a.c` of another folder.
  const file =
    location && [...readable].sort((a, b) => b.length - a.length).find((f) => samePath(location.file, f));
  const asserted = file ? [{ file, line: location.line - 1 }] : [];
  const named = await findName(failed.name, file ? [file] : [...readable].sort(testsFirst), lines);
  return [...asserted, ...named];
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/**
 * The case behind `name` in a list of cases: the next line that is written like that of `name`, with another name in its place
 * (`RUN_TEST(a);`, `CASE(a)`, `{"a", a},`). Null where there is no such list.
 */
export async function caseAfter(
  name: string,
  files: readonly string[],
  lines: Lines,
): Promise<string | null> {
  for (const file of files.filter((one) => SOURCE.test(one)).sort(testsFirst)) {
    const text = await lines(file);
    for (const [index, line] of text.entries()) {
      if (!hasWord(line, name)) continue;
      const next = text.slice(index + 1).find((one) => one.trim() !== '') ?? '';
      const found = new RegExp(`^${escaped(line).split(name).join('(\\w+)')}$`).exec(next);
      if (found?.[1] !== undefined && found[1] !== name) return found[1];
    }
  }
  return null;
}

const samePath = (printed: string, file: string): boolean => {
  const path = printed.replaceAll('\\', '/').replace(/^\.\//, '');
  return path === file || path.endsWith(`/${file}`) || file.endsWith(`/${path}`);
};

const testsFirst = (a: string, b: string): number => Number(/test/i.test(b)) - Number(/test/i.test(a));

/** The first line in which the case's name, or its last part, stands as a word: where it is defined or called. */
async function findName(name: string, files: readonly string[], lines: Lines): Promise<Place[]> {
  const names = [name, name.split(/[.:/]/).at(-1) ?? name].filter((part) => part !== '');
  for (const wanted of new Set(names)) {
    for (const file of files.slice(0, SEARCHED)) {
      const found = [...(await lines(file)).entries()].filter(([, text]) => hasWord(text, wanted));
      const [line] = found.find(([, text]) => DEFINED.test(text)) ?? found[0] ?? [];
      if (line !== undefined) return [{ file, line }];
    }
  }
  return [];
}

function hasWord(text: string, word: string): boolean {
  const isPart = (character: string | undefined) => character !== undefined && /\w/.test(character);
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1))
    if (!isPart(text[at - 1]) && !isPart(text[at + word.length])) return true;
  return false;
}

/** The block around a place, 1-based, or what is near where it is long; null where it begins with what must not be shown. */
function rangeAt(
  { line }: Place,
  lines: readonly string[],
  isHeldOut: ((name: string) => boolean) | undefined,
): Range | null {
  if (line < 0 || line >= lines.length) return null;
  const [from, to] = blockAt(lines, line);
  if (naming(lines[from] ?? '', isHeldOut)) return null;
  const isLong = to - from > WHOLE;
  return isLong ? [Math.max(from, line - AROUND) + 1, Math.min(to, line + AROUND)] : [from + 1, to];
}
