import { text, type Words } from '../../../shared/texts/words.js';
import { visible } from '../../../shared/visible-text.js';
import type { DeliveryContext } from '../../machine/delivery/context.js';
import { conflictsWith } from '../../workspace/merge.js';
import { findRepository } from '../../workspace/repository.js';
import type { DeliveryBench } from './bench.js';

/**
 * What the user's repository has done since the commit that the work stands on. Nothing of it was touched.
 *
 * @param to what its operator speaks to
 */
export async function notesOn(
  { header, work }: DeliveryBench,
  commit: string,
  to: Addressed,
): Promise<Words[]> {
  const { repoRoot, baseCommit } = header.loaded;
  const now = await findRepository(repoRoot);
  if (!now.ok) return [];
  const { baseCommit: head, dirtyFiles } = now.value;
  return [
    ...(head === baseCommit
      ? []
      : [
          text`your repository is at commit ${head.slice(0, 12)} now; the branch starts at ${baseCommit.slice(0, 12)}, where the work was tested`,
          toldMerge(await conflictsWith(head, { repoRoot, cloneDir: work.paths.clone, commit }), to),
        ]),
    ...(dirtyFiles === 0 ? [] : [text`uncommitted files of yours that were left as they are: ${dirtyFiles}`]),
  ];
}

/** Files that are named. */
const NAMED = 10;

export const namesOf = (files: readonly string[]): string => files.slice(0, NAMED).map(visible).join(', ');

/** The run of a delivery: its own, or the campaign that it is a part of, and with which it ends. */
type Addressed = Pick<DeliveryContext, 'run' | 'is_part'>;

function toldMerge(conflicts: readonly string[] | null, { run, is_part = false }: Addressed): Words {
  if (conflicts === null) return text`merge or rebase it, then test again`;
  const files = namesOf(conflicts);
  if (is_part)
    return conflicts.length === 0
      ? text`it merges cleanly with your commit; until this delivery ends, benchloop tell ${run} "continue: bring it onto HEAD" has it brought there and tested again; or merge or rebase it yourself, then test again`
      : text`it conflicts with your commit in ${files}; until this delivery ends, benchloop tell ${run} "continue: bring it onto HEAD" has a model resolve that and test it again; or resolve it yourself as you merge or rebase it, then test again`;
  return conflicts.length === 0
    ? text`it merges cleanly with your commit; to have it brought there and tested again: benchloop tell ${run} "continue: bring it onto HEAD"`
    : text`it conflicts with your commit in ${files}; to have a model resolve that and test again: benchloop tell ${run} "continue: bring it onto HEAD"; or resolve it yourself as you merge or rebase it, then test again`;
}
