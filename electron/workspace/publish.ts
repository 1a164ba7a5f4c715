import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fail, ok, type Problem, type Result } from '../../shared/problem.js';
import { git, gitDirOf, placeOf } from './git.js';
import { type GitFolder, gitFolderOf } from './git-folder.js';
import { addObject } from './objects.js';

export interface PublishRequest {
  repoRoot: string;
  cloneDir: string;
  commit: string;
  /** Without `refs/heads/`. */
  branch: string;
}

const refuse = (where: string, message: string, next: string): { ok: false; error: Problem } =>
  fail({ code: 'ENV_ERROR', message, where, next });

/**
 * Objects of the commit that no commit of the user's history has, each after those that it names: whatever a crash
 * leaves of them passes `git fsck`. Source: git-rev-list(1), `--objects`.
 */
async function newObjects(o: PublishRequest): Promise<Result<string[], string>> {
  const roots = await git(placeOf(o.cloneDir), ['rev-parse', '--verify', 'refs/benchloop/base']);
  if (!roots.ok) return roots;
  const args = ['rev-list', '--objects', '--no-object-names', o.commit, `^${roots.value.trim()}`];
  const listed = await git(placeOf(o.cloneDir), args);
  const ids = listed.ok ? listed.value.split('\n').filter((id) => id !== '') : [];
  return listed.ok ? ok(ids.reverse()) : listed;
}

/** Returns the first object that is nowhere, or null. */
async function addObjects(o: PublishRequest, folder: GitFolder, ids: readonly string[]) {
  for (const id of ids) {
    const name = join('objects', id.slice(0, 2), id.slice(2));
    const [from, to] = [join(gitDirOf(o.cloneDir), name), join(folder.commonDir, name)];
    await addObject(from, to, o.commit);
    if (!existsSync(to)) return id;
  }
  return null;
}

/**
 * What a git killed in the middle leaves: the new branch's own lock. No other branch is touched, and this one bears the
 * run's name: nobody else makes it.
 */
async function removeStaleLock(folder: GitFolder, ref: string): Promise<boolean> {
  const lock = join(folder.commonDir, ...`${ref}.lock`.split('/'));
  if (!existsSync(lock)) return false;
  await rm(lock, { force: true });
  return true;
}

async function addBranch(o: PublishRequest, folder: GitFolder): Promise<Result<{ branch: string }>> {
  const ref = `refs/heads/${o.branch}`;
  const place = { gitDir: folder.gitDir };
  const zero = '0'.repeat(o.commit.length);
  const create = () => git(place, ['update-ref', '--no-deref', ref, o.commit, zero]);
  const first = await create();
  if (first.ok) return ok({ branch: o.branch });
  const there = await git(place, ['rev-parse', '--verify', '--quiet', ref]);
  const locked = !there.ok && (await removeStaleLock(folder, ref));
  const made = locked ? await create() : first;
  if (made.ok) return ok({ branch: o.branch });
  if (there.ok && there.value.trim() === o.commit) return ok({ branch: o.branch });
  const other = there.ok
    ? `branch ${o.branch} exists already, at ${there.value.trim().slice(0, 12)}`
    : made.error;
  return refuse(o.repoRoot, other, `rename or delete that branch, or apply the patch file instead`);
}

/**
 * Adds the result to the user's repository: its new objects and exactly one new branch. HEAD, index, work
 * tree, other refs, reflogs and configuration stay as they are; no hook runs. Never moves a branch; a
 * branch that already points at `commit` is a success, so a crashed call is simply repeated: that takes away what it left.
 * Errors: REPO_NOT_FOUND, ENV_ERROR.
 */
export async function publishBranch(o: PublishRequest): Promise<Result<{ branch: string }>> {
  const folder = await gitFolderOf(o.repoRoot);
  if (!folder)
    return fail({
      code: 'REPO_NOT_FOUND',
      message: 'the repository is gone',
      where: o.repoRoot,
      next: 'use the patch file',
    });
  const named = await git(placeOf(o.cloneDir), ['check-ref-format', '--branch', o.branch]);
  if (!named.ok) return refuse(o.repoRoot, named.error, 'choose another name for the branch');
  const objects = await newObjects(o);
  if (!objects.ok) return refuse(o.cloneDir, objects.error, 'use the patch file');
  const missing = await addObjects(o, folder, objects.value);
  if (missing !== null) {
    const message = `object ${missing} of the result is missing from the private clone`;
    return refuse(o.cloneDir, message, 'use the patch file');
  }
  return addBranch(o, folder);
}
