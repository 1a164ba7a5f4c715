import type { Catalogue } from '../template.js';

/** What the rules say: clues, hypotheses, and what the search tried. */
export const RULES: Catalogue = {
  'the C parser cannot be loaded: {=message}': '无法加载 C 语法分析器：{message}',
  'install Benchloop again; the folder must hold web-tree-sitter.wasm and tree-sitter-c.wasm':
    '请重新安装 Benchloop；该文件夹中必须有 web-tree-sitter.wasm 和 tree-sitter-c.wasm',
  'the parser has no language': '语法分析器没有加载语言',
  'reading diagnostics, results and logs': '正在阅读诊断、结果和日志',
  'weighing {#count} clues': '正在权衡 {count} 条线索',
  '{#count} files may be changed': '可修改的文件有 {count} 个',
  'nothing fails: the last build succeeded and every known case passes':
    '没有失败：最近一次构建成功，已知用例全部通过',
  'no test case was read from what the target printed': '从目标的输出中没有读到任何测试用例',
  'read the console among the report’s files: the image must print its results, in the format that test.parser names':
    '请查看报告文件中的控制台输出：映像必须按 test.parser 指定的格式输出结果',
  'no case fails, but these are skipped or still to do: {=cases}':
    '没有用例失败，但以下用例被跳过或待完成：{cases}',
  'let them run, or leave them out of test.cases': '请让它们运行，或从 test.cases 中去掉',
  'give a log that shows the failure, or a test case that fails':
    '请给出显示该失败的日志，或一个失败的测试用例',
  'there is no failed build, no failing case and no log that speaks of trouble':
    '没有失败的构建，没有失败的用例，日志中也没有异常迹象',
  'build and run the tests once, or name a log under evidence.logs':
    '请先构建并运行一次测试，或在 evidence.logs 下给出日志',
  'the task allows no C source or header to be changed': '任务不允许修改任何 C 源文件或头文件',
  'widen constraints.allowedPaths': '请放宽 constraints.allowedPaths',
  'no single place stands out; every changeable function will be searched':
    '没有特别可疑之处；将在所有可修改的函数中搜索',
  'the tree builds': '可以构建',
  'these cases pass: {=cases}': '以下用例通过：{cases}',
  'the session ends as it should': '会话正常结束',
  'a fault in {=place}': '{place} 有错误',
  'a fault in {=name}() in {=file}': '{file} 的 {name}() 有错误',
  'no clue points elsewhere': '没有线索指向别处',
  'running the unchanged tree again': '正在重新运行未修改的代码',
  'code that no failing case executes was left out.': '失败用例没有执行到的代码已略去。',
  'code that no failing case executes was tried last.': '失败用例没有执行到的代码最后才试。',
  'code that does not run was tried last.': '没有运行到的代码最后才试。',
  'which lines run is not known: {why}': '无法得知执行了哪些行：{why}',
  'the failing cases left no counts': '失败的用例没有留下计数',
  'there are no compilers here that Benchloop could make count': '这里没有 Benchloop 能让其计数的编译器',
  'the project does not build with compilers that count': '用带计数的编译器构建不出项目',
  'the test program leaves no counts, or gcov cannot read them': '测试程序没有留下计数，或 gcov 无法读取',
  'the target cannot tell': '目标无法提供',
  'there is no image': '没有映像',
  'the simulator left no trace': '模拟器没有留下跟踪记录',
  'code that does not run was left out.': '没有运行到的代码已略去。',
  'which lines run is not known: {why}.': '不知道运行了哪些行：{why}。',
  'diagnostic prints at the entry of {=functions}. They show more and change nothing else.':
    '在 {functions} 的入口处加诊断输出。它们只多显示一些信息，不改变其他任何东西。',
  'only diagnostic prints were asked for, and there is no function that could print and still build':
    '只要求加诊断输出，但没有哪个函数加上输出后还能构建',
  '{=name}() is the last function that was entered': '{name}() 是最后进入的函数',
  'lift the constraint "log only", or add a print by hand': '请取消“log only”约束，或手动加一条输出',
  'no edit that the diagnostics suggest makes the tree build.': '按诊断提示所作的修改都不能使其构建成功。',
  'the build does not link {=file}, which defines what is missing.':
    '构建没有链接 {file}，而缺少的定义就在其中。',
  'partly answered: {candidates}': '部分解决：{candidates}',
  'it builds and every case passes.': '构建成功，用例全部通过。',
  'it builds.': '构建成功。',
  'the search was stopped before it came to an end': '搜索在完成之前被停止',
  '{!kind} in {=function}() ({=place}): {what}': '{kind}，位于 {function}()（{place}）：{what}',
  '{!kind} in {=place}: {what}': '{kind}，位于 {place}：{what}',
  'no candidate could be tried': '没有可试的候选修改',
  '{#tried} of {#possible} candidates were tried: {kinds}; at {places}':
    '{possible} 个候选修改试了 {tried} 个：{kinds}；位置：{places}',
  '{list} and {#count} more': '{list}，另有 {count} 项',
  'it changes the layout of data, which may only hide an overflow.': '它改变数据的布局，可能只是掩盖了溢出。',
  'all cases pass in three runs.': '运行三次，用例全部通过。',
  'other edits that pass the same cases: {#count}.': '能通过相同用例的还有 {count} 个。',
  'the session ends as it should; no single edit that was tried makes all pass.':
    '会话正常结束；试过的单处修改都不能使全部通过。',
  'one more case passes and none fewer; no single edit that was tried makes all pass.':
    '多通过 1 个用例，没有减少；试过的单处修改都不能使全部通过。',
  '{#count} more cases pass and none fewer; no single edit that was tried makes all pass.':
    '多通过 {count} 个用例，没有减少；试过的单处修改都不能使全部通过。',
  'it builds; nothing could be run here, so this is a guess by evidence alone.':
    '构建成功；这里无法运行，因此这只是凭证据的推测。',
  'refused by the patch policy, or not applicable: {#count}.': '被补丁策略拒绝或无法应用的：{count} 个。',
  'the time for the search is over (searchSec in your policy or, smaller, in the task), and no edit tried so far {wanted}.':
    '搜索时间已到（您的策略中的 searchSec，或任务中更小的值），至今试过的修改都不能{wanted}。',
  'the trials for the search are used up (searchTrials in your policy or, smaller, in the task), and no edit tried so far {wanted}.':
    '搜索的试验次数已用完（您的策略中的 searchTrials，或任务中更小的值），至今试过的修改都不能{wanted}。',
  'no single edit that the rules know {wanted}.': '规则所知的单处修改都不能{wanted}。',
  'makes a failing case pass': '使失败的用例通过',
  'makes the session end as it should': '使会话正常结束',
  'the failure does not come out the same way each time on the unchanged tree: {=cases}':
    '在未修改的代码上，失败每次表现不同：{cases}',
  'run the same image again; look at timing, uninitialised memory and random input before changing code':
    '请用同一映像再运行；修改代码之前先看时序、未初始化的内存和随机输入',
  'the unchanged tree gives no test result in the scratch bench': '未修改的代码在试验环境中得不出测试结果',
  'the unchanged tree gives no test result in the scratch bench: {error}':
    '未修改的代码在试验环境中得不出测试结果：{error}',
  'build and run it by hand; {#count} failing cases are known from the evidence':
    '请手动构建并运行；从证据得知有 {count} 个失败的用例',
  '{=name}() is reached from {#failed} of {#failing} failing and {#passed} of {#passing} passing cases':
    '{failing} 个失败用例中有 {failed} 个、{passing} 个通过用例中有 {passed} 个会调用到 {name}()',
  'the assertion that failed at {=place} calls {=name}()': '{place} 处失败的断言调用了 {name}()',
  'the name of {=name}() in {=file} resembles the failing case': '{file} 中 {name}() 的名称与失败用例相近',
  'linker: {=message}, in {=name}() of {=file}': '链接器：{message}，位于 {file} 的 {name}()',
  'linker: {=message}, which {=file} defines: the build does not link that file':
    '链接器：{message}，它定义在 {file} 中：构建没有链接该文件',
  '{=log} names {=word}(): "{=line}"': '{log} 提到 {word}()：“{line}”',
  '{=place} ran in {#failed} of {#failing} failing and {#passed} of {#passing} passing cases':
    '{place} 在 {failing} 个失败用例中的 {failed} 个、{passing} 个通过用例中的 {passed} 个里执行过',
  '{=fault} ({causes}) at {=place}': '{fault}（{causes}），位于 {place}',
  '{=fault} ({causes}) at {=place} in {=name}()': '{fault}（{causes}），位于 {place}，{name}() 中',
  '{=fault} ({causes}) was reached from {=place}': '{fault}（{causes}），由 {place} 引起',
  '{=fault} ({causes}) was reached from {=place} in {=name}()':
    '{fault}（{causes}），由 {name}() 的 {place} 引起',
  '{=fault} at {=place} in {=name}()': '{fault}，位于 {place}，{name}() 中',
  '{=fault} was reached from {=place}': '{fault}，由 {place} 引起',
  '{=fault} was reached from {=place} in {=name}()': '{fault}，由 {name}() 的 {place} 引起',
  'it hangs at {=place}': '停在 {place}',
  'it hangs at {=place} in {=name}()': '停在 {place}，{name}() 中',
  'it hangs in the loop at {=place}': '停在 {place} 的循环中',
  'it hangs in {=inner}(), which {=outer}() calls': '停在 {inner}() 中，它由 {outer}() 调用',
  'refused by the patch policy: {why}': '被补丁策略拒绝：{why}',
  'does not apply': '无法应用',
};
