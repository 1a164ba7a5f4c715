import type { Catalogue } from '../../template.js';

/** How the output of a test is read. */
export const PARSERS: Catalogue = {
  '{0} of {1} cases pass': '{1} 个用例中有 {0} 个通过',
  '{0} of {1} cases pass, {2}': '{1} 个用例中有 {0} 个通过，{2}',
  '{0}; this output settles the parser: {1}': '{0}；这份输出确定了解析器：{1}',
  'the parser {0} reads no case; the output looks like {1}, with {2} cases':
    '解析器 {0} 读不出任何用例；输出看起来是 {1} 格式，有 {2} 个用例',
  'set test.parser to {0} in the task file and start again':
    '请把任务文件中的 test.parser 设为 {0}，再重新开始',
  'no case matches {0}; the target reports: {1}': '没有用例匹配 {0}；目标上报的是：{1}',
  'correct the patterns in the task file and start again': '请改正任务文件中的匹配模式，再重新开始',
  'the console log is gone: {0}': '控制台日志不见了：{0}',
  'the task sets no test.parser, and the output of the tree without a patch does not show which one fits':
    '任务没有设置 test.parser，而没有补丁的代码的输出看不出该用哪个解析器',
  'no known format reads a case from the output; tried: {0}': '没有已知格式能从输出中读出用例；已试过：{0}',
  'several formats read the output: {0}': '有多种格式能读这份输出：{0}',
  'set test.parser in the task file and start again': '请在任务文件中写上 test.parser，再重新开始',
  'set test.parser in the task file (docs/task-file.md, "Parsers") and start again':
    '请在任务文件中写上 test.parser（见 docs/task-file.md 的“Parsers”），再重新开始',
};
