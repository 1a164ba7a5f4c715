import type { Catalogue } from '../template.js';

/** Choosing among patches that pass, how sure a run is of one, and taking one that is not proven. */
export const CHOOSING: Catalogue = {
  'makes a condition constant': '把条件变成了常量',
  'compares a value with itself': '让一个值与自身比较',
  'makes code unreachable': '使一段代码永远执行不到',
  'deletes behaviour': '删除了原有行为',
  'weakens a check': '削弱了检查',
  'treats a single value as a special case': '只针对某一个值做特殊处理',
  'puts a side effect into a condition': '在条件里加入了副作用',
  'adds an offset to a comparison for equality': '在相等比较中加入了偏移',
  'changes a constant that callers or tests compare with': '改动了调用者或测试用来比较的常量',
  'is of a kind that often makes up for another bug': '属于常常只是掩盖另一处错误的修改',
  'it {flag}': '它{flag}',
  '{=what}. All cases pass in three runs': '{what}。所有用例三次运行均通过',
  '{=what}. All cases pass in three runs.{more}': '{what}。所有用例三次运行均通过。{more}',
  'Edits that pass the same cases and do something else: {#count}':
    '另有 {count} 处修改通过同样的用例，但行为不同',
  'no held-out case told the patch from another or from none':
    '没有留出用例能区分这个补丁与其他补丁或不打补丁',
  'fewer than five held-out cases failed before the patch': '打补丁前失败的留出用例不到五个',
  'five or more held-out cases failed before the patch and pass with it':
    '打补丁前有五个以上留出用例失败，打补丁后全部通过',
  'it stands on other patches of the run': '它建立在本次运行的其他补丁之上',
  'it is of a suspicious kind': '它属于可疑的修改',
  'nothing about it is suspicious': '它没有可疑之处',
  'no other edit that was tried passes': '试过的其他修改都不通过',
  'one or two other edits pass as well, and it is the likeliest': '另有一两处修改也通过，其中它可能性最大',
  'one or two other edits pass as well, and it is not the likeliest':
    '另有一两处修改也通过，它并非可能性最大的',
  'three or more other edits pass as well, and it is the likeliest':
    '另有三处以上修改也通过，其中它可能性最大',
  'three or more other edits pass as well, and it is not the likeliest':
    '另有三处以上修改也通过，它并非可能性最大的',
  'such an edit is common among real fixes': '这类修改在真实修复中很常见',
  'such an edit is rare among real fixes': '这类修改在真实修复中很少见',
  'four cases or more run the edited lines': '至少四个用例执行到被改的行',
  'fewer than four cases are known to run the edited lines': '已知执行到被改行的用例不足四个',
  '{#right} of {#count} such patches were right': '{count} 个同类补丁中有 {right} 个正确',
  '{#right} of {#count} such patches were right: {why}': '{count} 个同类补丁中有 {right} 个正确：{why}',
  'a patch passes your cases and may be wrong: confidence {#sure}, wanted {#wanted}':
    '有一个补丁通过了您的用例，但可能是错的：置信度 {sure}，要求 {wanted}',
  'every target case passes, but confidence is {#sure}, wanted {#wanted}: the patch is taken back':
    '所有目标用例通过，但置信度为 {sure}，要求 {wanted}：撤回该补丁',
  '{why}; a person took it': '{why}；有人采纳了它',
  'held-out cases reject every patch that was tried: {#count}': '留出用例否决了试过的全部 {count} 个补丁',
  'no new search: patch {#number} of the {#count} that pass the cases':
    '不再搜索：试通过用例的 {count} 个补丁中的第 {number} 个',
  'The patch passes your cases and may be wrong. Take it all the same? No: try the others':
    '补丁通过了您的用例，但可能是错的。仍然采纳吗？选“否”则试其他补丁',
  'run {=run} was made with another version of the table': '运行 {run} 出自另一版本的状态表',
  'apply its patch file by hand': '请手动应用它的补丁文件',
  'run {=run} offers no patch: only one that ended UNPROVEN does':
    '运行 {run} 没有可采纳的补丁：只有以 UNPROVEN 结束的运行才有',
  'patch {#number} was tried and failed: {=state}': '补丁 {number} 试过，失败了：{state}',
  'take another one': '请另选一个',
  'run {=run} has no patch {=number}; it found {#count}': '运行 {run} 没有补丁 {number}；它找到了 {count} 个',
  'run {=run} has no patch to take; it found {#count}': '运行 {run} 没有可采纳的补丁；它找到了 {count} 个',
  'not tried in the run': '本次运行未试',
  'confidence {#sure}': '置信度 {sure}',
  'NOT PROVEN: patch {#number} of {#count} passes the cases ({sure}, wanted {#wanted})':
    '未证实：{count} 个补丁中的第 {number} 个通过用例（{sure}，要求 {wanted}）',
  'Write the branch {=branch} into {=repository}, though the patch is not proven?':
    '补丁尚未证实，仍要把分支 {branch} 写入 {repository} 吗？',
  '{#number} is no number of a patch': '{number} 不是补丁的编号',
  '{=typed} is no number of a patch': '{typed} 不是补丁的编号',
  'count from 1, as the report does': '请像报告那样从 1 数起',
  'Nobody is here to answer: run this in a terminal, or answer in the window.':
    '没有人可以回答：请在终端中运行，或在窗口中回答。',
  'Branch {=branch} is written. Its commit says that it is not proven.':
    '已写入分支 {branch}。其提交注明补丁尚未证实。',
  'Takes a patch of a run that ended UNPROVEN: shows it with what speaks against it, asks, and writes it as one branch. No policy answers this question.':
    '采纳一次以 UNPROVEN 结束的运行的补丁：先显示补丁和不利之处，询问后写成一个分支。任何策略都不会替人回答这个问题。',
  'another of the patches that pass, as the report numbers them': '另一个通过的补丁，编号与报告一致',
  'not tried': '未试',
  'held-out cases reject it': '留出用例否决了它',
  'passes, not sure enough': '通过，但把握不够',
  'failed when it was tried': '试的时候失败了',
  taken: '已采纳',
  'Patches that pass the visible cases': '通过可见用例的补丁',
  'In the order in which they are tried': '按尝试的先后排列',
  'What is known of it': '已知情况',
  'Differs from patch 1 on': '与补丁 1 不同之处',
  'Patches that pass the visible cases: {#count}': '通过可见用例的补丁：{count} 个',
  'this one prints {=mine}, patch 1 {=first}': '此补丁输出 {mine}，补丁 1 输出 {first}',
  '1 more edit does the same': '另有 1 处修改效果相同',
  '{#count} more edits do the same': '另有 {count} 处修改效果相同',
  'Confidence {#sure}: {#right} of {#count} such patches were right':
    '置信度 {sure}：{count} 个同类补丁中有 {right} 个正确',
  'Confidence {#sure}: {#right} of {#count} such patches were right: {why}':
    '置信度 {sure}：{count} 个同类补丁中有 {right} 个正确：{why}',
  'Confidence: uncalibrated, there are no figures for patches of this kind':
    '置信度：未校准，这类补丁还没有统计数据',
  'read the patch and where the others differ; hold out failing cases (test.heldOut) or add the one that tells the patches apart and run again, or take it with `benchloop accept`':
    '请阅读补丁以及其他补丁的不同之处；留出失败的用例（test.heldOut），或加上能区分它们的用例后重新运行；也可用 `benchloop accept` 采纳',
};
