import { createHash } from 'node:crypto';
import { ok, type Problem, type Result } from '../../../../shared/problem.js';
import { applyPatch, treeAfter } from '../../../workspace/patch.js';
import { currentTree, headOf, rollbackTo, snapshot } from '../../../workspace/snapshot.js';
import type { FirmwareEffect, FirmwareOutcome } from '../bench.js';

/** PATCH_APPLY: snapshot, gate where the risk asks for one, then exactly one application (seed §5.8). */
export const patchApply: FirmwareEffect = async (ctx, bench, io) => {
  const { patch, repo_snapshot } = ctx;
  if (!patch || !repo_snapshot)
    return failed({ code: 'PATCH_APPLY_FAILURE', message: 'there is no patch to apply' });
  const { clone } = bench.paths;
  const before = repo_snapshot.current_commit;
  // A restart may find the tree half changed; the patch is then judged against the snapshot, not against that.
  const [head, patched] = await Promise.all([headOf(clone), treeAfter(clone, patch.text)]);
  if (!head.ok) return failed(head.error);
  const untouched = head.value.commit === before;
  const again = untouched && !patched.ok ? await treeFromSnapshot(clone, before, patch.text) : patched;
  const after = untouched ? again : ok(head.value.tree);
  if (!after.ok) return failed(after.error);
  const tree = after.value;
  let known = untouched ? { head: head.value, after: tree } : undefined;
  if (patch.metadata.risk >= bench.policy.gateRisk) {
    const answer = await io.ask({
      kind: 'patch',
      scope: 'patch',
      question: `Apply this patch (risk ${patch.metadata.risk.toFixed(2)}) to the run's own copy?`,
      subject: patch.text,
      binding: createHash('sha256')
        .update(JSON.stringify([before, patch.text]))
        .digest('hex'),
      risk: patch.metadata.risk,
      reasons: patch.metadata.reasons,
    });
    if (answer === 'no')
      return failed({ code: 'POLICY_VIOLATION', message: 'the operator declined the patch' });
  }
  const kept = await snapshot(clone, `before ${io.operationId('patch')}`, head.value);
  if (!kept.ok) return failed(kept.error);
  const applied = await io.operate({
    kind: 'patch',
    intent: { before, after: tree },
    perform: () =>
      applyPatch(clone, patch.text, `Iteration ${ctx.iteration_index}: ${patch.rationale}`, known),
    reconcile: async () => {
      const now = await currentTree(clone);
      const at = await headOf(clone);
      if (now.ok && at.ok && now.value === tree && at.value.tree === tree && at.value.commit !== before) {
        return {
          adopt: { ok: true, value: { commit: at.value.commit, tree, files: patch.metadata.files } } as const,
        };
      }
      const back = await rollbackTo(clone, before);
      if (!back.ok) throw new Error(back.error.message);
      // What was found out above may rest on an index that was half patched.
      known = undefined;
      return 'again';
    },
  });
  if (!applied.ok) return failed(applied.error);
  return {
    type: 'workspace_updated',
    reason: `patched ${applied.value.files.join(', ')}`,
    evidence: [],
    commit: applied.value.commit,
    tree: applied.value.tree,
  };
};

/** A patch killed between its index and its commit seems not to apply any more: judged against the snapshot, it does. */
async function treeFromSnapshot(clone: string, before: string, patch: string): Promise<Result<string>> {
  const back = await rollbackTo(clone, before);
  return back.ok ? treeAfter(clone, patch) : back;
}

const failed = (problem: Problem): FirmwareOutcome => ({
  type: 'apply_failed',
  reason: problem.message,
  evidence: [],
  problem,
});
