import { writeFileSync } from 'node:fs';
import { lstat, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fail, ok, type Problem, type Result } from '../../shared/problem.js';
import { hunkHead, parsePatch } from '../../shared/unified-diff.js';
import { type GitPlace, git, placeOf, splitNul } from './git.js';
import { includersOf, touch } from './includers.js';
import { isFileInside } from './inside.js';
import { inversePatch } from './inverse-patch.js';
import { headOf } from './snapshot.js';
import { withTemporaryIndex } from './temporary-index.js';
import { decodeText, encodeText } from './text.js';
import { freshTick } from './tick.js';

export { inversePatch };

/** Enough of a hunk to recognise it. */
const QUOTED_LINES = 12;

function failedHunk(patch: string, words: string): { where?: string; hunk: string } {
  const at = /patch failed: (.+):(\d+)/.exec(words);
  if (!at?.[1]) return { hunk: '' };
  const [file, line] = [at[1], Number(at[2])];
  const hunks = parsePatch(patch).filter((f) => f.header.some((h) => h.includes(file)));
  const hunk = hunks.flatMap((f) => f.hunks).find((h) => h.oldStart === line);
  const quoted = hunk ? [hunkHead(hunk), ...hunk.lines.slice(0, QUOTED_LINES)].join('\n') : '';
  return { where: `${file}:${line}`, hunk: quoted === '' ? '' : `\n${quoted}` };
}

function doesNotApply(patch: string, words: string): { ok: false; error: Problem } {
  const { where, hunk } = failedHunk(patch, words);
  return fail({
    code: 'PATCH_APPLY_FAILURE',
    message: `git apply: ${words}${hunk}`,
    where,
    next: 'make the patch against the current tree, with its exact context lines',
  });
}

/** The same patch with the line ends of its changed and context lines made CR LF or LF. */
function withLineEnds(patch: string, end: '\r' | ''): string {
  const files = parsePatch(patch);
  const line = (text: string) => (text.startsWith('\\') ? text : text.replace(/\r?$/, end));
  const text = files.flatMap((f) => [
    ...f.header.map((h) => h.replace(/\r$/, '')),
    ...f.hunks.flatMap((h) => [
      hunkHead({ ...h, section: h.section.replace(/\r$/, '') }),
      ...h.lines.map(line),
    ]),
    ...f.binary,
  ]);
  return `${text.join('\n')}\n`;
}

/** As it is; then, since models and editors change line ends, with those of CRLF files and of LF files. */
const variants = (patch: string): string[] => [
  ...new Set([patch, withLineEnds(patch, '\r'), withLineEnds(patch, '')]),
];

/**
 * Applies a patch to the index of `place` and nothing else; `folder` takes a temporary file.
 * Errors: PATCH_APPLY_FAILURE with git's words and the hunk.
 */
export async function stagePatch(place: GitPlace, folder: string, patch: string): Promise<Result<void>> {
  const file = join(folder, 'patch');
  let first: string | null = null;
  for (const variant of variants(patch.endsWith('\n') ? patch : `${patch}\n`)) {
    writeFileSync(file, encodeText(variant));
    const applied = await git(place, ['apply', '--cached', '--whitespace=nowarn', file]);
    if (applied.ok) return ok(undefined);
    first ??= applied.error;
  }
  return doesNotApply(patch, first ?? 'no patch');
}

/**
 * The tree id that applying `patch` to the clone's patched state would give. Changes nothing.
 * Errors: PATCH_APPLY_FAILURE with git's words and the hunk.
 */
export function treeAfter(dir: string, patch: string): Promise<Result<string>> {
  return withTemporaryIndex(dir, async (place, folder) => {
    const staged = await stagePatch(place, folder, patch);
    if (!staged.ok) return staged;
    const tree = await git(place, ['write-tree']);
    return tree.ok ? ok(tree.value.trim()) : doesNotApply(patch, tree.error);
  });
}

interface Changes {
  written: string[];
  added: string[];
  deleted: string[];
}

async function changesBetween(dir: string, from: string, to: string): Promise<Result<Changes, string>> {
  const args = ['diff-tree', '-r', '-z', '--no-renames', '--name-status', from, to];
  const listed = await git(placeOf(dir), args);
  if (!listed.ok) return listed;
  const parts = splitNul(listed.value);
  const pairs = parts.flatMap((status, i) => (i % 2 === 0 ? [{ status, file: parts[i + 1] ?? '' }] : []));
  const files = (wanted: RegExp) => pairs.filter((p) => wanted.test(p.status)).map((p) => p.file);
  return ok({ written: files(/^[^D]/), added: files(/^A/), deleted: files(/^D/) });
}

async function inTheWay(dir: string, files: readonly string[]): Promise<string | null> {
  for (const file of files) if (await lstat(join(dir, file)).catch(() => null)) return file;
  return null;
}

/**
 * HEAD, then files and index, and the other way round where a patch is taken back: after a crash `rollbackTo` knows from
 * HEAD of every file that may have been added. What includes a changed file is made newer before any file is written, as
 * `renewIncluders` says; who does is asked while HEAD moves. Files are overwritten whatever a build made of them; those
 * that do not change are not looked at.
 */
async function moveTo(
  move: TreeMove & { dir: string; commit: string; changes: Changes },
): Promise<Result<void, string>> {
  const { dir, from, commit, changes } = move;
  const place = placeOf(dir, move.signal);
  const record = move.snapshot === undefined ? [] : ['--create-reflog', '-m', move.snapshot];
  const moveHead = () => git(place, ['update-ref', ...record, 'HEAD', commit, from]);
  const [head, includers, tick] = await Promise.all([
    move.takesBack ? null : moveHead(),
    includersOf(dir, [...changes.written, ...changes.deleted]),
    freshTick(dir), // no build is running: what it wrote last is older than any moment of this
  ]);
  if (head?.ok === false) return head;
  await touch(dir, includers, tick);
  const files = await git(place, ['read-tree', '--reset', '-u', from, commit]);
  if (!files.ok) return files;
  // git only warns of these
  for (const file of changes.deleted)
    if (await isFileInside(dir, file)) return fail(`${file}: cannot be deleted`);
  const last = move.takesBack ? await moveHead() : null;
  return last?.ok === false ? last : ok(undefined);
}

/** A patch in the clone. */
export interface Applied {
  commit: string;
  tree: string;
  files: string[];
}

/** A step of the clone from one commit to the next. */
export interface TreeMove {
  /** The commit where the clone stands. */
  from: string;
  /** What to make of it. */
  tree: string;
  /** Message of the commit that does. */
  label: string;
  /** What HEAD's reflog says of this step, and so of `from`, where it can be gone back to; nothing by default. */
  snapshot?: string;
  /** The step takes back another one, which may have added files. */
  takesBack?: boolean;
  /** From when it is aborted on, nothing more is changed. */
  signal?: AbortSignal;
}

/**
 * Moves the clone to a tree that git made of a patch: changed files are written, staged and committed; other files
 * stay as the last build left them. Errors: PATCH_APPLY_FAILURE.
 */
export async function applyTree(dir: string, move: TreeMove): Promise<Result<Applied>> {
  const { from, tree, label } = move;
  const [changes, made] = await Promise.all([
    changesBetween(dir, from, tree),
    git(placeOf(dir), ['commit-tree', tree, '-p', from, '-m', label]),
  ]);
  if (!changes.ok) return doesNotApply('', changes.error);
  const blocked = await inTheWay(dir, changes.value.added);
  if (blocked !== null) return doesNotApply('', `${blocked}: already exists in working directory`);
  if (!made.ok) return doesNotApply('', made.error);
  const commit = made.value.trim();
  const moved = await moveTo({ ...move, dir, commit, changes: changes.value });
  if (!moved.ok) return doesNotApply('', moved.error);
  return ok({ commit, tree, files: [...changes.value.written, ...changes.value.deleted] });
}

/** Applies a patch to the clone, as `applyTree` does, or takes one back. Errors: PATCH_APPLY_FAILURE. */
export async function applyPatch(
  dir: string,
  patch: string,
  label: string,
  how: Pick<TreeMove, 'takesBack' | 'signal'> = {},
): Promise<Result<Applied>> {
  const [tree, head] = await Promise.all([treeAfter(dir, patch), headOf(dir)]);
  if (!tree.ok) return tree;
  if (!head.ok) return head;
  return applyTree(dir, { ...how, from: head.value.commit, tree: tree.value, label });
}

/**
 * A commit of `patch` on top of the clone’s HEAD that nothing refers to: HEAD, index and files stay. Errors: PATCH_APPLY_FAILURE.
 */
export async function commitPatch(dir: string, patch: string, label: string): Promise<Result<string>> {
  const [tree, head] = await Promise.all([treeAfter(dir, patch), headOf(dir)]);
  if (!tree.ok) return tree;
  return head.ok ? commitTree(dir, tree.value, head.value.commit, label) : head;
}

/** A commit of a tree on top of another that nothing refers to. Errors: PATCH_APPLY_FAILURE. */
export async function commitTree(
  dir: string,
  tree: string,
  parent: string,
  label: string,
): Promise<Result<string>> {
  const made = await git(placeOf(dir), ['commit-tree', tree, '-p', parent, '-m', label]);
  return made.ok ? ok(made.value.trim()) : doesNotApply('', made.error);
}

/** The first rollback layer: applies the inverse; once `signal` is aborted nothing more is changed. Errors: PATCH_APPLY_FAILURE. */
export async function revertPatch(dir: string, patch: string, signal?: AbortSignal): Promise<Result<void>> {
  const how = { takesBack: true, signal };
  const reverted = await applyPatch(dir, inversePatch(patch), 'Take a patch back', how);
  return reverted.ok ? ok(undefined) : reverted;
}

/**
 * The unified diff from one commit or tree to another; applies with `git apply`, binary files included.
 * Bytes that are not UTF-8 are kept as `encodeText` of text.ts writes them.
 */
export async function diffBetween(
  dir: string,
  from: string,
  to: string,
  { wholeFunctions = false } = {},
): Promise<Result<string>> {
  return withTemporaryIndex(dir, async (place, folder) => {
    const output = join(folder, 'diff');
    const how = [
      '-r',
      '-p',
      '--binary',
      '--full-index',
      '--no-renames',
      '--no-color',
      '--no-ext-diff',
      '--no-textconv',
      ...(wholeFunctions ? ['--function-context'] : []),
    ];
    const made = await git(place, ['diff-tree', ...how, `--output=${output}`, '--end-of-options', from, to]);
    return made.ok
      ? ok(decodeText(await readFile(output)))
      : fail({ code: 'UNHANDLED_EXCEPTION', message: made.error, where: dir });
  });
}
