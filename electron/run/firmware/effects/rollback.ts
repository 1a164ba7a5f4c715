import type { FirmwareContext } from '../../../machine/firmware-loop/context.js';
import { revertPatch } from '../../../workspace/patch.js';
import { currentTree, headOf, rollbackTo } from '../../../workspace/snapshot.js';
import type { EffectIo } from '../../engine/effect.js';
import type { FirmwareBench } from '../bench.js';

/**
 * Takes the patch under test back: by its inverse, and by git where that does not give exactly the tree of
 * before. Returns the commit that the clone stands at. Journalled; repeating it is harmless.
 *
 * @throws Error when both layers fail: the run cannot go on.
 */
export async function takeBack(
  ctx: FirmwareContext,
  bench: FirmwareBench,
  io: EffectIo,
): Promise<string | null> {
  const { patch, kept } = ctx;
  if (!patch?.applied || !kept) return null;
  const { clone } = bench.paths;
  return io.operate({
    kind: 'rollback',
    intent: { from: patch.applied.commit, to: kept.commit },
    perform: async () => {
      await revertPatch(clone, patch.text);
      // The commit of before is restored in any case: its identity is what later snapshots compare with.
      const back = await rollbackTo(clone, kept.commit);
      if (!back.ok) throw new Error(back.error.message);
      const [tree, head] = [await currentTree(clone), await headOf(clone)];
      if (!tree.ok || !head.ok || tree.value !== head.value.tree)
        throw new Error('the clone cannot be rolled back');
      return kept.commit;
    },
    reconcile: async () => 'again',
  });
}
