import { ok, type Result } from '../../shared/problem.js';
import { git, placeOf } from './git.js';
import { commitTree } from './patch.js';

/**
 * The commit of a tree on top of another that is offered under a name: the same one whenever the same tree is offered again, since
 * a yes holds for its id, and a new commit has the time in it. Errors: PATCH_APPLY_FAILURE.
 */
export async function offeredCommit(
  dir: string,
  name: string,
  { tree, parent, label }: { tree: string; parent: string; label: string },
): Promise<Result<string>> {
  const place = placeOf(dir);
  const ref = `refs/benchloop/${name}`;
  const known = await git(place, ['for-each-ref', '--format=%(objectname) %(tree) %(parent)', ref]);
  const [commit = '', ...of] = known.ok ? known.value.trim().split(' ') : [];
  if (of.length === 2 && of[0] === tree && of[1] === parent) return ok(commit);
  const made = await commitTree(dir, tree, parent, label);
  if (!made.ok) return made;
  const kept = await git(place, ['update-ref', ref, made.value]);
  return kept.ok
    ? made
    : { ok: false, error: { code: 'PATCH_APPLY_FAILURE', message: kept.error, where: dir } };
}
