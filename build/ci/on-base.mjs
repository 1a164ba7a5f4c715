import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import path from 'node:path';
import { cacheDir, projectDir } from '../project.mjs';

/**
 * Whether a test file that fails now failed before the change: `fails`, or it does not (`passes`, or the base has no such file: `absent`), or
 * nobody knows (`unknown`).
 *
 * @typedef {'passes' | 'fails' | 'absent' | 'unknown'} Before
 * @typedef {{ before: Map<string, Before>, why: string }} OnBase `why` some are unknown; empty where none is
 */

/**
 * @typedef {(files: readonly string[], dir: string) => Promise<readonly import('../test/file-results.mjs').FileResult[]>} RunThere
 *   runs test files of a checkout; those that did not end have no result
 */

/**
 * A checkout of the base with what the set-up made here.
 *
 * @param {import('./base.mjs').Git} git
 * @param {string} base
 * @param {(dir: string) => Promise<void>} use
 * @returns {Promise<boolean>} false where git makes none
 */
async function withCheckout(git, base, use) {
  await mkdir(cacheDir, { recursive: true });
  const dir = await mkdtemp(path.join(cacheDir, 'ci-base-'));
  try {
    if ((await git('worktree', 'add', '--detach', dir, base)) === null) return false;
    for (const name of ['node_modules', '.cache'])
      await symlink(path.join(projectDir, name), path.join(dir, name));
    await use(dir);
    return true;
  } finally {
    await rm(dir, { recursive: true, force: true });
    await git('worktree', 'prune');
  }
}

/** @param {import('../test/file-results.mjs').FileResult | undefined} result @returns {Before} */
function stateOf(result) {
  if (result === undefined) return 'unknown';
  return result.failed > 0 ? 'fails' : 'passes';
}

/**
 * Why the base cannot be run here, or null.
 *
 * @param {import('./base.mjs').Git} git
 * @param {string} base
 */
async function obstacle(git, base) {
  const isSame = await git('diff', '--quiet', base, 'HEAD', '--', 'package-lock.json');
  return isSame === null ? 'the base has other packages (package-lock.json)' : null;
}

/**
 * Runs failing test files as they were before the change.
 *
 * @param {readonly string[]} files
 * @param {import('./plan.mjs').ComparedBase} base
 * @param {import('./base.mjs').Git} git
 * @param {RunThere} run
 * @returns {Promise<OnBase>}
 */
export async function runOnBase(files, { rev, names }, git, run) {
  const nameThere = (/** @type {string} */ file) => names.get(file) ?? file;
  const all = (/** @type {Before} */ state) => new Map(files.map((file) => [file, state]));
  if (rev === null) return { before: all('absent'), why: '' };
  const listed = await git('ls-tree', '-r', '--name-only', '-z', rev, '--', ...files.map(nameThere));
  const there = new Set((listed ?? '').split('\0'));
  const before = all('absent');
  const runnable = files.filter((file) => there.has(nameThere(file)));
  if (runnable.length === 0) return { before, why: '' };
  for (const file of runnable) before.set(file, 'unknown');
  const reason = await obstacle(git, rev);
  if (reason !== null) return { before, why: reason };
  const ran = await withCheckout(git, rev, async (dir) => {
    const results = await run(runnable.map(nameThere), dir);
    for (const file of runnable)
      before.set(file, stateOf(results.find((result) => result.file === nameThere(file))));
  });
  if (!ran) return { before, why: 'git made no checkout of the base' };
  const isKnown = [...before.values()].every((state) => state !== 'unknown');
  return { before, why: isKnown ? '' : 'the base did not run to its end' };
}
