import type { Catalogue } from '../../template.js';

/** Reasons and problems of the firmware loop. */
export const FIRMWARE_LOOP: Catalogue = {
  '{0} (iteration {1})': '{0}（第 {1} 轮）',
  '{0} (risk {1})': '{0}（风险 {1}）',
  '{0} ({1} again after {2} recoveries)': '{0}（恢复 {2} 次后仍然 {1}）',
  'stopped by the operator: {0}': '操作者叫停：{0}',
  '{0} → {1} ({2}): {3}': '{0} → {1}（{2}）：{3}',
  'confidence {0}': '置信度 {0}',
  'confidence {0}, uncalibrated': '置信度 {0}，未校准',
  'confidence {0}, {1}': '置信度 {0}，{1}',
  '{0} of {1} such patches were right': '{1} 个同类补丁中有 {0} 个正确',
  'flashing was not approved: {0}': '烧录没有获得批准：{0}',
  'the limit of {0} iterations is reached: {1}': '已达到 {0} 轮的上限：{1}',
  'the recovery failed, too: {0}': '恢复也失败了：{0}',
  'no recovery was chosen': '没有选定恢复办法',
  'no improvement': '没有改善',
  'confidence {0} is below {1}: {2}': '置信度 {0} 低于 {1}：{2}',
  'the analysis names no cause or no plan: {0}': '分析没有给出原因或修改计划：{0}',
  'the patch is empty': '补丁是空的',
  'risk {0} exceeds {1}': '风险 {0} 超过 {1}',
  'the decision is to abort': '判定为中止',
  'the failure has not been seen without the patch yet': '还没有在不打补丁时看到该失败',
  'control: run the baseline image': '对照：运行基线映像',
  'every case passes, but a confidence of {0} does not settle it yet':
    '用例全部通过，但置信度只有 {0}，还不能定论',
  '{0}; a person took it': '{0}；有人采纳了它',
  'nothing to fix: every target case passes': '无需修复：目标用例全部通过',
  'stopped by the operator: the same edit failed the same way again':
    '操作者叫停：同样的修改又以同样的方式失败',
  'the environment has been unavailable for {0} s': '测试环境已有 {0} 秒不可用',
  'cumulative risk {0} > {1}': '累计风险 {0} > {1}',
  '{0} rollback': '回滚 {0} 次',
  '{0} rollbacks': '回滚 {0} 次',
  '{0} iteration without improvement': '{0} 轮没有改善',
  '{0} iterations without improvement': '连续 {0} 轮没有改善',
  'a patch passes your cases and may be wrong: confidence {0}, wanted {1}':
    '有一个补丁通过了您的用例，但可能是错的：置信度 {0}，要求 {1}',
  'held-out cases reject the only patch that was tried': '留出用例否决了试过的唯一一个补丁',
  'held-out cases reject all {0} patches that were tried': '留出用例否决了试过的全部 {0} 个补丁',
};
