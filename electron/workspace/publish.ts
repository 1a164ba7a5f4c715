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
 * Whether all that a branch on top of `base` needs is there: a history that was rewritten loses commits to `git gc`, and
 * with a branch that lacks some, `git gc` and `git log --all` fail. What refs of the repository reach is taken for
 * whole, as git does after a fetch (git-rev-list(1), `--objects`; connected.c).
 */
async function isWhole(folder: GitFolder, base: string): Promise<boolean> {
  const ask = (...args: string[]) => git({ gitDir: folder.gitDir }, args);
  const there = await ask('cat-file', '-e', `${base}^{commit}`);
  if (!there.ok) return false;
  return (await ask('rev-list', '--objects', '--quiet', '--ignore-missing', base, '--not', '--all')).ok;
}

/** The commit that the run started from. */
async function wholeBase(o: PublishRequest, folder: GitFolder): Promise<Result<string>> {
  const read = await git(placeOf(o.cloneDir), ['rev-parse', '--verify', 'refs/benchloop/base']);
  if (!read.ok) return refuse(o.cloneDir, read.error, 'use the patch file');
  const base = read.value.trim();
  if (await isWhole(folder, base)) return ok(base);
  const message = `commit ${base.slice(0, 12)}, from which the run started, is no longer whole in the repository`;
  return refuse(o.repoRoot, message, 'use the patch file');
}

/**
 * Objects of the commit that no commit of the user's history has, each after those that it names: whatever a crash
 * leaves of them passes `git fsck`. Source: git-rev-list(1), `--objects`.
 */
async function newObjects(o: PublishRequest, base: string): Promise<Result<string[], string>> {
  const args = ['rev-list', '--objects', '--no-object-names', o.commit, `^${base}`];
  const listed = await git(placeOf(o.cloneDir), args);
  const ids = listed.ok ? listed.value.split('\n').filter((id) => id !== '') : [];
  return listed.ok ? ok(ids.reverse()) : listed;
}

/**
 * Returns the first object that the repository cannot read then, or null. What is not loose in the clone came there in a
 * pack of the repository: a change that goes back to what once was needs no new object. Its type is asked for since git
 * must read it then: that an empty file is there would be enough for `cat-file -e`.
 */
async function addObjects(o: PublishRequest, folder: GitFolder, ids: readonly string[]) {
  for (const id of ids) {
    const name = join('objects', id.slice(0, 2), id.slice(2));
    const from = join(gitDirOf(o.cloneDir), name);
    if (existsSync(from)) await addObject(from, join(folder.commonDir, name), o.commit);
    if (!(await git({ gitDir: folder.gitDir }, ['cat-file', '-t', id])).ok) return id;
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
  const base = await wholeBase(o, folder);
  if (!base.ok) return base;
  const objects = await newObjects(o, base.value);
  if (!objects.ok) return refuse(o.cloneDir, objects.error, 'use the patch file');
  const missing = await addObjects(o, folder, objects.value);
  if (missing !== null) {
    const message = `object ${missing} of the result is missing from the repository, or is damaged there`;
    return refuse(o.repoRoot, message, 'use the patch file');
  }
  return addBranch(o, folder);
}

/**
 * Branches of that name, or of one that goes on behind it with a dash, and the tree of each. A repository that is gone has none.
 * Errors: ENV_ERROR.
 */
export async function branchesNamed(
  repoRoot: string,
  name: string,
): Promise<Result<{ branch: string; tree: string }[]>> {
  const folder = await gitFolderOf(repoRoot);
  if (!folder) return ok([]);
  const refs = [`refs/heads/${name}`, `refs/heads/${name}-*`];
  const format = '--format=%(tree) %(refname:lstrip=2)';
  const listed = await git({ gitDir: folder.gitDir }, ['for-each-ref', format, ...refs]);
  if (!listed.ok) return refuse(repoRoot, listed.error, 'use the patch file');
  const lines = listed.value.split('\n').filter((line) => line !== '');
  return ok(
    lines.map((line) => ({ tree: line.split(' ')[0] ?? '', branch: line.slice(line.indexOf(' ') + 1) })),
  );
}

/**
 * Takes back what `publishBranch` gave: the branch goes where it still is at `commit` and no work tree has it checked out; its
 * objects stay until git's own clean-up. A branch that is gone already is a success. Errors: REPO_NOT_FOUND, ENV_ERROR.
 */
export async function withdrawBranch(o: Omit<PublishRequest, 'cloneDir'>): Promise<Result<void>> {
  const folder = await gitFolderOf(o.repoRoot);
  if (!folder) return fail({ code: 'REPO_NOT_FOUND', message: 'the repository is gone', where: o.repoRoot });
  const ref = `refs/heads/${o.branch}`;
  const place = { gitDir: folder.gitDir };
  const read = await git(place, ['for-each-ref', '--format=%(objectname) %(worktreepath)', ref]);
  if (!read.ok) return refuse(o.repoRoot, read.error, 'delete the branch by hand');
  const [at = '', ...user] = read.value.trim().split(' ');
  if (at === '') return ok(undefined);
  const next = 'delete the branch by hand, if you no longer want it';
  if (at !== o.commit) return refuse(o.repoRoot, `branch ${o.branch} has moved to ${at.slice(0, 12)}`, next);
  if (user.join(' ') !== '') return refuse(o.repoRoot, `branch ${o.branch} is checked out`, next);
  const gone = await git(place, ['update-ref', '--no-deref', '-d', ref, o.commit]);
  return gone.ok ? ok(undefined) : refuse(o.repoRoot, gone.error, next);
}
