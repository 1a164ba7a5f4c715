import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { chmod, copyFile, lstat, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fail, ok, type Problem, type Result } from '../../shared/problem.js';
import { type GitPlace, git, inChunks, splitNul } from './git.js';

/** git-lfs specification, "The Pointer": under 1024 bytes, `version` first, keys sorted. */
const POINTER =
  /^version https:\/\/git-lfs\.github\.com\/spec\/v1\n(?:[a-z0-9.-]+ .*\n)*?oid sha256:([0-9a-f]{64})\n/;
const MAX_POINTER_BYTES = 1024;

/** Whether a file's text is a Git LFS pointer. */
export const isLfsPointer = (text: string): boolean => POINTER.test(text);

async function pointerOid(file: string): Promise<string | null> {
  const info = await lstat(file).catch(() => null);
  if (!info?.isFile() || info.size > MAX_POINTER_BYTES) return null;
  return POINTER.exec(await readFile(file, 'utf8'))?.[1] ?? null;
}

async function hasHash(file: string, oid: string): Promise<boolean> {
  if (!(await lstat(file).catch(() => null))?.isFile()) return false;
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex') === oid;
}

function missing(file: string, oid: string): { ok: false; error: Problem } {
  return fail({
    code: 'INIT_FAILURE',
    message: `the Git LFS object ${oid.slice(0, 12)} of ${file} is not in your repository, or is damaged`,
    where: file,
    next: 'run `git lfs pull` in your repository',
  });
}

/**
 * Replaces the LFS pointers in a checked-out tree by the objects that the user's repository holds
 * (`lfs/objects/ab/cd/<oid>`), without git-lfs. Returns the files that were replaced, below the work tree.
 * Errors: INIT_FAILURE naming the file whose object is missing.
 */
export async function materialiseLfs(
  place: GitPlace & { workTree: string },
  commonDir: string,
): Promise<Result<string[]>> {
  const listed = await git(place, ['ls-files', '-z', '--', ':(attr:filter=lfs)']);
  if (!listed.ok) return fail({ code: 'INIT_FAILURE', message: listed.error, where: place.workTree });
  const replaced: string[] = [];
  for (const file of splitNul(listed.value)) {
    const target = join(place.workTree, file);
    const oid = await pointerOid(target);
    if (oid === null) continue;
    const object = join(commonDir, 'lfs/objects', oid.slice(0, 2), oid.slice(2, 4), oid);
    if (!(await hasHash(object, oid))) return missing(file, oid);
    const { mode } = await lstat(target);
    await rm(target);
    await copyFile(object, target);
    await chmod(target, mode & 0o777);
    replaced.push(file);
  }
  return ok(replaced);
}

/** Makes git leave these files alone: their content is the object, the commit's is the pointer. */
export async function hideFromGit(place: GitPlace, files: readonly string[]): Promise<Result<void>> {
  for (const chunk of inChunks(files)) {
    const done = await git(place, ['update-index', '--skip-worktree', '--', ...chunk]);
    if (!done.ok) return fail({ code: 'INIT_FAILURE', message: done.error });
  }
  return ok(undefined);
}
