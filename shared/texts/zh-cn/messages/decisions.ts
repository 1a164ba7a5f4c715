import type { Catalogue } from '../../template.js';

/** Decisions that code takes from the results of a test run. */
export const DECISIONS: Catalogue = {
  'every target case passes, no regression': '目标用例全部通过，没有回归',
  'nothing fails; running again to be sure': '没有失败；再运行一次以确认',
  'nothing failed in {0} runs': '运行 {0} 次都没有失败',
  'the failure does not show without the patch either': '不打补丁时也看不到该失败',
  'worse than before the patch: {0}': '比打补丁之前更差：{0}',
  'passed before the patch: {0}': '打补丁之前可以通过：{0}',
  'not passing: {0}': '未通过：{0}',
  'no case was reported for {0}': '没有上报与之匹配的用例：{0}',
  'reported more than once: {0} (does the code under test print verdicts?)':
    '重复上报：{0}（被测代码是否打印了判定行？）',
  'metrics: {0}': '度量：{0}',
  'image text bytes not measured': '没有测到映像代码大小',
  'image text bytes {0} > {1}': '映像代码 {0} 字节 > {1}',
  'test duration ms not measured': '没有测到测试用时',
  'test duration ms {0} > {1}': '测试用时 {0} 毫秒 > {1}',
  'held-out failed': '留出用例未通过',
  'the same image gave different results: {0}': '同一映像得出不同结果：{0}',
  'the same image gave different results: a held-out case': '同一映像得出不同结果：某个留出用例',
  'the same image gave different results: {0}, a held-out case':
    '同一映像得出不同结果：{0}，以及某个留出用例',
  'the untouched image reported cases before, and none in the control run':
    '未改动的映像之前上报过用例，在对照运行中却一个也没有',
  'every case that must pass does, and the session ended by {0}': '必须通过的用例都通过，但会话以 {0} 结束',
  'the summary tells of another number of cases than were reported': '汇总中的用例数与报告的用例数不一致',
  'the patch adds output ({0}), and nothing shows who wrote the verdict':
    '补丁增加了输出（{0}），而无法证明结论是谁写的',
  'the patch compares with values that the tests use: {0}': '补丁与测试所用的值作比较：{0}',
  'Every case passes with this patch. Believe it?': '使用这个补丁后所有用例都通过。相信它吗？',
  'a person does not believe this pass: {0}': '有人不相信这次通过：{0}',
  'patched functions had a part in verdict lines: {0}': '打过补丁的函数参与写出了结论行：{0}',
  'verdict lines go through files that the patch touches': '结论行经过补丁所改动的文件写出',
  'who prints is not known: the program has no symbols, or its output leaves no trace':
    '不知道是谁在输出：程序没有符号，或其输出无从跟踪',
  'who prints is not known: the program has no debug information for the patched files':
    '不知道是谁在输出：程序中没有补丁所改文件的调试信息',
  'the exit code alone is the verdict': '结论只看退出码',
  'the verdicts come from result files, which any code can write': '结论来自结果文件，任何代码都能写这些文件',
  'the patch changes a macro, whose code runs wherever it is used':
    '补丁改动了一个宏，用到它的地方都会运行其中的代码',
  'nothing shows from outside which code of a board prints': '从外部看不出板上是哪段代码在输出',
  'Verdicts: {0}': '结论：{0}',
  'the tests wrote the verdict lines, as another run showed': '结论行由测试写出，另一次运行已证明',
  'nothing shows that the tests alone wrote the verdict lines': '无法证明结论行只由测试写出',
  'another run, which was watched, did not show the same passes': '另一次受监视的运行没有得到相同的通过结果',
  'patched code called what the tests print by': '打过补丁的代码调用了测试用来输出的函数',
  'the patch changes assembly, whose functions nothing names': '补丁改动了汇编，其中的函数无从辨认',
  'the patch defines macros under names that the tests use: {0}': '补丁用测试所用的名字定义了宏：{0}',
  'the patch has code run behind the back of its caller: {0}': '补丁让代码在调用者不知情时运行：{0}',
};
