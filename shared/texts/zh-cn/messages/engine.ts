import type { Catalogue } from '../../template.js';

/** What the engine itself says of any machine. */
export const ENGINE: Catalogue = {
  '{0} has ended': '{0} 已经结束',
  '{0} took longer than {1} s': '{0} 超过 {1} 秒',
  '{0} cannot be stopped safely now; waiting for it to end': '现在停止{0}不安全；正在等它结束',
  'WARNING: {0} could not be stopped safely and is still running: leave the board plugged in and powered until it has ended':
    '警告：{0}无法安全停止，仍在进行：请在它结束之前保持目标板连接和供电',
};
