import type { Catalogue } from '../../template.js';

/** What the states of the firmware loop report, and what they ask. */
export const STATES: Catalogue = {
  'cloned commit {0} for this run; evidence logs: {1}': '已为此运行克隆提交 {0}；证据日志 {1} 份',
  '{0} uncommitted file is left out: the run works on commit {1}':
    '{0} 个未提交的文件不参与：运行基于提交 {1}',
  '{0} uncommitted files are left out: the run works on commit {1}':
    '{0} 个未提交的文件不参与：运行基于提交 {1}',
  'the task asks for {0} {1}, but your policy allows {2} at most':
    '任务要求 {0} 为 {1}，但您的策略最多允许 {2}',
  'the task asks for {0} {1}, but your policy allows {2} at least':
    '任务要求 {0} 为 {1}，但您的策略至少要求 {2}',
  'no log and no failing test is known yet': '还没有日志，也没有失败的测试',
  'the given logs are not enough: {0}': '给出的日志还不够：{0}',
  'the task sets no test.parser: the tree without a patch is run first':
    '任务没有设置 test.parser：先运行没有补丁的代码',
  'no new search: trying patch {0} of the {1} that pass the cases':
    '不再搜索：试通过用例的 {1} 个补丁中的第 {0} 个',
  'only held-out cases fail, and no patch is made for them': '只有留出用例未通过，而不会为它们制作补丁',
  'move one failing held-out case from test.heldOut into test.cases, or add a case that fails the same way':
    '请把一个失败的留出用例从 test.heldOut 移到 test.cases，或加一个以同样方式失败的用例',
  'the baseline run prints nothing: the first patch only shows where it hangs':
    '基线运行没有任何输出：第一个补丁只用来显示挂起在哪里',
  '{0}, the other model': '{0}，另一个模型',
  '{0}: {1} (confidence {2})': '{0}：{1}（置信度 {2}）',
  'there is no analysis': '没有分析结果',
  "the diagnostic patch needs a person's approval (risk {0})": '诊断补丁需要有人批准（风险 {0}）',
  'the patch is refused: {0}': '补丁被拒绝：{0}',
  'nothing was applied': '没有应用任何修改',
  'there is no patch to apply': '没有可应用的补丁',
  'patched {0}': '已修改 {0}',
  'the operator declined the patch': '操作者拒绝了补丁',
  'the baseline does not build, so nothing runs': '基线构建不出来，因此没有可运行的映像',
  'building the baseline image': '正在构建基线映像',
  '{0} is up ({1}, {2})': '{0} 已就绪（{1}，{2}）',
  'current image': '当前映像',
  'baseline image': '基线映像',
  'baseline run': '基线运行',
  'verify run': '验证运行',
  'repeat run': '重复运行',
  'control run': '对照运行',
  'no test session was set up': '没有准备好测试会话',
  'nothing ran: the image does not build': '没有运行：映像构建不出来',
  'ended by {0} after {1} ms': '{1} 毫秒后因 {0} 结束',
  'the test was cut off, and its program cannot be built again': '测试被中断，而它的程序无法再次构建',
  'the record of the test session cannot be read: {0}': '无法读取测试会话的记录：{0}',
  'the diagnostic patch is undone; what the target printed is evidence':
    '诊断补丁已撤回；目标输出的内容作为证据',
  'every target case passes, but confidence is {0}, wanted {1}: the patch is undone':
    '所有目标用例通过，但置信度为 {0}，要求 {1}：撤回该补丁',
  'The same edit failed the same way again. Go on?': '同样的修改又以同样的方式失败。继续吗？',
  'The patch passes your cases and may be wrong. Accept it all the same? No: try the others':
    '补丁通过了您的用例，但可能是错的。仍然采纳吗？选“否”则试其他补丁',
  'The patch policy refused again. Let the run try once more?': '补丁策略再次拒绝。让运行再试一次吗？',
  'recovery failed: {0}': '恢复失败：{0}',
  'switching the board was not approved; nothing was done to it':
    '给目标板上下电没有获得批准；没有对它做任何操作',
  'report written: {0}': '报告已写入：{0}',
  'no outcome': '没有结果',
};
