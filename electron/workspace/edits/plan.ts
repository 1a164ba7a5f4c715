import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Nearness } from '../../../shared/edit-once.js';
import { fail, ok, type Result } from '../../../shared/problem.js';
import { text } from '../../../shared/texts/words.js';
import { type Change, stagedChange } from '../change.js';
import { declaredPaths } from '../declared-paths.js';
import { type GitPlace, git } from '../git.js';
import { diffBetween, stagePatch } from '../patch.js';
import { refusedBySystem } from '../refused-by-system.js';
import { withTemporaryIndex } from '../temporary-index.js';
import { encodeText } from '../text.js';
import { type FileNow, fileNow } from './place.js';
import { type Edited, type FileEdit, textsAfter } from './texts-after.js';

/** What somebody wants of the clone's files: edits, a patch, or one file's content (null: none). */
export type ChangeRequest =
  | { edits: readonly FileEdit[] }
  | { diff: string }
  | { path: string; content: string | null };

/** What a request comes to in the clone as it is now, byte for byte; nothing is changed yet. */
export interface Plan {
  change: Change;
  /** The same as a unified diff. */
  diff: string;
  /** How nearly each edit had to be taken to fit. */
  matched: Nearness[];
}

/**
 * Works out a request against the files as they lie in the work tree, whatever git knows of them. Errors: those of `fileNow` and
 * `textsAfter`, FILE_NOT_FOUND where there is nothing to delete, PATCH_APPLY_FAILURE for a patch that does not fit, those of `refusedBySystem`.
 */
export async function planChange(
  dir: string,
  request: ChangeRequest,
  maxFiles: number,
): Promise<Result<Plan>> {
  const now = await filesNow(dir, pathsOf(request));
  if (!now.ok) return now;
  try {
    return await planOf(dir, request, now.value, maxFiles);
  } catch (error) {
    return refusedBySystem(error);
  }
}

function planOf(dir: string, request: ChangeRequest, now: Files, maxFiles: number): Promise<Result<Plan>> {
  return withTemporaryIndex(dir, async (place, folder) => {
    const known = await put(place, folder, [...now.values()]);
    const base = known.ok ? await git(place, ['write-tree']) : known;
    if (!base.ok) return broken(dir, base.error);
    const matched = await stageRequest(place, folder, request, now);
    if (!matched.ok) return matched;
    const change = await stagedChange(dir, { place, folder, base: base.value.trim(), maxFiles });
    if (!change.ok) return change;
    const unnamed = change.value.files.find(({ path }) => !now.has(path));
    if (unnamed) return notNamed(unnamed.path);
    const diff = await diffBetween(dir, base.value.trim(), change.value.tree);
    return diff.ok ? ok({ change: change.value, diff: diff.value, matched: matched.value }) : diff;
  });
}

/** The files that a request names. */
export const pathsOf = (request: ChangeRequest): string[] => {
  if ('diff' in request) return declaredPaths(request.diff);
  return 'edits' in request ? request.edits.map(({ path }) => path) : [request.path];
};

type Files = ReadonlyMap<string, FileNow>;

async function filesNow(dir: string, paths: readonly string[]): Promise<Result<Files>> {
  const files = new Map<string, FileNow>();
  for (const path of new Set(paths)) {
    const file = await fileNow(dir, path);
    if (!file.ok) return file;
    files.set(path, file.value);
  }
  return ok(files);
}

/** Has the temporary index hold files exactly as they are: no attribute of the repository changes a line end. */
async function put(
  place: GitPlace,
  folder: string,
  files: readonly FileNow[],
): Promise<Result<void, string>> {
  for (const file of files) {
    const how = await entryOf(place, folder, file);
    if (!how.ok) return how;
    const done = await git(place, ['update-index', ...how.value]);
    if (!done.ok) return done;
  }
  return ok(undefined);
}

async function entryOf(
  place: GitPlace,
  folder: string,
  { path, bytes, mode }: FileNow,
): Promise<Result<string[], string>> {
  if (bytes === null) return ok(['--force-remove', '--', path]);
  const content = join(folder, 'content');
  writeFileSync(content, bytes);
  const blob = await git(place, ['hash-object', '-w', '--no-filters', '--', content]);
  return blob.ok ? ok(['--add', '--cacheinfo', `${mode},${blob.value.trim()},${path}`]) : blob;
}

/** Has the temporary index hold what the request wants; gives how nearly its edits had to be taken. */
async function stageRequest(
  place: GitPlace,
  folder: string,
  request: ChangeRequest,
  now: Files,
): Promise<Result<Nearness[]>> {
  if ('diff' in request) {
    const staged = await stagePatch(place, folder, request.diff);
    return staged.ok ? ok([]) : staged;
  }
  const edited = 'edits' in request ? textsAfter(now, request.edits) : whole(request, now);
  if (!edited.ok) return edited;
  const files = [...now.values()].map((file) => ({
    ...file,
    bytes: edited.value.after.get(file.path) ?? null,
  }));
  const staged = await put(place, folder, files);
  return staged.ok ? ok(edited.value.matched) : cannotStand(staged.error);
}

function whole({ path, content }: { path: string; content: string | null }, now: Files): Result<Edited> {
  if (content === null && (now.get(path)?.bytes ?? null) === null)
    return fail({ code: 'FILE_NOT_FOUND', message: text`there is no such file`, where: path });
  return ok({
    after: new Map(content === null ? [] : [[path, encodeText(content)]]),
    matched: [],
  });
}

/** A file below a file, or a file where a folder is (git-update-index(1), `--replace`). */
const cannotStand = (words: string): Result<never> =>
  fail({ code: 'PATCH_APPLY_FAILURE', message: text`git cannot keep the files so: ${words}` });

const notNamed = (where: string): Result<never> =>
  fail({
    code: 'POLICY_VIOLATION',
    message: text`the patch changes a file that its headers do not name`,
    where,
  });

const broken = (where: string, words: string): Result<never> =>
  fail({ code: 'ENV_ERROR', message: text`git failed in the private clone: ${words}`, where });
