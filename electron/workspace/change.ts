import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fail, ok, type Problem, type Result } from '../../shared/problem.js';
import { lex, type Token } from './c-lexer.js';
import { type GitPlace, git, splitNul } from './git.js';
import { type Hunk, parsePatch } from './parse-patch.js';
import { treeAfter } from './patch.js';
import { withTemporaryIndex } from './temporary-index.js';
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

/** The effect of a patch and the tree that it meets. */
export interface Change {
  files: FileChange[];
  /** Every path of the tree before, and those of them that are submodules. */
  tracked: string[];
  submodules: string[];
}

const STATUS: Record<string, FileChange['status']> = {
  A: 'added',
  D: 'deleted',
  M: 'modified',
  T: 'modified',
};

interface Raw {
  path: string;
  status: FileChange['status'];
  modes: [string, string];
  blobs: [string, string];
}

function parseRaw(output: string): Raw[] {
  const parts = splitNul(output);
  return parts.flatMap((head, i) => {
    const found = /^:(\d+) (\d+) ([0-9a-f]+) ([0-9a-f]+) ([ADMT])/.exec(head);
    const path = parts[i + 1];
    if (!found || path === undefined) return [];
    const [, oldMode = '', newMode = '', from = '', to = '', letter = ''] = found;
    return [
      {
        path,
        status: STATUS[letter] ?? 'modified',
        modes: [oldMode, newMode],
        blobs: [from, to],
      } satisfies Raw,
    ];
  });
}

async function blob(place: GitPlace, id: string, mode: string): Promise<Result<string, string>> {
  if (/^0+$/.test(id) || mode === '160000') return ok('');
  return git(place, ['cat-file', 'blob', id]);
}

async function hunksOf(place: GitPlace, folder: string, trees: [string, string], path: string) {
  const output = join(folder, 'diff');
  const how = ['-r', '-p', '-U0', '--no-renames', '--no-color', '--no-ext-diff', '--no-textconv', '--text'];
  const literal = ['--literal-pathspecs', 'diff-tree', ...how, `--output=${output}`, ...trees, '--', path];
  const made = await git(place, literal);
  if (!made.ok) return made;
  return ok(parsePatch(decodeText(await readFile(output))).flatMap((file) => file.hunks));
}

async function readFileChange(
  place: GitPlace,
  folder: string,
  trees: [string, string],
  raw: Raw,
): Promise<Result<FileChange, string>> {
  const [before, after, hunks] = await Promise.all([
    blob(place, raw.blobs[0], raw.modes[0]),
    blob(place, raw.blobs[1], raw.modes[1]),
    hunksOf(place, folder, trees, raw.path),
  ]);
  if (!before.ok) return before;
  if (!after.ok) return after;
  if (!hunks.ok) return hunks;
  const binary = before.value.includes('\0') || after.value.includes('\0');
  const { path, status } = raw;
  const [oldMode, newMode] = raw.modes;
  return ok({
    path,
    status,
    oldMode,
    newMode,
    binary,
    hunks: hunks.value,
    before: before.value,
    after: after.value,
  });
}

/** The tree that a patch meets: its id, its paths, and those of them that are submodules. */
interface Before extends Omit<Change, 'files'> {
  tree: string;
}

async function readBefore(place: GitPlace): Promise<Result<Before, string>> {
  const [tree, staged] = await Promise.all([
    git(place, ['write-tree']),
    git(place, ['ls-files', '-z', '--stage']),
  ]);
  if (!tree.ok) return tree;
  if (!staged.ok) return staged;
  const entries = splitNul(staged.value).map((line) => ({
    mode: line.slice(0, 6),
    path: line.replace(/^[^\t]*\t/, ''),
  }));
  const submodules = entries.filter((e) => e.mode === '160000').map((e) => e.path);
  return ok({ tree: tree.value.trim(), tracked: entries.map((e) => e.path), submodules });
}

async function readAll(
  place: GitPlace,
  folder: string,
  { tree: from, tracked, submodules }: Before,
  to: string,
  maxFiles: number,
): Promise<Result<Change, string>> {
  const trees: [string, string] = [from, to];
  const raw = await git(place, ['diff-tree', '-r', '-z', '--raw', '--no-renames', '--no-abbrev', ...trees]);
  if (!raw.ok) return raw;
  const files: FileChange[] = [];
  // One more than allowed is enough to refuse the patch; nobody reads the rest.
  for (const entry of parseRaw(raw.value).slice(0, maxFiles + 1)) {
    const file = await readFileChange(place, folder, trees, entry);
    if (!file.ok) return file;
    files.push(file.value);
  }
  return ok({ files, tracked, submodules });
}

/**
 * What a patch would do to the clone: never read from the patch's own words but from the trees, so that no
 * reading of headers can differ from git's. Errors: PATCH_APPLY_FAILURE.
 */
export async function readChange(dir: string, patch: string, maxFiles: number): Promise<Result<Change>> {
  return withTemporaryIndex(dir, async (place, folder) => {
    const [tree, before] = await Promise.all([treeAfter(dir, patch), readBefore(place)]);
    if (!tree.ok) return tree;
    const change = before.ok ? await readAll(place, folder, before.value, tree.value, maxFiles) : before;
    return change.ok
      ? change
      : fail<Problem>({
          code: 'UNHANDLED_EXCEPTION',
          message: change.error,
          where: dir,
          next: 'start the run again',
        });
  });
}

/** Tokens that a change adds to and takes from a file. */
export interface TokenChange {
  added: Token[];
  removed: Token[];
  /** All tokens of the file afterwards (before, for a deleted file). */
  all: Token[];
}

/** The lines of unchanged text, as pairs of line numbers before and after. */
function* unchangedLines(file: FileChange): Generator<[number, number]> {
  let [old, fresh] = [1, 1];
  for (const hunk of file.hunks) {
    // A side without lines names the line before the place (git-diff(1)).
    const end = hunk.oldLines === 0 ? hunk.oldStart + 1 : hunk.oldStart;
    while (old < end) yield [old++, fresh++];
    old += hunk.oldLines;
    fresh += hunk.newLines;
  }
  const last = file.before.split('\n').length;
  while (old <= last) yield [old++, fresh++];
}

const byLine = (tokens: readonly Token[]): Map<number, Token[]> => {
  const lines = new Map<number, Token[]>();
  for (const token of tokens) {
    const line = lines.get(token.line);
    if (line) line.push(token);
    else lines.set(token.line, [token]);
  }
  return lines;
};

const key = (tokens: readonly Token[] = []): string =>
  JSON.stringify(tokens.map((t) => [t.kind, t.text, t.directive]));

/**
 * The tokens that really come and go. A line that stays but changes its meaning, because a comment or a directive
 * now begins or ends before it, counts as removed and added.
 */
export function tokenChange(file: FileChange): TokenChange {
  const [before, after] = [lex(file.before), lex(file.after)];
  const [old, fresh] = [byLine(before), byLine(after)];
  for (const [from, to] of unchangedLines(file))
    if (key(old.get(from)) === key(fresh.get(to))) {
      old.delete(from);
      fresh.delete(to);
    }
  const all = file.status === 'deleted' ? before : after;
  return { added: [...fresh.values()].flat(), removed: [...old.values()].flat(), all };
}
