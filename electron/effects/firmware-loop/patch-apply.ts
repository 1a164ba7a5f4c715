import { createHash } from 'node:crypto';
import type { Problem } from '../../../shared/problem.js';
import { applyTree } from '../../workspace/patch.js';
import { currentTree, headOf, rollbackTo } from '../../workspace/snapshot.js';
import type { FirmwareEffect, FirmwareOutcome } from './bench.js';
import { commitMessage } from './report/commit-message.js';

/** PATCH_APPLY: gate where the risk asks for one, snapshot, then exactly one application (seed §5.8) of the tree that was judged. */
export const patchApply: FirmwareEffect = async (ctx, bench, io) => {
  const { patch, repo_snapshot } = ctx;
  const tree = patch?.tree;
  if (!patch || !tree || !repo_snapshot)
    return failed({ code: 'PATCH_APPLY_FAILURE', message: 'there is no patch to apply' });
  const { clone } = bench.paths;
  const before = repo_snapshot.current_commit;
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
  const label = commitMessage(ctx, patch.rationale);
  const snapshot = `before ${io.operationId('patch')}`;
  const applied = await io.operate({
    kind: 'patch',
    intent: { before, after: tree },
    perform: () => applyTree(clone, { from: before, tree, label, snapshot, signal: io.signal }),
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

const failed = (problem: Problem): FirmwareOutcome => ({
  type: 'apply_failed',
  reason: problem.message,
  evidence: [],
  problem,
});
