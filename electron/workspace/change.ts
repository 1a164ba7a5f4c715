import { fail, ok, type Problem, type Result } from '../../shared/problem.js';
import { lex, type Token } from './c-lexer.js';
import { type GitPlace, git, placeOf, splitNul } from './git.js';
import { stagePatch } from './patch.js';
import { type FileChange, readDiff } from './read-diff.js';
import { withTemporaryIndex } from './temporary-index.js';

export type { FileChange } from './read-diff.js';

/** The effect of a patch and the tree that it meets. */
export interface Change {
  files: FileChange[];
  /** Every path of the tree before, and those of them that are submodules; not read where no file is added. */
  tracked: string[];
  submodules: string[];
  /** Id of the tree with the patch. */
  tree: string;
}

async function readTracked(place: GitPlace): Promise<Result<Pick<Change, 'tracked' | 'submodules'>, string>> {
  const staged = await git(place, ['ls-files', '-z', '--stage']);
  if (!staged.ok) return staged;
  const entries = splitNul(staged.value).map((line) => ({
    mode: line.slice(0, 6),
    path: line.replace(/^[^\t]*\t/, ''),
  }));
  const submodules = entries.filter((e) => e.mode === '160000').map((e) => e.path);
  return ok({ tracked: entries.map((e) => e.path), submodules });
}

/**
 * What a patch would do to the clone: never read from the patch's own words but from the trees, so that no
 * reading of headers can differ from git's. Errors: PATCH_APPLY_FAILURE.
 */
export function readChange(dir: string, patch: string, maxFiles: number): Promise<Result<Change>> {
  return withTemporaryIndex(dir, async (place, folder) => {
    const staged = await stagePatch(place, folder, patch);
    return staged.ok ? stagedChange(dir, { place, folder, base: 'HEAD', maxFiles }) : staged;
  });
}

/** A temporary index of the clone `dir` that holds a change of `base`; `folder` takes temporary files. */
export interface Staged {
  place: GitPlace;
  folder: string;
  base: string;
  maxFiles: number;
}

/** What such an index changes. */
export async function stagedChange(
  dir: string,
  { place, folder, base, maxFiles }: Staged,
): Promise<Result<Change>> {
  // One more than allowed is enough to refuse the patch; nobody reads the rest.
  const reads = [readDiff(place, folder, maxFiles + 1, base), git(place, ['write-tree'])] as const;
  const [files, tree] = await Promise.all(reads);
  if (!files.ok) return broken(dir, files.error);
  if (!tree.ok) return broken(dir, tree.error);
  const adds = files.value.some((file) => file.status === 'added');
  const before = adds ? await readTracked(placeOf(dir)) : ok({ tracked: [], submodules: [] });
  if (!before.ok) return broken(dir, before.error);
  return ok({ ...before.value, files: files.value, tree: tree.value.trim() });
}

/** All that differs between two commits of a clone. @throws Error with git's words */
export async function changesBetween(
  dir: string,
  { from, to }: { from: string; to: string },
): Promise<FileChange[]> {
  const read = await withTemporaryIndex(dir, async (place, folder) => {
    const loaded = await git(place, ['read-tree', to]);
    return loaded.ok ? readDiff(place, folder, Number.POSITIVE_INFINITY, from) : loaded;
  });
  if (!read.ok) throw new Error(read.error);
  return read.value;
}

const broken = (dir: string, words: string) =>
  fail<Problem>({ code: 'UNHANDLED_EXCEPTION', message: words, where: dir, next: 'start the run again' });

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
