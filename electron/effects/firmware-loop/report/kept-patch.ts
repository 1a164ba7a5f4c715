import { inEnglish } from '../../../../shared/texts/words.js';
import { bestBelow } from '../../../machine/firmware-loop/choosing.js';
import type { FirmwareContext } from '../../../machine/firmware-loop/context.js';
import { commitPatch, commitTree, diffBetween } from '../../../workspace/patch.js';
import { unprovenMessage } from './commit-message.js';

/** The class that an unproven run offers: the one that a person took, else the surest that passed; null: none. */
export function keptClass({ choosing }: FirmwareContext): number | null {
  if (!choosing) return null;
  const taken = choosing.list.findIndex(({ state }) => state === 'taken');
  return taken >= 0 ? taken : bestBelow(choosing);
}

/**
 * A commit of a class of plausible patches in the run's clone, on top of what the run keeps besides, and its diff against the base
 * commit. Nothing refers to the commit. Null where there is no such class. @throws Error where the patch no longer applies
 */
export async function keptPatch(
  ctx: FirmwareContext,
  clone: string,
  index = keptClass(ctx),
): Promise<{ patch: string; commit: string } | null> {
  const kept = index === null ? undefined : ctx.choosing?.list[index];
  if (!kept || !ctx.repo_snapshot) return null;
  const label = unprovenMessage(ctx, kept.choice.what);
  const applied = kept.state === 'taken' ? ctx.patch?.applied : null;
  const made =
    applied && ctx.kept
      ? await commitTree(clone, applied.tree, ctx.kept.commit, label)
      : await commitPatch(clone, kept.choice.patch, label);
  if (!made.ok) throw new Error(inEnglish(made.error.message));
  const diff = await diffBetween(clone, ctx.repo_snapshot.base_commit, made.value);
  if (!diff.ok) throw new Error(inEnglish(diff.error.message));
  return { patch: diff.value, commit: made.value };
}
