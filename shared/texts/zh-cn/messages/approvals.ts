import type { Catalogue } from '../../template.js';

/** Approvals that cover more than one question: at the gate, and as they are listed. */
export const APPROVALS: Catalogue = {
  'the repository': '仓库',
  'the build files': '构建文件',
  'the command': '命令',
  'the clean command': '清理命令',
  'the test command': '测试命令',
  'the checks': '检查',
  'the profile': '配置档',
  'what the build may read, or its environment': '构建可读的内容或其环境',
  'the board': '目标板',
  'the chip': '芯片',
  'the memory that is written': '要写入的存储区',
  'the image': '镜像',
  'which images it covers': '所涵盖的镜像',
  'the change': '改动',
  'the machine': '机器',
  'what is done to it': '对它的操作',
  'the commands': '命令列表',
  'the host': '主机',
  'the faults of the board so far': '目标板至今的故障',
  'an earlier approval ({0}) does not cover this': '更早的批准（{0}）不涵盖这一次',
  'an earlier approval ({0}) does not cover this; what differs: {1}':
    '更早的批准（{0}）不涵盖这一次；不同之处：{1}',
  'an earlier approval ({0}) covers this: nothing has changed since':
    '更早的批准（{0}）涵盖这一次：此后没有任何改变',
  'an earlier approval does not cover this: it was revoked ({0})':
    '更早的批准不涵盖这一次：它已被撤销（{0}）',
  'the earlier approval {0} does not cover this: it was revoked ({1})':
    '更早的批准 {0} 不涵盖这一次：它已被撤销（{1}）',
  'the earlier approval {0} does not cover this: {1}': '更早的批准 {0} 不涵盖这一次：{1}',
  'it was used {0} times of {1}': '{1} 次中已用 {0} 次',
  'its {0} min are over': '它的 {0} 分钟已过',
  'it was revoked ({0})': '它已被撤销（{0}）',
  'it has ended: {0}': '它已结束：{0}',
  'builds of {0}': '{0} 的构建',
  'the board {0} drives nothing': '目标板 {0} 不驱动任何东西',
  'builds of a repository (an older Benchloop did not note which)':
    '某个仓库的构建（旧版 Benchloop 没有记下是哪一个）',
  'a board drives nothing (an older Benchloop did not note which)':
    '某块目标板不驱动任何东西（旧版 Benchloop 没有记下是哪一块）',
  'since {0}': '自 {0}',
  'from run {0}': '来自运行 {0}',
  'used {0} of {1} times': '{1} 次中已用 {0} 次',
  'until {0}': '至 {0}',
  'DOES NOT COUNT: {0}': '不算数：{0}',
  '{0}: closed after {1} refusals': '{0}：拒绝 {1} 次后已关闭',
  '{0}: one call was refused': '{0}：有一次调用被拒绝',
  "{0} is open again: the client's next call of it is asked about":
    '{0} 已重新开放：客户端下次调用它时会再询问',
  'run {0} is no connection of a client that is open now': '运行 {0} 不是当前打开的客户端连接',
  'a client that connects anew begins with no refusals': '重新连接的客户端没有被拒绝的记录',
  'no call of {0} was refused in {1}': '{1} 中没有 {0} 的调用被拒绝',
  'list what was: `benchloop reopen {0}`': '查看被拒绝的调用：`benchloop reopen {0}`',
  'No approval covers more than the one question that it answered.':
    '没有任何批准涵盖它所回答的那一个问题之外的事。',
  '{0} is revoked: Benchloop asks again before the next use':
    '{0} 已撤销：下次使用之前，Benchloop 会再次询问',
};
