import type { Catalogue } from '../../template.js';

/** Lines of a report around the words of others. */
export const REPORT_LINES: Catalogue = {
  '{0} (retry {1}: {2})': '{0}（第 {1} 次重试：{2}）',
  'Decisions: {0}': '人的决定：{0}',
  'Models: {0}': '模型：{0}',
  '{0} requests; {1}': '{0} 次请求；{1}',
  'no answer by a person': '没有由人回答的问题',
  '{0} by a person ({1}; {2})': '由人回答 {0} 个（{1}；{2}）',
  '{0} by the approval policy': '由批准策略回答 {0} 个',
  '{0} by a stored approval': '由已保存的批准回答 {0} 个',
  '{0} by an earlier yes of this run': '由此运行中更早的同意回答 {0} 个',
  '{0}, {1}': '{0}，{1}',
  'Next: {0}': '下一步：{0}',
  'Last error: {0}: {1}{2}': '最后的错误：{0}：{1}{2}',
  'Aborted: {0}': '已中止：{0}',
};
