import * as z from 'zod';
import { RISK_REASON } from '../../shared/events.js';
import type { Policy } from '../../shared/policy.js';
import { fail, ok, type Problem, type Result } from '../../shared/problem.js';
import { inEnglish, text } from '../../shared/texts/words.js';
import { bindingOf } from '../engine/binding.js';
import type { Asking, Tool } from '../engine/tool.js';
import { type Applied, applyTree, revertPatch } from '../workspace/patch.js';
import { currentTree, headOf, rollbackTo } from '../workspace/snapshot.js';

/** The private clone whose tree is changed. */
export interface PatchWork {
  policy: Pick<Policy, 'gateRisk'>;
  paths: { clone: string };
}

const ApplyArguments = z.object({
  diff: z.string(),
  /** The commit on which it was judged, and the tree that it was judged to give. */
  from: z.string(),
  tree: z.string(),
  files: z.array(z.string()),
  risk: z.number(),
  reasons: z.array(RISK_REASON),
  /** Message of the commit. */
  label: z.string(),
});
export type ApplyArguments = z.infer<typeof ApplyArguments>;

const AppliedSchema = z.object({
  commit: z.string(),
  tree: z.string(),
  files: z.array(z.string()),
}) satisfies z.ZodType<Applied>;

/** A patch that may do harm is shown before it is applied. */
const patchGate = ({ diff, from, risk, reasons }: ApplyArguments, { policy }: PatchWork): Asking | null =>
  risk < policy.gateRisk
    ? null
    : {
        kind: 'patch',
        question: text`Apply this patch (risk ${risk.toFixed(2)}) to the run's own copy?`,
        subject: diff,
        binding: bindingOf([from, diff]),
        ...{ risk, reasons },
      };

/** What stands in the clone after a crash is the tree that was judged, on a commit of its own; or the clone goes back. */
async function reconcilePatch({ from, tree, files }: ApplyArguments, { paths }: PatchWork) {
  const [now, at] = [await currentTree(paths.clone), await headOf(paths.clone)];
  const isThere = now.ok && at.ok && now.value === tree && at.value.tree === tree && at.value.commit !== from;
  if (isThere) return { adopt: ok({ commit: at.value.commit, tree, files }) };
  const back = await rollbackTo(paths.clone, from);
  if (!back.ok) throw new Error(inEnglish(back.error.message));
  return 'again' as const;
}

/**
 * Applies a patch to the clone exactly once, as the tree that was judged. Only machines call it; sessions call `apply_patch`. Errors: DECLINED,
 * PATCH_APPLY_FAILURE.
 */
export const applyJudgedPatch: Tool<ApplyArguments, Applied, PatchWork> = {
  ...{
    name: 'apply_judged_patch',
    kind: 'patch',
    isIdempotent: false,
    scope: 'patch',
    danger: 'undoable',
  },
  arguments: ApplyArguments,
  result: AppliedSchema,
  gate: async (args, work) => patchGate(args, work),
  perform: ({ from, tree, label }, { paths }, { mark, signal }) =>
    applyTree(paths.clone, { from, tree, label, snapshot: `before ${mark}`, signal }),
  reconcile: reconcilePatch,
  undo: ({ diff, from }, _, { paths }, { signal }) => backTo(paths.clone, { to: from, diff }, signal),
};

const TakeBackArguments = z.object({
  /** The commit to which the clone goes back. */
  to: z.string(),
  /** The patch that stands in the clone; null: none, or a part of one. */
  diff: z.string().nullable(),
});
type TakeBackArguments = z.infer<typeof TakeBackArguments>;

/**
 * Takes the clone back to a commit: by the inverse of the patch that stands in it, and by git, which also mends a tree that was
 * left half patched. Only machines call it. Errors: PATCH_APPLY_FAILURE where git fails too: the run cannot go on.
 */
export const takeBack: Tool<TakeBackArguments, null, PatchWork> = {
  ...{
    name: 'take_back',
    kind: 'rollback',
    isIdempotent: true,
    scope: null,
    danger: 'undoable',
  },
  arguments: TakeBackArguments,
  result: z.null(),
  perform: async (args, { paths }, { signal }) => {
    const done = await backTo(paths.clone, args, signal);
    return done.ok ? ok(null) : done;
  },
  reconcile: async () => 'again',
};

/** The commit is restored in any case: its identity is what later snapshots compare with. */
async function backTo(
  clone: string,
  { to, diff }: TakeBackArguments,
  signal: AbortSignal,
): Promise<Result<void>> {
  if (diff !== null) await revertPatch(clone, diff, signal);
  const back = await rollbackTo(clone, to);
  if (!back.ok) return back;
  const [tree, head] = [await currentTree(clone), await headOf(clone)];
  return tree.ok && head.ok && tree.value === head.value.tree ? ok(undefined) : fail(NOT_BACK);
}

const NOT_BACK: Problem = {
  code: 'PATCH_APPLY_FAILURE',
  message: text`the run's copy could not be rolled back`,
};
