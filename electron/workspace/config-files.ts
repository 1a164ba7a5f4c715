import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import type { GitFolder } from './git-folder.js';

/** git itself goes no deeper (git, config.c, MAX_INCLUDE_DEPTH). */
const MOST_DEPTH = 10;
/** A configuration is a few lines; a larger file is not searched. */
const MOST_BYTES = 1 << 20;

/** `path` of a section `include` or `includeIf`, which may begin in the same line. Other sections’ are looked at too: it does no harm. */
const PATH = /(?:^|\])[ \t]*path[ \t]*=[ \t]*(?:"((?:[^"\\\n]|\\.)*)"|([^"#;\n]*))/gim;

/**
 * The first configuration file of a repository, included ones too, that git would wait for, for instance a pipe; null where there is
 * none. Conditions of `includeIf` are not judged: the file may be waited for tomorrow.
 */
export async function blockingConfig({ gitDir, commonDir }: GitFolder): Promise<string | null> {
  for (const file of [path.join(commonDir, 'config'), path.join(gitDir, 'config.worktree')]) {
    const found = await blockingIn(file, MOST_DEPTH);
    if (found !== null) return found;
  }
  return null;
}

async function blockingIn(file: string, depth: number): Promise<string | null> {
  const is = await stat(file).catch(() => null); // git passes over what is not there, and says what it may not read
  if (is === null || is.isDirectory()) return null;
  if (!is.isFile()) return file;
  if (depth === 0 || is.size > MOST_BYTES) return null;
  for (const [, quoted, plain] of (await readFile(file, 'utf8').catch(() => '')).matchAll(PATH)) {
    const named = quoted?.replace(/\\(.)/g, '$1') ?? (plain ?? '').trim();
    const found = named === '' ? null : await blockingIn(path.resolve(path.dirname(file), named), depth - 1);
    if (found !== null) return found;
  }
  return null;
}
