import { ok, type Result } from '../../../shared/problem.js';
import { inEnglish } from '../../../shared/texts/words.js';
import type { DeliveryContext } from '../../machine/delivery/context.js';
import { createClone } from '../../workspace/clone.js';
import { applyPatch, diffBetween } from '../../workspace/patch.js';
import { headOf } from '../../workspace/snapshot.js';
import type { DeliveryBench } from './bench.js';

/** What the delivery's own copy holds. */
export interface WorkSoFar {
  commit: string;
  tree: string;
  /** Against the commit that the work began at. */
  patch: string;
}

/** The value, where something else is a bug or a fault of the disk. @throws Error with the problem's words */
export function orThrow<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw new Error(inEnglish(result.error.message));
}

/**
 * Makes the delivery's copy with the work as it stands, unless it is there already: whatever a crash left of another is made anew. Errors: those
 * of `createClone` and `applyPatch`.
 */
export async function placeWork(
  { tree, patch }: Pick<DeliveryContext, 'tree' | 'patch'>,
  bench: DeliveryBench,
  signal?: AbortSignal,
): Promise<Result<WorkSoFar>> {
  const { header, work } = bench;
  if (tree === null) return placePatch(bench, header.patch, signal);
  const there = await headOf(work.paths.clone);
  if (there.ok && there.value.tree === tree) return ok({ ...there.value, patch });
  return placePatch(bench, patch, signal);
}

/** Makes the delivery's copy anew: the commit that the work stands on, and a patch. Errors: those of `createClone` and `applyPatch`. */
export async function placePatch(
  { header, work }: DeliveryBench,
  patch: string,
  signal?: AbortSignal,
): Promise<Result<WorkSoFar>> {
  const { clone } = work.paths;
  const { repoRoot, baseCommit, inputs } = header.loaded;
  const made = await createClone({ repoRoot, baseCommit, into: clone, inputs, signal });
  if (!made.ok) return made;
  const placed = patch.trim() === '' ? null : await applyPatch(clone, patch, 'Work so far');
  if (placed !== null && !placed.ok) return placed;
  return ok(await workIn(clone, baseCommit));
}

/** @throws Error where git cannot tell */
export async function workIn(clone: string, base: string): Promise<WorkSoFar> {
  const head = orThrow(await headOf(clone));
  return { ...head, patch: orThrow(await diffBetween(clone, base, head.tree)) };
}
