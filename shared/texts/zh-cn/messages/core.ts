import type { Catalogue } from '../../template.js';

/** What the command line and the core say of runs. */
export const CORE: Catalogue = {
  'NOT COUNTED: {0}': '不算数：{0}',
  'risk {0}': '风险 {0}',
  'transition {0} differs: recorded {1} → {2} ({3}), replayed {4} → {5} ({6})':
    '第 {0} 次转移不一致：录制为 {1} → {2}（{3}），重放为 {4} → {5}（{6}）',
};
