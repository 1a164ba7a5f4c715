import { fail, ok, type Result } from '../../shared/problem.js';
import { git, splitNul } from './git.js';
import { gitFolderOf } from './git-folder.js';
import { matchesAny } from './glob.js';
import { withMirror } from './mirror.js';
import { pathViolations } from './path-rules.js';
import type { Repository } from './repository.js';

/** Which constraint leaves nothing to patch, and why. */
export interface Unpatchable {
  field: 'allowedPaths' | 'forbiddenPaths';
  why: string;
}

/** Files that a message names. */
const MAX_NAMED = 5;

/**
 * Whether the paths that a task allows leave any tracked file to patch. Globs are relative to the repository's `subdir`.
 * Null: they do. The default `**` is never blamed for a repository of nothing but tests and build files: it may still pass.
 */
export async function whyUnpatchable(
  repository: Repository,
  { allowedPaths, forbiddenPaths }: { allowedPaths: readonly string[]; forbiddenPaths: readonly string[] },
): Promise<Result<Unpatchable | null, string>> {
  const tracked = await trackedFiles(repository);
  if (!tracked.ok) return tracked;
  const commit = repository.baseCommit.slice(0, 12);
  const allowed = tracked.value.filter((file) => matchesAny(allowedPaths, file));
  if (allowed.length === 0) {
    const why = `no file of commit ${commit} matches ${allowedPaths.join(', ')}; it holds ${named(tracked.value)}`;
    return ok({ field: 'allowedPaths', why });
  }
  const free = allowed.filter((file) => !matchesAny(forbiddenPaths, file));
  if (free.length === 0) {
    const why = `${forbiddenPaths.join(', ')} forbids every file that allowedPaths allows: ${named(allowed)}`;
    return ok({ field: 'forbiddenPaths', why });
  }
  const rules = { ...NO_LIMITS, allowedPaths, forbiddenPaths };
  const refused = free.map((file) => pathViolations(file, rules)[0]?.message);
  if (allowedPaths.includes('**') || refused.includes(undefined)) return ok(null);
  const why = `no patch may touch what ${allowedPaths.join(', ')} allows: ${refused.slice(0, MAX_NAMED).join('; ')}`;
  return ok({ field: 'allowedPaths', why });
}

const NO_LIMITS = {
  maxLines: Number.POSITIVE_INFINITY,
  maxFiles: Number.POSITIVE_INFINITY,
  riskThreshold: 1,
  bannedConstructs: [],
};

function named(files: readonly string[]): string {
  if (files.length === 0) return 'no file';
  const more = files.length - MAX_NAMED;
  return `${files.slice(0, MAX_NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** Files of the base commit below `subdir`, relative to it. */
async function trackedFiles({ root, subdir, baseCommit }: Repository): Promise<Result<string[], string>> {
  const folder = await gitFolderOf(root);
  if (folder === null) return fail(`${root} is no git work tree any more`);
  const listed = await withMirror(folder, baseCommit, false, (gitDir) =>
    git({ gitDir }, ['ls-tree', '-r', '-z', '--name-only', `${baseCommit}:${subdir}`]),
  );
  return listed.ok ? ok(splitNul(listed.value)) : listed;
}
