import type { Catalogue } from '../../template.js';

/** What the engine itself says of any machine. */
export const ENGINE: Catalogue = {
  '{0} does not take {1}': '{0} 不接受 {1}',
  'the call was not approved': '该调用没有获得批准',
  '{0} cannot be undone': '{0} 无法撤销',
  'the stored approval {0} does not count: it is damaged, or an older Benchloop wrote it':
    '已保存的批准 {0} 不算数：它已损坏，或由旧版 Benchloop 写成',
  'the stored approval {0} does not count: Benchloop did not write it':
    '已保存的批准 {0} 不算数：它不是 Benchloop 写的',
  'no stored approval counts: their key {0} is missing or damaged':
    '已保存的批准都不算数：它们的密钥 {0} 缺失或已损坏',
  'no stored approval counts: others can read their key {0}, whose mode must be 0600':
    '已保存的批准都不算数：其他用户可以读取它们的密钥 {0}，其权限必须是 0600',
  '{0} has ended': '{0} 已经结束',
  '{0} took longer than {1} s': '{0} 超过 {1} 秒',
  '{0} cannot be stopped safely now; waiting for it to end': '现在停止{0}不安全；正在等它结束',
  'WARNING: {0} could not be stopped safely and is still running: leave the board plugged in and powered until it has ended':
    '警告：{0}无法安全停止，仍在进行：请在它结束之前保持目标板连接和供电',
};
