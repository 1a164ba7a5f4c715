import { ok, type Result } from '../../shared/problem.js';
import { git, placeOf } from './git.js';
import { commitTree } from './patch.js';

const refOf = (name: string): string => `refs/benchloop/${name}`;

/** The commit that was made under a name, if it has that tree and that parent; null: it was not. */
export async function commitUnder(
  dir: string,
  name: string,
  { tree, parent }: { tree: string; parent: string },
): Promise<string | null> {
  const format = '--format=%(objectname) %(tree) %(parent)';
  const known = await git(placeOf(dir), ['for-each-ref', format, refOf(name)]);
  const [commit = '', ...of] = known.ok ? known.value.trim().split(' ') : [];
  return of.length === 2 && of[0] === tree && of[1] === parent ? commit : null;
}

/**
 * The commit of a tree on top of another that is offered under a name: the same one whenever the same tree is offered again, since
 * a yes holds for its id, and a new commit has the time in it. Errors: PATCH_APPLY_FAILURE.
 */
export async function offeredCommit(
  dir: string,
  name: string,
  { tree, parent, label }: { tree: string; parent: string; label: string },
): Promise<Result<string>> {
  const known = await commitUnder(dir, name, { tree, parent });
  if (known !== null) return ok(known);
  const made = await commitTree(dir, tree, parent, label);
  if (!made.ok) return made;
  const kept = await git(placeOf(dir), ['update-ref', refOf(name), made.value]);
  return kept.ok
    ? made
    : { ok: false, error: { code: 'PATCH_APPLY_FAILURE', message: kept.error, where: dir } };
}
