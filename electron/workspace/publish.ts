import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, link, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fail, ok, type Problem, type Result } from '../../shared/problem.js';
import { git, gitDirOf, placeOf } from './git.js';
import { type GitFolder, gitFolderOf } from './git-folder.js';

export interface PublishRequest {
  repoRoot: string;
  cloneDir: string;
  commit: string;
  /** Without `refs/heads/`. */
  branch: string;
}

const refuse = (where: string, message: string, next: string): { ok: false; error: Problem } =>
  fail({ code: 'ENV_ERROR', message, where, next });

/** Objects of the commit that no commit of the user's history has. */
async function newObjects(o: PublishRequest): Promise<Result<string[], string>> {
  const roots = await git(placeOf(o.cloneDir), ['rev-parse', '--verify', 'refs/benchloop/base']);
  if (!roots.ok) return roots;
  const args = ['rev-list', '--objects', '--no-object-names', o.commit, `^${roots.value.trim()}`];
  const listed = await git(placeOf(o.cloneDir), args);
  return listed.ok ? ok(listed.value.split('\n').filter((id) => id !== '')) : listed;
}

/** Copies one loose object under a temporary name, then gives it its own: it is there whole or not at all. */
async function copyObject(from: string, folder: GitFolder, id: string): Promise<boolean> {
  const [dir, name] = [id.slice(0, 2), id.slice(2)];
  const source = join(from, dir, name);
  const target = join(folder.commonDir, 'objects', dir);
  if (existsSync(join(target, name))) return true;
  if (!existsSync(source)) return false;
  await mkdir(target, { recursive: true });
  const temporary = join(target, `tmp_obj_${randomUUID()}`);
  await copyFile(source, temporary);
  await link(temporary, join(target, name)).finally(() => rm(temporary, { force: true }));
  return true;
}

async function addBranch(o: PublishRequest, folder: GitFolder): Promise<Result<{ branch: string }>> {
  const ref = `refs/heads/${o.branch}`;
  const place = { gitDir: folder.gitDir };
  const zero = '0'.repeat(o.commit.length);
  const made = await git(place, ['update-ref', '--no-deref', ref, o.commit, zero]);
  if (made.ok) return ok({ branch: o.branch });
  const there = await git(place, ['rev-parse', '--verify', '--quiet', ref]);
  if (there.ok && there.value.trim() === o.commit) return ok({ branch: o.branch });
  const other = there.ok
    ? `branch ${o.branch} exists already, at ${there.value.trim().slice(0, 12)}`
    : made.error;
  return refuse(o.repoRoot, other, `rename or delete that branch, or apply the patch file instead`);
}

/**
 * Adds the result to the user's repository: its new objects and exactly one new branch. HEAD, index, work
 * tree, other refs, reflogs and configuration stay as they are; no hook runs. Never moves a branch; a
 * branch that already points at `commit` is a success, so a crashed call is simply repeated.
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
  for (const id of objects.value)
    if (!(await copyObject(join(gitDirOf(o.cloneDir), 'objects'), folder, id)))
      return refuse(
        o.cloneDir,
        `object ${id} of the result is missing from the private clone`,
        'use the patch file',
      );
  return addBranch(o, folder);
}
