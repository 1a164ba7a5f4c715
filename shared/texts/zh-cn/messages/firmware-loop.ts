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
  'max_iterations reached ({0}): {1}': '已到最大轮数（{0}）：{1}',
  'recovery itself failed: {0}': '恢复过程本身失败：{0}',
};
