import type { Catalogue } from '../template.js';

/** What the states of the firmware loop report, and what they ask. */
export const EFFECTS: Catalogue = {
  'private clone of {=commit}, {#count} evidence logs': '已私有克隆 {commit}，证据日志 {count} 份',
  'no log and no failing test is known yet': '还没有日志，也没有失败的测试',
  'the given logs alone do not tell enough: {why}': '仅凭给出的日志还不够：{why}',
  '{=provider}: {cause} (confidence {#confidence})': '{provider}：{cause}（置信度 {confidence}）',
  'the baseline tells nothing: the first patch only shows where it hangs':
    '基线什么也没有说明：第一个补丁只用来显示挂起在哪里',
  'the diagnostic patch is taken back; what the target printed is evidence':
    '诊断补丁已撤回；目标输出的内容作为证据',
  "the diagnostic patch would need a person's consent (risk {#risk})": '诊断补丁需要有人同意（风险 {risk}）',
  'there is no analysis': '没有分析结果',
  '{rationale} (risk {#risk})': '{rationale}（风险 {risk}）',
  'the patch is refused: {violations}': '补丁被拒绝：{violations}',
  'nothing was applied': '没有应用任何修改',
  'there is no patch to apply': '没有可应用的补丁',
  'the operator declined the patch': '操作者拒绝了补丁',
  'patched {=files}': '已修改 {files}',
  'build environment ready': '构建环境就绪',
  'built in {#ms} ms': '构建用时 {ms} 毫秒',
  '{=tool} is not installed': '没有安装 {tool}',
  'the build succeeds, but {what}': '构建成功，但{what}',
  'correct build.artifacts in the task file and start again':
    '请改正任务文件中的 build.artifacts，再重新开始',
  '{=file} is in your work tree and in no commit, and a run builds a fresh clone: commit it, or let the task file say inputs: [{=input}]':
    '{file} 在您的工作区中，但不在任何提交中，而运行会构建全新的克隆：请提交它，或在任务文件中写上 inputs: [{input}]',
  '{what}; printed last: {=words}': '{what}；最后输出：{words}',
  'the build failed with exit code {#code}': '构建失败，退出码 {code}',
  'the build failed with exit code null': '构建失败，没有退出码',
  '{message} (and {#count} more)': '{message}（另有 {count} 条）',
  'a stored approval is damaged, or of an older Benchloop, and does not count: {=file}':
    '一条已保存的批准已损坏，或来自旧版 Benchloop，不算数：{file}',
  'a stored approval was not written by Benchloop, and does not count: {=file}':
    '一条已保存的批准不是 Benchloop 写的，不算数：{file}',
  'the key of the stored approvals is missing or damaged, so that none counts: {=file}':
    '已保存批准的密钥缺失或已损坏，因此都不算数：{file}',
  'others can read the key of the stored approvals (its mode must be 0600), so that none counts: {=file}':
    '其他用户可以读取已保存批准的密钥（权限必须是 0600），因此都不算数：{file}',
  'the task asks for {=field} {#wanted}, but your policy allows {#most} at most':
    '任务要求 {field} 为 {wanted}，但您的策略最多允许 {most}',
  'the task asks for {=field} {#wanted}, but your policy allows {#least} at least':
    '任务要求 {field} 为 {wanted}，但您的策略至少要求 {least}',
  '{#files} uncommitted file takes no part: the run works on commit {=commit}':
    '{files} 个未提交的文件不参与：运行基于提交 {commit}',
  '{#files} uncommitted files take no part: the run works on commit {=commit}':
    '{files} 个未提交的文件不参与：运行基于提交 {commit}',
  'the image does not build': '映像构建不出来',
  'the baseline does not build: nothing to run': '基线构建不出来：没有可运行的映像',
  'current image, baseline run': '当前映像，基线运行',
  'current image, verify run': '当前映像，验证运行',
  'current image, repeat run': '当前映像，重复运行',
  'current image, control run': '当前映像，对照运行',
  'baseline image, baseline run': '基线映像，基线运行',
  'baseline image, verify run': '基线映像，验证运行',
  'baseline image, repeat run': '基线映像，重复运行',
  'baseline image, control run': '基线映像，对照运行',
  '{=profile} is up ({what})': '{profile} 已就绪（{what}）',
  'the trial was cut short': '试验中途停止',
  'no test session was set up': '没有准备好测试会话',
  'nothing ran: the image does not build': '没有运行：映像构建不出来',
  'the console log is gone: {=message}': '控制台日志不见了：{message}',
  'no case matches {=patterns}; the target reports: {=cases}':
    '没有用例匹配 {patterns}；目标上报的是：{cases}',
  'correct the patterns in the task file and start again': '请改正任务文件中的匹配模式，再重新开始',
  'no case can be read by the parser {=parser}; the output looks like {=other}, with {#count} cases':
    '解析器 {parser} 读不出任何用例；输出看起来是 {other} 格式，有 {count} 个用例',
  '{told}; this output settles the parser: {=parser}': '{told}；这份输出确定了解析器：{parser}',
  'the task names no test.parser: the tree is run without a patch first':
    '任务没有写 test.parser：先不打补丁运行一次',
  'the task names no test.parser, and the tree without a patch printed no output that could propose one':
    '任务没有写 test.parser，而没有补丁的代码没有打印出可据以选择解析器的输出',
  'no case can be read from the output; these formats were looked for: {=formats}':
    '从输出中读不出任何用例；已查找过这些格式：{formats}',
  'the output does not settle how it is read: {=readings}': '输出不能确定应如何解析：{readings}',
  'set test.parser in the task file and start again': '请在任务文件中写上 test.parser，再重新开始',
  'set test.parser in the task file (docs/task-file.md, "Parsers") and start again':
    '请在任务文件中写上 test.parser（见 docs/task-file.md 的“Parsers”），再重新开始',
  'the old result file cannot be removed: {why}': '无法删除旧的结果文件：{why}',
  'its folder lies outside the tree': '它的文件夹在代码树之外',
  'name a file below `repo` in test.results that the test alone writes':
    '请在 test.results 中写一个位于 `repo` 之下、只由测试写入的文件',
  'was not written by this run': '不是这次运行写的',
  'is no ordinary file': '不是普通文件',
  'is older than this run': '比这次运行更旧',
  'is larger than {#bytes} bytes': '超过 {bytes} 字节',
  'is missing': '不存在',
  'has a document type, which no result file needs': '含有文档类型声明，而结果文件不需要它',
  'is no well-formed XML: line {#line}: {=message}': '不是格式正确的 XML：第 {line} 行：{message}',
  'holds no testsuite': '不含 testsuite',
  'is gone: {=message}': '不见了：{message}',
  'no case was reported': '没有上报任何用例',
  'the target has no exit code: it told of no end': '目标没有退出码：没有说明如何结束',
  'the verdict "{=verdict}" is none that test.pattern names': '结论“{verdict}”不在 test.pattern 所列的词中',
  'ended by {=signal}': '被 {signal} 终止',
  'ended by a crash': '崩溃而终止',
  'exit code {#code}': '退出码 {code}',
  'did not end in time': '没有按时结束',
  'printed without end': '输出没有尽头',
  'set test.parser to {=parser} in the task file and start again':
    '请把任务文件中的 test.parser 设为 {parser}，再重新开始',
  '{#passed} of {#all} cases pass': '{all} 个用例中有 {passed} 个通过',
  '{#passed} of {#all} cases pass, {=fault}': '{all} 个用例中有 {passed} 个通过，{fault}',
  'the target faulted': '目标发生处理器异常',
  'the target crashed': '目标崩溃',
  'the target crashed ({=signal})': '目标崩溃（{signal}）',
  'the test did not end in time': '测试没有按时结束',
  'the target boots again and again': '目标反复启动',
  'the target printed without end': '目标不停地输出',
  'the build is not finished: {=program} was ended by {=signal}': '构建没有完成：{program} 被 {signal} 结束',
  'the system ends programs when memory runs out: free some, or let the build run fewer jobs at a time, and start again':
    '内存不足时系统会结束程序：请腾出内存，或减少构建的并行任务数，再重新开始',
  'the target bailed out {=words}': '目标放弃测试：{words}',
  '{#summary} failed in the summary, {#cases} in the cases': '总结中失败 {summary} 个，用例中失败 {cases} 个',
  'the firmware asked this computer to run a command (semihosting SYS_SYSTEM); none was run':
    '固件要求本机运行一条命令（半主机 SYS_SYSTEM）；没有运行任何命令',
  'a plan or summary of {#announced} cases was printed without the patch, and none now':
    '没有补丁时打印过 {announced} 个用例的计划或汇总，现在没有',
  'something failed outside of every case: {=what}': '有失败发生在所有用例之外：{what}',
  '{#announced} cases were announced, {#reported} reported':
    '预告了 {announced} 个用例，上报了 {reported} 个',
  '{#failures} failed in the summary, {#cases} in the cases':
    '总结中有 {failures} 个失败，用例中有 {cases} 个',
  'the nonce did not come back with the verdict: none was sent': '随机数没有随结论返回：没有发送过',
  'the nonce did not come back with the verdict: it was printed before the last result only':
    '随机数没有随结论返回：只在最后一个结果之前打印过',
  'the nonce did not come back with the verdict: it was not printed': '随机数没有随结论返回：没有打印过',
  'the parser {=parser} reads no verdict from what is printed, so a nonce can stand beside none':
    '解析器 {parser} 不从打印的内容读取结论，随机数没有结论可随',
  'nothing but the command of the test is typed on the console of profile {=profile}':
    '在配置档 {profile} 的控制台上只输入测试的命令',
  'on profile {=profile} the test is a program, on which nothing is typed':
    '在配置档 {profile} 上测试是一个程序，不会向它输入任何内容',
  'leave `prompt` and `send` out: the program has the nonce as BENCHLOOP_NONCE':
    '去掉 `prompt` 和 `send`：程序从 BENCHLOOP_NONCE 得到随机数',
  'remove it, or use a profile and a parser whose console tells the verdict':
    '请删去它，或使用由控制台给出结论的配置档和解析器',
  'the target fell silent before its summary': '目标在给出总结之前没有了输出',
  'every case passes, but the exit code is {=code}': '用例全部通过，但退出码是 {code}',
  '{=status} → {=action} (confidence {#confidence}): {reasoning}':
    '{status} → {action}（置信度 {confidence}）：{reasoning}',
  'The same edit failed the same way again. Go on?': '同样的修改又以同样的方式失败。继续吗？',
  'The patch policy refused again. Let the run try once more?': '补丁策略再次拒绝。让运行再试一次吗？',
  'report written: {=status}': '报告已写入：{status}',
  'process {#pid} is driving this run': '进程 {pid} 正在驱动此运行',
  'a process that cannot be seen from here (another container?) is driving this run':
    '一个从这里看不到的进程（也许在另一个容器中）正在驱动此运行',
  'watch it there, or end that process first': '请在那里查看，或先结束那个进程',
  'the run was made with table version {=made}, this is version {=here}':
    '此运行用的是转移表版本 {made}，当前是版本 {here}',
  'finish it with the release that began it': '请用开始它的那个版本来完成',
  'transition {#seq} is of node {=node}, which the cassette does not have':
    '转移 {seq} 属于节点 {node}，而磁带里没有该节点',
  'this release has no machine {=machine}': '这个版本没有状态机 {machine}',
  'open it with the release that began it': '请用开始它的那个版本来查看',
  'an older Benchloop is driving this run': '一个旧版本的 Benchloop 正在驱动此运行',
  'use that one, or end it first': '请用那个版本操作，或先结束它',
  'the report of this run is gone': '此运行的报告已不在',
  'the report cannot be read: {reason}': '无法读取报告：{reason}',
  'put the file back from a backup; the journal still has the run: benchloop show {=run} --json':
    '请从备份恢复该文件；日志里仍有这次运行：benchloop show {run} --json',
  'recorded with {=machine} version {=version}, this release has no such machine':
    '录制时用的是 {machine} 版本 {version}，这个版本没有这个状态机',
  'unknown state {=state}': '未知状态 {state}',
  'start the task again': '请重新开始任务',
  'the run ended, and its report is missing': '运行已结束，但报告缺失',
  'see `benchloop show` for its trace': '用 `benchloop show` 查看它的轨迹',
  'what the run was started with cannot be read: {=message}': '无法读取运行开始时的设置：{message}',
  'every case passes but held-out ones, and no patch is made for these':
    '除留出用例外全部通过，而补丁不针对留出用例',
  'take a held-out case that fails out of test.heldOut, or add a case that shows the same':
    '请把失败的留出用例移出 test.heldOut，或增加能显示同样问题的用例',
};
