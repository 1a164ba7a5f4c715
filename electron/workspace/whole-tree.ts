import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fail, ok, type Problem, type Result } from '../../shared/problem.js';
import { text, type Value } from '../../shared/texts/words.js';
import { replaceFile } from '../files/replace-file.js';
import { onDisk } from './byte-path.js';
import { type GitPlace, git, gitDirOf, splitNul } from './git.js';
import { lyingFiles } from './lying-files.js';
import { refusedBySystem } from './refused-by-system.js';
import { encodeText } from './text.js';

/**
 * Snapshots of everything in the work tree of a clone, untracked and ignored files too: what a command wrote is taken back as well
 * as what an edit changed. Each is a tree in a git folder of their own, which knows no attributes: every byte comes back, whatever
 * line ends the repository asks for. Not in it: empty folders, and what lies in a folder `.git`.
 */
const folderOf = (dir: string): string => join(gitDirOf(dir), 'whole');

/** Takes precedence over every `.gitattributes` of the tree (gitattributes(5)). */
const NO_ATTRIBUTES = '* -text -eol -ident -filter -working-tree-encoding\n';

const broken = (where: string, words: Value): { ok: false; error: Problem } =>
  fail({
    code: 'ENV_ERROR',
    message: text`git failed in the private clone: ${words}`,
    where,
    next: text`check whether the disk is full`,
  });

/** The snapshots' own git folder, made when it is first used; its index remembers what was looked at, which saves reading it again. */
async function placeFor(dir: string): Promise<Result<GitPlace>> {
  try {
    return await place(dir);
  } catch (error) {
    return refusedBySystem(error);
  }
}

async function place(dir: string): Promise<Result<GitPlace>> {
  const gitDir = folderOf(dir);
  const attributes = join(gitDir, 'info', 'attributes');
  if (!existsSync(attributes)) {
    await mkdir(join(gitDir, 'info'), { recursive: true });
    const made = await git({ gitDir }, ['init', '--quiet', '--bare', '--template=']);
    if (!made.ok) return broken(dir, made.error);
    await replaceFile(attributes, NO_ATTRIBUTES); // half of it would let attributes of the tree in
  }
  // a git that was killed leaves it; the owner of a run is the only one who works in its clone
  await rm(join(gitDir, 'index.lock'), { force: true });
  return ok({ gitDir, workTree: dir });
}

/** The tree of all that lies in the work tree now. Changes nothing in it. Errors: ENV_ERROR with git's words. */
export async function wholeTree(dir: string): Promise<Result<string>> {
  const place = await placeFor(dir);
  if (!place.ok) return place;
  const known = await know(place.value, await lyingFiles(dir));
  if (!known.ok) return broken(dir, known.error);
  const tree = await git(place.value, ['write-tree']);
  return tree.ok ? ok(tree.value.trim()) : broken(dir, tree.error);
}

/** Has the index hold these files and no others. `git add` would take no file of a repository that a command made in the tree. */
async function know(place: GitPlace, files: readonly string[]): Promise<Result<unknown, string>> {
  const indexed = await git(place, ['ls-files', '-z']);
  if (!indexed.ok) return indexed;
  const there = new Set(files);
  const gone = splitNul(indexed.value)
    .map((file) => Buffer.from(encodeText(file)).toString('latin1'))
    .filter((file) => !there.has(file));
  const removed = await update(place, ['--force-remove'], gone);
  return removed.ok ? update(place, ['--add', '--replace'], files) : removed;
}

const update = async (
  place: GitPlace,
  how: readonly string[],
  files: readonly string[],
): Promise<Result<unknown, string>> =>
  files.length === 0
    ? ok(undefined)
    : git(place, ['update-index', ...how, '-z', '--stdin'], onDisk(`${files.join('\0')}\0`));

/** The same, kept under a name until the clone goes. */
export async function snapshotWhole(dir: string, name: string): Promise<Result<string>> {
  const tree = await wholeTree(dir);
  return tree.ok ? nameTree(dir, tree.value, name) : tree;
}

/** Keeps a tree that `wholeTree` gave under a name. */
export async function nameTree(dir: string, tree: string, name: string): Promise<Result<string>> {
  const kept = await git({ gitDir: folderOf(dir) }, ['update-ref', `refs/whole/${name}`, tree]);
  return kept.ok ? ok(tree) : broken(dir, kept.error);
}

/** The tree that is kept under a name; null: none is. */
export async function keptWhole(dir: string, name: string): Promise<string | null> {
  if (!existsSync(folderOf(dir))) return null;
  const tree = await git({ gitDir: folderOf(dir) }, [
    'rev-parse',
    '--verify',
    '--quiet',
    `refs/whole/${name}`,
  ]);
  return tree.ok ? tree.value.trim() : null;
}

/** Files that differ between what lies there now and a snapshot, sorted. Errors: ENV_ERROR. */
export async function differsFrom(dir: string, tree: string): Promise<Result<string[]>> {
  const now = await wholeTree(dir);
  if (!now.ok) return now;
  const place = { gitDir: folderOf(dir) };
  const listed = await git(place, ['diff-tree', '-r', '-z', '--name-only', '--no-renames', tree, now.value]);
  return listed.ok ? ok(splitNul(listed.value)) : broken(dir, listed.error);
}

/**
 * Makes the work tree what it was at the snapshot: files that came later go, changed and removed ones come back. May be repeated
 * after a crash. Errors: ENV_ERROR, also where the tree that came of it is not the snapshot's.
 */
export async function restoreWhole(dir: string, tree: string): Promise<Result<void>> {
  const before = await wholeTree(dir);
  if (!before.ok) return before;
  const place = { gitDir: folderOf(dir), workTree: dir };
  const files = await git(place, ['read-tree', '--reset', '-u', tree]);
  if (!files.ok) return broken(dir, files.error);
  const now = await wholeTree(dir);
  if (!now.ok) return now;
  return now.value === tree ? ok(undefined) : broken(dir, text`the tree is ${now.value}, expected ${tree}`);
}
