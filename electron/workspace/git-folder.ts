import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { isAbsolute, join, resolve } from 'node:path';

/** The folders of a repository (gitrepository-layout(5)). */
export interface GitFolder {
  /** HEAD and index: `.git`, or the target of a `.git` file (linked work tree, submodule). */
  gitDir: string;
  /** Objects, branches and configuration: `gitDir`, but for a linked work tree. */
  commonDir: string;
}

/** A `.git` file and a `commondir` file hold one path; more than this is something else. */
const MAX_POINTER_BYTES = 8192;

async function readPointer(file: string): Promise<string | null> {
  const size = await stat(file);
  if (!size.isFile() || size.size > MAX_POINTER_BYTES) return null;
  return (await readFile(file, 'utf8')).replace(/\r?\n$/, '');
}

/** Whether a folder looks like a repository without a work tree, or the inside of a `.git`. */
export const isGitFolder = (dir: string): boolean =>
  existsSync(join(dir, 'HEAD')) && (existsSync(join(dir, 'objects')) || existsSync(join(dir, 'commondir')));

/** The git folder of a given git directory, its `commondir` file followed. */
export async function openGitDir(gitDir: string): Promise<GitFolder | null> {
  if (!isGitFolder(gitDir)) return null;
  const pointer = join(gitDir, 'commondir');
  const common = existsSync(pointer) ? await readPointer(pointer) : '.';
  return common === null ? null : { gitDir, commonDir: resolve(gitDir, common) };
}

/** The git folder of a work tree's top folder, or null. Reads files only; runs nothing. */
export async function gitFolderOf(top: string): Promise<GitFolder | null> {
  const dot = join(top, '.git');
  if (!existsSync(dot)) return null;
  if ((await stat(dot)).isDirectory()) return openGitDir(dot);
  const pointer = /^gitdir: (.+)$/.exec((await readPointer(dot)) ?? '')?.[1];
  if (pointer === undefined) return null;
  return openGitDir(isAbsolute(pointer) ? pointer : resolve(top, pointer));
}
