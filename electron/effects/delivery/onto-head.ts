import { nested, text, type Words } from '../../../shared/texts/words.js';
import { ontoHeadIn } from '../../agents/delivery/onto-head.js';
import type { EffectIo } from '../../engine/effect.js';
import type { Push } from '../../machine/delivery/context.js';
import { presentHead } from '../../tools/commit/present-head.js';
import { hasMarkers } from '../../workspace/conflict-markers.js';
import { type Merged, mergeOnto } from '../../workspace/merge.js';
import { diffBetween } from '../../workspace/patch.js';
import { fileInTree } from '../../workspace/tree-file.js';
import type { DeliveryBench } from './bench.js';
import { namesOf } from './moved-head.js';
import { orThrow, type WorkSoFar } from './work-so-far.js';

/** The pushes without the sentence that asks for HEAD. */
export function withoutOnto(pushes: readonly Push[]): { asks: boolean; pushes: Push[] } {
  const heard = pushes.map((push) => ({ push, ...ontoHeadIn(push.text) }));
  const asks = ({ push, asks: is }: (typeof heard)[number]): boolean => push.from === 'operator' && is;
  return {
    asks: heard.some(asks),
    pushes: heard.flatMap((one) => {
      if (!asks(one)) return [one.push];
      return one.rest === '' ? [] : [{ ...one.push, text: one.rest }];
    }),
  };
}

/** The work on another commit. */
export interface Moved {
  base: string;
  /** Against `base`. */
  patch: string;
  /** Files that hold conflict markers. */
  conflicts: readonly string[];
  told: Words;
}

/** The work as it would be on the commit that the user's repository is at; or why it stays where it is. Changes no file. */
export async function ontoHead(
  bench: DeliveryBench,
  io: EffectIo,
  { tree }: WorkSoFar,
): Promise<Moved | { stays: Words }> {
  const { loaded } = bench.header;
  const at = await io.call(presentHead, {}, { loaded });
  if (!at.ok) return { stays: text`the work stays where it is: ${nested(at.error.message)}` };
  const { head } = at.value;
  const [base, short] = [loaded.baseCommit, head.slice(0, 12)];
  if (head === base)
    return {
      stays: text`the work stays where it is: your repository is at commit ${short}, on which it stands`,
    };
  const { clone } = bench.work.paths;
  const merged = await mergeOnto(head, { repoRoot: loaded.repoRoot, cloneDir: clone, base, tree });
  if (merged === null)
    return {
      stays: text`the work stays where it is: git cannot bring it onto commit ${short}; git 2.39 or later is needed`,
    };
  const patch = orThrow(await diffBetween(clone, head, merged.tree));
  if (patch.trim() === '')
    return { stays: text`the work stays where it is: your commit ${short} holds it already` };
  const { conflicts } = merged;
  if (conflicts.length === 0)
    return {
      base: head,
      patch,
      conflicts,
      told: text`the work was brought from commit ${base.slice(0, 12)} onto ${short}`,
    };
  const files = namesOf(conflicts);
  if (bench.models.of('PLANNER') === null || !(await areMarked(clone, merged)))
    return {
      stays: text`the work stays on commit ${base.slice(0, 12)}: it conflicts with your commit ${short} in ${files}`,
    };
  return {
    ...{ base: head, patch, conflicts },
    told: text`the work was brought from commit ${base.slice(0, 12)} onto ${short}; in conflict: ${files}`,
  };
}

/** A file that one side deleted or renamed, or that is binary, has no markers: nothing would tell whether somebody decided on it. */
async function areMarked(clone: string, { tree, conflicts }: Merged): Promise<boolean> {
  const held = await Promise.all(conflicts.map((file) => fileInTree(clone, tree, file)));
  return held.every((content) => content !== null && hasMarkers(content));
}
