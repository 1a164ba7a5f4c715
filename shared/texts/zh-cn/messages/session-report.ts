import type { Catalogue } from '../../template.js';

/** The files that a session is written to for its readers. */
export const SESSION_REPORT: Catalogue = {
  '{0}, revoked ({1})': '{0}，已撤销（{1}）',
  Plan: '计划',
  Conversation: '对话',
  Approvals: '批准',
  Checks: '检查',
  'The way back': '撤回方法',
  Operator: '操作员',
  Arguments: '参数',
  'Only the beginning is shown; the whole is in the folder of the run.': '只显示开头；全文在运行的文件夹中。',
  'under way': '进行中',
  done: '已完成',
  refused: '被拒绝',
  'taken back': '已撤回',
  'none were made': '未做',
  'no test ran in this session, so there is nothing to write as JUnit':
    '本会话没有运行过测试，因此没有可写成 JUnit 的内容',
  'have it run them: benchloop ask --task TASK.yaml "run the tests"':
    '请让它运行测试：benchloop ask --task TASK.yaml "运行测试"',
  'no test ran since the last change of this session: its results are not those of the files as they are now':
    '本会话最后一次改动之后没有运行过测试：已有的结果不是现在这些文件的结果',
  'have it run them again, then ask for the file': '请让它重新运行测试，再导出文件',
  'the result of call {0} is gone, or cannot be read': '调用 {0} 的结果已不在，或无法读取',
};
