import type { EffectIo } from '../../engine/effect.js';
import type { FirmwareContext } from '../../machine/firmware-loop/context.js';
import { revertPatch } from '../../workspace/patch.js';
import { currentTree, headOf, rollbackTo } from '../../workspace/snapshot.js';
import type { FirmwareBench } from './bench.js';

/**
 * Takes the clone back to `commit`: by the inverse of the patch under test, and by git, which also mends a tree that
 * was left half patched. Returns `commit`. Journalled; repeating it is harmless.
 *
 * @throws Error when git fails too: the run cannot go on.
 */
export function takeBack(
  ctx: FirmwareContext,
  bench: FirmwareBench,
  io: EffectIo,
  commit: string,
): Promise<string> {
  const { clone } = bench.paths;
  return io.operate({
    kind: 'rollback',
    intent: { from: ctx.patch?.applied?.commit ?? null, to: commit },
    perform: async () => {
      if (ctx.patch?.applied) await revertPatch(clone, ctx.patch.text, io.signal);
      // The commit of before is restored in any case: its identity is what later snapshots compare with.
      const back = await rollbackTo(clone, commit);
      if (!back.ok) throw new Error(back.error.message);
      const [tree, head] = [await currentTree(clone), await headOf(clone)];
      if (!tree.ok || !head.ok || tree.value !== head.value.tree)
        throw new Error('the clone cannot be rolled back');
      return commit;
    },
    reconcile: async () => 'again',
  });
}
