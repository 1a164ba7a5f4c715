import { PRINTS } from '../../../shared/printing-names.js';
import type { ParsedOutput } from '../results/parsed-output.js';
import { baseName, type PatchedCode } from './patched.js';
import type { WriterFrame, WriterStack, Written } from './written.js';

/** What of the source is whose. */
export interface Ownership {
  patched: PatchedCode;
  /** The patch changes this function of a file that it touches. */
  isChanged: (name: string) => boolean;
  /** The file judges the patch: a test, its framework. */
  isJudge: (file: string) => boolean;
}

/**
 * `unconfirmed`: this run does not show the passes that are to be checked. `borrowed`: patched code called what the tests print by.
 * `patched`: lines that verdicts were read from need patched code, or their writer is not known.
 */
export type Outcome = 'checked' | 'unconfirmed' | 'borrowed' | 'patched';

export interface Judged {
  outcome: Outcome;
  /** Functions that the patch changes and that had a part in a line that verdicts were read from. */
  writers: string[];
}

/**
 * Whether the verdicts that are read from a console stay the same without each line that patched code may have written: a line
 * counts if each of its bytes was written with a test, or the program's own `main`, below and no patched file's function anywhere
 * on the stack. Where the calls of patched functions are known too, none of them may be of what the tests print by: it may keep
 * text for a later line. A program that knows that it is watched may behave: this run has to show the passes, too.
 *
 * @param passes names of the cases that passed
 */
export function judgeWritten(
  { bytes, by, stacks, below }: Written,
  { read, passes }: { read: (console: string) => ParsedOutput; passes: readonly string[] },
  of: Ownership,
): Judged {
  const counts = stacks.map((stack) => isCounted(stack, of));
  const lines = linesOf(bytes);
  const kept = lines.filter(({ from, to }) => by.subarray(from, to).every((i) => counts[i] === true));
  const decode = (some: typeof lines): string =>
    some.map(({ from, to }) => Buffer.from(bytes.subarray(from, to)).toString('utf8')).join('');
  const all = read(decode(lines));
  const passesNow = new Set(all.cases.filter(({ status }) => status === 'pass').map(({ name }) => name));
  if (!passes.every((name) => passesNow.has(name))) return { outcome: 'unconfirmed', writers: [] };
  const isSame = verdictsOf(read(decode(kept))) === verdictsOf(all);
  const printing = new Set(stacks.flatMap((stack, i) => (counts[i] === true ? callsOf(stack, of) : [])));
  const borrowed = [...(below ?? [])].filter((name) => printing.has(name) || PRINTS.test(name));
  if (isSame) return { outcome: borrowed.length === 0 ? 'checked' : 'borrowed', writers: [] };
  const lost = lines.filter((line) => !kept.includes(line));
  const own = lost.flatMap(({ from, to }) => [...new Set(by.subarray(from, to))]);
  const writers = own.flatMap((i) => changedIn(stacks[i], of));
  return { outcome: 'patched', writers: [...new Set(writers)].sort() };
}

function isCounted({ isKnown, frames }: WriterStack, of: Ownership): boolean {
  const places = frames.flatMap((frame) => frame.places);
  const isRooted = places.some((place) => place.function === 'main' || of.isJudge(place.file));
  return isKnown && isRooted && !frames.some((frame) => isPatched(frame, of));
}

/** Where no debug information tells its file, its name does. */
const isPatched = ({ symbol, places }: WriterFrame, { patched }: Ownership): boolean =>
  places.length === 0
    ? symbol !== null && patched.defined.has(baseName(symbol))
    : places.some(({ file }) => patched.files.has(file));

/** What a test called to print. */
function callsOf({ frames }: WriterStack, of: Ownership): string[] {
  const isTest = (frame: WriterFrame): boolean =>
    frame.places.some((place) => place.function === 'main' || of.isJudge(place.file));
  const called = frames.slice(frames.findLastIndex(isTest) + 1);
  return called.flatMap(({ symbol }) => (symbol === null ? [] : [symbol]));
}

const changedIn = (stack: WriterStack | undefined, of: Ownership): string[] =>
  (stack?.frames ?? [])
    .flatMap(({ places }) => places)
    .filter((place) => of.patched.files.has(place.file) && of.isChanged(baseName(place.function)))
    .map((place) => place.function);

/** Each with its end. */
function linesOf(bytes: Uint8Array): { from: number; to: number }[] {
  const lines: { from: number; to: number }[] = [];
  for (let from = 0; from < bytes.length; ) {
    const end = bytes.indexOf(0x0a, from);
    const to = end < 0 ? bytes.length : end + 1;
    lines.push({ from, to });
    from = to;
  }
  return lines;
}

const verdictsOf = ({ cases, summary, bailedOut }: ParsedOutput): string =>
  JSON.stringify([cases.map(({ name, status }) => [name, status]), summary, bailedOut ?? null]);
