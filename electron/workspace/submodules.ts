import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fail, ok, type Problem, type Result } from '../../shared/problem.js';
import { type GitPlace, git, splitNul } from './git.js';
import { type GitFolder, gitFolderOf, openGitDir } from './git-folder.js';
import { isPlainRelative, parentIsInside } from './inside.js';
import { materialiseLfs } from './lfs.js';
import { withMirror } from './mirror.js';

interface Gitlink {
  path: string;
  commit: string;
}

/** A checked-out tree and the user's repository that it came from. */
interface Source {
  place: GitPlace & { workTree: string };
  tree: string;
  folder: GitFolder;
  /** The user's own checkout of the same tree, which may hold submodules of its own; null if there is none. */
  userTop: string | null;
}

async function gitlinksOf(place: GitPlace, tree: string): Promise<Result<Gitlink[], string>> {
  const listed = await git(place, ['ls-tree', '-r', '-z', '--full-tree', tree]);
  if (!listed.ok) return listed;
  const links = splitNul(listed.value).flatMap((line) => {
    const found = /^160000 commit ([0-9a-f]+)\t(.+)$/s.exec(line);
    return found?.[1] && found[2] ? [{ commit: found[1], path: found[2] }] : [];
  });
  return ok(links);
}

/** Names by path from `.gitmodules` of the tree (gitmodules(5)); the file is read as data. */
async function namesByPath(place: GitPlace, tree: string): Promise<Map<string, string>> {
  const args = ['config', '--blob', `${tree}:.gitmodules`, '-z', '--get-regexp', '^submodule\\..*\\.path$'];
  const listed = await git(place, args);
  const names = new Map<string, string>();
  for (const entry of listed.ok ? splitNul(listed.value) : []) {
    const found = /^submodule\.(.*)\.path\n(.*)$/s.exec(entry);
    if (found?.[1] && found[2]) names.set(found[2], found[1]);
  }
  return names;
}

async function findFolder(source: Source, link: Gitlink, name: string): Promise<GitFolder | null> {
  const checkedOut = source.userTop === null ? null : join(source.userTop, link.path);
  const own = checkedOut !== null && existsSync(checkedOut) ? await gitFolderOf(checkedOut) : null;
  if (own) return own;
  // `..` in a submodule's name would leave the modules folder (CVE-2018-11235).
  if (!isPlainRelative(name)) return null;
  for (const dir of [source.folder.gitDir, source.folder.commonDir]) {
    const stored = await openGitDir(join(dir, 'modules', name));
    if (stored) return stored;
  }
  return null;
}

function noCommit(link: Gitlink, words: string): { ok: false; error: Problem } {
  return fail({
    code: 'INIT_FAILURE',
    message: `submodule ${link.path} cannot be taken at commit ${link.commit.slice(0, 12)}: ${words}`,
    where: link.path,
    next: `run \`git submodule update --init --recursive ${link.path}\` in your repository`,
  });
}

async function checkOut(source: Source, link: Gitlink, folder: GitFolder): Promise<Result<string[]>> {
  const { workTree } = source.place;
  if (!(await parentIsInside(workTree, `${link.path}/x`)))
    return noCommit(link, 'its path leaves the repository');
  return withMirror(folder, link.commit, false, async (gitDir) => {
    const place = { gitDir, workTree: join(workTree, link.path) };
    const read = await git(place, ['read-tree', '--reset', '-u', link.commit]);
    if (!read.ok) return noCommit(link, read.error);
    const lfs = await materialiseLfs(place, folder.commonDir);
    if (!lfs.ok) return lfs;
    const userTop = source.userTop === null ? null : join(source.userTop, link.path);
    return materialiseSubmodules({ place, tree: link.commit, folder, userTop });
  });
}

/**
 * Fills every submodule of a checked-out tree, recursively and offline, from the user's checked-out
 * submodules or `.git/modules`. They become plain folders without a `.git`, so no repository of theirs is ever
 * asked anything. Returns the paths that the user has not initialised either (left empty, as there).
 * Errors: INIT_FAILURE if an initialised submodule lacks the commit.
 */
export async function materialiseSubmodules(source: Source): Promise<Result<string[]>> {
  const links = await gitlinksOf(source.place, source.tree);
  if (!links.ok) return fail({ code: 'INIT_FAILURE', message: links.error });
  if (links.value.length === 0) return ok([]);
  const names = await namesByPath(source.place, source.tree);
  const absent: string[] = [];
  for (const link of links.value) {
    const folder = await findFolder(source, link, names.get(link.path) ?? link.path);
    if (folder === null) {
      absent.push(link.path);
      continue;
    }
    const done = await checkOut(source, link, folder);
    if (!done.ok) return done;
    absent.push(...done.value.map((path) => `${link.path}/${path}`));
  }
  return ok(absent);
}
