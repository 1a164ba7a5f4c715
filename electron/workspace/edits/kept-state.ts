import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fail, ok, type Result } from '../../../shared/problem.js';
import { text } from '../../../shared/texts/words.js';
import { git, placeOf, splitNul } from '../git.js';
import { touch } from '../includers.js';
import { removeStaleLocks } from '../snapshot.js';
import { freshTick } from '../tick.js';
import { keptWhole, nameTree, restoreWhole, wholeTree } from '../whole-tree.js';

/** Git takes not every text for a name (git-check-ref-format(1)). */
const nameOf = (mark: string): string =>
  /^[\w-]+(?:\.[\w-]+)*$/.test(mark) && !mark.endsWith('.lock')
    ? mark
    : createHash('sha256').update(mark).digest('hex');

const trackedAt = (tree: string): string => `refs/benchloop/tracked/${tree}`;

const broken = (where: string, words: string): Result<never> =>
  fail({ code: 'ENV_ERROR', message: text`git failed in the private clone: ${words}`, where });

/**
 * Keeps the clone as it is under a call's mark: every file, and which of them git knows (others are what builds left). Gives the
 * hash of the whole tree, which names it. Errors: ENV_ERROR.
 */
export async function keepState(dir: string, mark: string): Promise<Result<string>> {
  const tree = await wholeTree(dir);
  if (!tree.ok) return tree;
  await removeStaleLocks(dir);
  const known = await git(placeOf(dir), ['write-tree']);
  if (!known.ok) return broken(dir, known.error);
  const kept = await git(placeOf(dir), ['update-ref', trackedAt(tree.value), known.value.trim()]);
  // the name comes last: where a crash cuts this off, the call never came so far
  return kept.ok ? nameTree(dir, tree.value, nameOf(mark)) : broken(dir, kept.error);
}

/** The hash of what was kept under a call's mark; null: that call never came so far. */
export const keptState = (dir: string, mark: string): Promise<string | null> => keptWhole(dir, nameOf(mark));

/**
 * Makes the clone what it was when `tree` was kept, as `restoreWhole` does. All that git knows is then newer than what any build
 * left: which of these files a build had seen, nobody knows any more. May be repeated after a crash. Errors: ENV_ERROR.
 */
export async function restoreState(dir: string, tree: string): Promise<Result<void>> {
  const back = await restoreWhole(dir, tree);
  if (!back.ok) return back;
  await removeStaleLocks(dir);
  const known = await git(placeOf(dir), ['read-tree', '--reset', trackedAt(tree)]);
  if (!known.ok) return broken(dir, known.error);
  const listed = await git(placeOf(dir), ['ls-files', '-z']);
  if (!listed.ok) return broken(dir, listed.error);
  const there = splitNul(listed.value).filter((file) => existsSync(join(dir, file)));
  await touch(dir, there, await freshTick(dir));
  return ok(undefined);
}
