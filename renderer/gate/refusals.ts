import { type FilePatch, hunkHead, parsePatch } from '../../shared/unified-diff.js';
import { type DiffRow, hunkRows } from '../diff/parse.js';

/** A part of a diff that can be refused by itself. */
export interface ShownHunk {
  /** Names it within its diff. */
  key: string;
  file: string;
  head: string;
  rows: DiffRow[];
}

/**
 * The hunks of a diff, in its order; a file without hunks (binary, removed, renamed) is one of its own. Empty where the text holds
 * anything else: it must be shown whole then.
 */
export function hunksOf(patch: string): ShownHunk[] {
  const files = parsePatch(patch);
  const lines = files.reduce((sum, file) => sum + linesIn(file), 0);
  return lines === patch.replace(/\n$/, '').split('\n').length ? files.flatMap(hunksOfFile) : [];
}

const linesIn = ({ header, hunks, binary }: FilePatch): number =>
  hunks.reduce((sum, { lines }) => sum + 1 + lines.length, header.length + binary.length);

/** What of a file's header is not its path shows in the first of its hunks. */
function hunksOfFile({ header, hunks, binary }: FilePatch, at: number): ShownHunk[] {
  const file = fileOf(header);
  const rest = [...header.filter((line) => !PATHS.test(line)), ...binary];
  const about = rest.map((text): DiffRow => ({ kind: 'meta', before: null, after: null, text }));
  if (hunks.length === 0) return [{ key: `${at}`, file, head: '', rows: about }];
  return hunks.map((hunk, of) => ({
    ...{ key: `${at}.${of}`, file, head: hunkHead(hunk) },
    rows: [...(of === 0 ? about : []), ...hunkRows(hunk)],
  }));
}

const PATHS = /^(?:diff --git |index |--- |\+\+\+ )/;

/** The path after the change; of a file that is removed the one before. */
function fileOf(header: readonly string[]): string {
  const after = header.find((line) => line.startsWith('+++ '))?.slice(4);
  const before = header.find((line) => line.startsWith('--- '))?.slice(4);
  const named = after === undefined || after === '/dev/null' ? before : after;
  if (named !== undefined) return named.replace(/^[ab]\//, '');
  return /^diff --git a\/.* b\/(.*)$/.exec(header[0] ?? '')?.[1] ?? header[0] ?? '';
}

/** What the person wrote to the hunks that they refuse, by key. */
export type Refusals = Readonly<Record<string, string>>;

/**
 * What goes back to the agent: one line for each refused hunk, then what was written about the whole; '' where nothing was refused or
 * written.
 *
 * @param say words one refusal
 */
export function wordsOf(
  { hunks, refusals, whole }: { hunks: readonly ShownHunk[]; refusals: Refusals; whole: string },
  say: (refused: { file: string; head: string; words: string }) => string,
): string {
  const refused = hunks.filter(({ key }) => key in refusals);
  const lines = refused.map(({ key, file, head }) => say({ file, head, words: refusals[key]?.trim() ?? '' }));
  return [...lines, whole.trim()].filter((line) => line !== '').join('\n');
}

/** Refuses a hunk, or takes that back. */
export function withRefusal(refusals: Refusals, key: string, words: string | null): Refusals {
  const { [key]: _, ...others } = refusals;
  return words === null ? others : { ...others, [key]: words };
}
