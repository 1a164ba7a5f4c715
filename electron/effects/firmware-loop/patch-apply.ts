import type { Problem } from '../../../shared/problem.js';
import { text } from '../../../shared/texts/words.js';
import { applyJudgedPatch } from '../../tools/patch.js';
import type { FirmwareEffect, FirmwareOutcome } from './bench.js';
import { commitMessage } from './report/commit-message.js';

/** PATCH_APPLY: exactly one application (seed §5.8) of the tree that was judged; a person agrees where the risk asks for it. */
export const patchApply: FirmwareEffect = async (ctx, bench, io) => {
  const { patch, repo_snapshot } = ctx;
  const tree = patch?.tree;
  if (!patch || !tree || !repo_snapshot)
    return failed({ code: 'PATCH_APPLY_FAILURE', message: text`there is no patch to apply` });
  const { risk, reasons, files } = patch.metadata;
  const args = { from: repo_snapshot.current_commit, diff: patch.text, tree, files, risk, reasons };
  const label = commitMessage(ctx, patch.rationale);
  const applied = await io.call(applyJudgedPatch, { ...args, label }, bench);
  if (!applied.ok) return failed(applied.error.code === 'DECLINED' ? REFUSED : applied.error);
  return {
    type: 'workspace_updated',
    reason: text`patched ${applied.value.files.join(', ')}`,
    evidence: [],
    commit: applied.value.commit,
    tree: applied.value.tree,
  };
};

const REFUSED: Problem = { code: 'POLICY_VIOLATION', message: text`the operator declined the patch` };

const failed = (problem: Problem): FirmwareOutcome => ({
  type: 'apply_failed',
  reason: problem.message,
  evidence: [],
  problem,
});
