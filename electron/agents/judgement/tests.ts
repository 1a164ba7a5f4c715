import type { TestCase } from '../../../shared/results.js';
import type { Mark } from '../openai/untrusted.js';
import type { Evidence, Scratch } from '../provider.js';
import { numbered } from './numbered.js';

/** Cases whose source is shown, and the size of one excerpt (lines) and of all (characters). */
const CASES = 5;
const WHOLE = 60;
const AROUND = 15;
const TOTAL = 12_000;
/** Files that are read in search of a case's name. */
const SEARCHED = 60;
const SOURCE = /\.(c|cc|cpp|cxx|h|hpp|ino|inc)$/i;

/** Begins a function or a macro's block; a declaration ends in a semicolon. */
const DEFINED = /^[A-Za-z_].*[^;\s]\s*$/;

interface TestSource {
  /** File and lines. */
  name: string;
  /** Numbered lines. */
  text: string;
}

interface TestSources {
  shown: readonly TestSource[];
  /** Cases whose source was looked for, and all that fail. */
  cases: number;
  failing: number;
}

interface Place {
  file: string;
  /** 0-based. */
  line: number;
}

/**
 * The sources of the failing cases: the function in which an assertion failed, and the one that is named like the case. Only files that
 * may not be changed, since the others are shown anyway. Lines that name a held-out case are left out.
 */
export async function readTests(scratch: Scratch, evidence: Evidence): Promise<TestSources> {
  const changeable = new Set(await scratch.changeable());
  const readable = ((await scratch.readable?.()) ?? []).filter(
    (file) => SOURCE.test(file) && !changeable.has(file),
  );
  const texts = new Map<string, readonly string[]>();
  const lines = async (file: string): Promise<readonly string[]> => {
    const known = texts.get(file);
    if (known) return known;
    const text = await scratch.read(file);
    const split = text.ok ? text.value.split(/\r?\n/) : [];
    texts.set(file, split);
    return split;
  };
  const failing = (evidence.test?.cases ?? []).filter((c) => c.status !== 'pass' && c.status !== 'skip');
  const shown = new Map<string, TestSource>();
  let left = TOTAL;
  for (const failed of failing.slice(0, CASES)) {
    for (const place of await placesOf(failed, readable, lines)) {
      const source = sourceAt(place, await lines(place.file), scratch.isHeldOut);
      if (!source || source.text.length > left || shown.has(source.name)) continue;
      shown.set(source.name, source);
      left -= source.text.length;
    }
  }
  return { shown: [...shown.values()], cases: Math.min(CASES, failing.length), failing: failing.length };
}

/** Those sources for a prompt; '' for none. */
export function testsText(mark: Mark, { shown, cases, failing }: TestSources): string {
  if (shown.length === 0) return '';
  const some = cases < failing ? ` (of the first ${cases} of ${failing})` : '';
  return [
    `Source of the failing cases${some}, to read only: it cannot be changed, and edits of it are refused:`,
    ...shown.map(({ name, text }) => mark(`${name} (read-only)`, text, TOTAL)),
  ].join('\n');
}

type Lines = (file: string) => Promise<readonly string[]>;

async function placesOf(failed: TestCase, readable: readonly string[], lines: Lines): Promise<Place[]> {
  const { location } = failed;
  // Longest first: `test/a.c` rather than `a.c` of another folder.
  const file =
    location && [...readable].sort((a, b) => b.length - a.length).find((f) => samePath(location.file, f));
  const asserted = file ? [{ file, line: location.line - 1 }] : [];
  const named = await findName(failed.name, file ? [file] : [...readable].sort(testsFirst), lines);
  return [...asserted, ...named];
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

/** The outermost block around a line, as C is written: from an unindented line to the next that begins with a brace. */
function blockAt(lines: readonly string[], line: number): [from: number, to: number] {
  let from = line;
  while (from > 0 && !/^[A-Za-z_]/.test(lines[from] ?? '')) from--;
  if (/;\s*$/.test(lines[from] ?? '')) return [line, line + 1];
  const end = lines.findIndex((text, index) => index >= line && /^\}/.test(text));
  return [from, end < 0 ? line + 1 : end + 1];
}

function sourceAt(
  { file, line }: Place,
  lines: readonly string[],
  isHeldOut: ((name: string) => boolean) | undefined,
): TestSource | null {
  if (line < 0 || line >= lines.length) return null;
  const [from, to] = blockAt(lines, line);
  const isLong = to - from > WHOLE;
  const [first, last] = isLong ? [Math.max(from, line - AROUND), Math.min(to, line + AROUND)] : [from, to];
  const open = lines.slice(first, last).map((text) => (naming(text, isHeldOut) ? '/* left out */' : text));
  if (naming(lines[from] ?? '', isHeldOut)) return null;
  return { name: `${file}, lines ${first + 1} to ${last}`, text: numbered(open, first + 1) };
}

/** Whether a line names a case that the agent must not know. */
const naming = (text: string, isHeldOut: ((name: string) => boolean) | undefined): boolean =>
  isHeldOut !== undefined &&
  [...(text.match(/\w+/g) ?? []), ...(text.match(/[\w.:/-]+/g) ?? [])].some(isHeldOut);
