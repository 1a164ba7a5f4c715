import { shellWord } from '../../../../shared/shell-word.js';
import { text, type Words } from '../../../../shared/texts/words.js';
import { visibleName } from '../../../../shared/visible-text.js';
import type { SessionContext } from '../../../machine/session/context.js';
import { branchesNamed } from '../../../workspace/publish.js';
import type { SessionBench } from '../bench.js';

/** What changed files last was taken back, and nothing has been changed since. */
export const isTakenBack = ({ calls }: Pick<SessionContext, 'calls'>): boolean =>
  calls.findLast(({ tree }) => tree !== null)?.status === 'undone';

/** The first branch that a session offers; those of later turns go on behind its name with a dash. */
export const branchOf = ({ run }: Pick<SessionContext, 'run'>): string => `benchloop/${run}`;

/**
 * Branches of the session in the user's repository that still hold what was taken back: an undo is about the session's own copy, and
 * somebody may have built on them. A repository that cannot be read has none.
 *
 * @param tree of the copy now; null: that of the commit that the session began at
 */
export async function branchesLeft(
  ctx: SessionContext,
  { header: { repo } }: Pick<SessionBench, 'header'>,
  tree: string | null,
): Promise<string[]> {
  if (repo === null || !isTakenBack(ctx)) return [];
  const named = await branchesNamed(repo.root, branchOf(ctx));
  return named.ok ? named.value.filter((one) => one.tree !== tree).map(({ branch }) => branch) : [];
}

/** What a person can do about such a branch. */
export const deleteBranch = (branch: string, repoRoot: string): Words =>
  text`branch ${branch} stays in your repository, which an undo does not change; to delete it: git -C ${shellWord(visibleName(repoRoot), process.platform)} branch -D ${branch}`;
