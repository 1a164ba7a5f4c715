import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fail, ok, type Result } from '../../shared/problem.js';
import { type Hunk, parsePatch } from '../../shared/unified-diff.js';
import { type GitPlace, git } from './git.js';
import { decodeText } from './text.js';

/** What a patch does to one file, as git computed it from the trees before and after. */
export interface FileChange {
  path: string;
  status: 'added' | 'deleted' | 'modified';
  /** Octal, as git shows it; '000000' where there is no file. */
  oldMode: string;
  newMode: string;
  binary: boolean;
  /** Without context lines. */
  hunks: Hunk[];
  before: string;
  after: string;
}

const STATUS: Record<string, FileChange['status']> = {
  A: 'added',
  D: 'deleted',
  M: 'modified',
  T: 'modified',
};
const RAW = /:(\d+) (\d+) [0-9a-f]+ ([0-9a-f]+) ([ADMT])\0([^\0]+)\0/y;
const GITLINK = '160000';

/** Context that takes in every line of every file, so that one diff tells both texts as well. */
const WHOLE_FILES = 1_000_000_000;
/** Far beyond what a patch may change, and half of what a string can hold. */
const MAX_DIFF_BYTES = 256 * 1024 * 1024;
const HOW = ['--no-renames', '--no-abbrev', '--no-color', '--no-ext-diff', '--no-textconv', '--text'];

/**
 * What the index of `place` has over `base`, `most` files of it at most. `folder` takes a temporary file. Source:
 * git-diff-index(1), "Raw output format" and "Generating patch text with -p".
 */
export async function readDiff(
  place: GitPlace,
  folder: string,
  most: number,
  base = 'HEAD',
): Promise<Result<FileChange[], string>> {
  const output = join(folder, 'diff');
  const form = ['--raw', '-p', '-z', `-U${WHOLE_FILES}`, ...HOW, `--output=${output}`];
  const made = await git(place, ['diff-index', '--cached', ...form, base]);
  if (!made.ok) return made;
  const { size } = statSync(output);
  if (size > MAX_DIFF_BYTES) return fail(`the files that the patch changes have ${size} bytes together`);
  return filesOf(place, decodeText(readFileSync(output)), most);
}

interface Raw {
  path: string;
  letter: string;
  modes: [string, string];
  blob: string;
}

async function filesOf(place: GitPlace, text: string, most: number): Promise<Result<FileChange[], string>> {
  const { entries, rest } = readRaw(text);
  const bodies = parsePatch(rest);
  const files: FileChange[] = [];
  for (const raw of entries.slice(0, most)) {
    // A change of the kind of file (a link becomes a file) is shown as a deletion and an addition.
    const bodiesOfFile = bodies.splice(0, raw.letter === 'T' ? 2 : 1);
    const whole = bodiesOfFile.flatMap((body) => body.hunks);
    const same = raw.letter === 'M' && whole.length === 0;
    const unchanged = same ? await git(place, ['cat-file', 'blob', raw.blob]) : ok('');
    if (!unchanged.ok) return unchanged;
    files.push(fileChange(raw, whole, unchanged.value));
  }
  return ok(files);
}

/** The records in front, each with its path, up to an empty one; the patch text follows. */
function readRaw(text: string): { entries: Raw[]; rest: string } {
  const entries: Raw[] = [];
  let at = 0;
  for (;;) {
    RAW.lastIndex = at;
    const found = RAW.exec(text);
    if (!found) return { entries, rest: text.slice(at + 1) };
    const [all, from = '', to = '', blob = '', letter = '', path = ''] = found;
    entries.push({ path, letter, modes: [from, to], blob });
    at += all.length;
  }
}

/** `unchanged`: the text of a file of which only the mode changes. */
function fileChange({ path, letter, modes }: Raw, whole: readonly Hunk[], unchanged: string): FileChange {
  const text = (side: '-' | '+', mode: string): string =>
    mode === GITLINK ? '' : unchanged + whole.map((hunk) => textOf(hunk, side)).join('');
  const [before, after] = [text('-', modes[0]), text('+', modes[1])];
  return {
    path,
    status: STATUS[letter] ?? 'modified',
    oldMode: modes[0],
    newMode: modes[1],
    binary: before.includes('\0') || after.includes('\0'),
    hunks: whole.flatMap(changesIn),
    before,
    after,
  };
}

/** One side of a hunk that holds a whole file. */
function textOf(hunk: Hunk, side: '-' | '+'): string {
  const parts: string[] = [];
  let taken = false;
  for (const line of hunk.lines) {
    if (line.startsWith('\\')) {
      // "\ No newline at end of file" speaks of the line above it.
      if (taken) parts.push((parts.pop() ?? '').slice(0, -1));
      continue;
    }
    taken = line[0] === ' ' || line[0] === side;
    if (taken) parts.push(`${line.slice(1)}\n`);
  }
  return parts.join('');
}

/** The changes of a hunk that begins at line 1, each as a hunk without context. */
function changesIn(whole: Hunk): Hunk[] {
  const changes: Hunk[] = [];
  let open: Hunk | null = null;
  let [old, fresh] = [1, 1];
  for (const line of whole.lines) {
    const kind = line[0];
    if (kind === ' ') open = null;
    else if (kind === '\\') open?.lines.push(line);
    else {
      if (open === null) {
        open = { oldStart: old, oldLines: 0, newStart: fresh, newLines: 0, section: '', lines: [] };
        changes.push(open);
      }
      open.lines.push(line);
      if (kind === '-') open.oldLines++;
      else open.newLines++;
    }
    if (kind === ' ' || kind === '-') old++;
    if (kind === ' ' || kind === '+') fresh++;
  }
  return changes.map(placed);
}

/** A side without lines names the line before the place (git-diff(1)). */
const placed = (hunk: Hunk): Hunk => ({
  ...hunk,
  oldStart: hunk.oldLines === 0 ? hunk.oldStart - 1 : hunk.oldStart,
  newStart: hunk.newLines === 0 ? hunk.newStart - 1 : hunk.newStart,
});
