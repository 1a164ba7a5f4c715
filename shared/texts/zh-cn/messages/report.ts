import type { Catalogue } from '../../template.js';

/** Lines of a report around the words of others. */
export const REPORT_LINES: Catalogue = {
  '{0} (retry {1}: {2})': '{0}（第 {1} 次重试：{2}）',
  'Next: {0}': '下一步：{0}',
  'Last error: {0}: {1}{2}': '最后的错误：{0}：{1}{2}',
  'Aborted: {0}': '已中止：{0}',
};
