import type { LoadedTask } from '../../../../shared/task.js';
import type { WorkItem } from '../../../../shared/work-item.js';
import { currentItem, type OrchestratorContext } from '../../../machine/orchestrator/context.js';
import { type GitPlace, git } from '../../../workspace/git.js';
import { gitFolderOf } from '../../../workspace/git-folder.js';

/**
 * The commit that a run of the current item starts at: what the accepted item before it left on its branch, so that its change is built
 * upon. The user's own commit where that item left no branch, the branch is gone, or the user has taken it up already.
 */
export async function baseFor(
  ctx: OrchestratorContext,
  { repoRoot, baseCommit }: Pick<LoadedTask, 'repoRoot' | 'baseCommit'>,
): Promise<string> {
  const branch = branchBefore(ctx, currentItem(ctx));
  const folder = branch === null ? null : await gitFolderOf(repoRoot);
  if (folder === null) return baseCommit;
  const place = { gitDir: folder.gitDir };
  const found = await git(place, ['rev-parse', '--verify', '--quiet', `refs/heads/${branch}^{commit}`]);
  if (!found.ok) return baseCommit;
  const commit = found.value.trim();
  return (await isWithin(place, commit, baseCommit)) ? baseCommit : commit;
}

const isWithin = async (place: GitPlace, commit: string, later: string): Promise<boolean> =>
  (await git(place, ['merge-base', '--is-ancestor', commit, later])).ok;

/** Of the item that this one follows, or of the nearest before that which left one. */
function branchBefore(
  ctx: Pick<OrchestratorContext, 'epic' | 'stages'>,
  item: WorkItem | null,
): string | null {
  const { epic, stages } = ctx;
  for (const id of item?.deps ?? []) {
    const passed = stages.findLast(({ item, review }) => item === id && review.decision === 'pass');
    const before = epic?.items.find((one) => one.id === id) ?? null;
    const branch = passed?.branch ?? branchBefore(ctx, before);
    if (branch !== null) return branch;
  }
  return null;
}
