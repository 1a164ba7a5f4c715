import type { Catalogue } from '../../template.js';

/** What tools ask before they change something, and why they fail. */
export const TOOLS: Catalogue = {
  "Apply this patch (risk {0}) to the run's own copy?": '把此补丁（风险 {0}）应用到此运行自己的副本吗？',
  "the run's copy could not be rolled back": '此运行的副本无法回滚',
  'Write the branch {0} into {1}?': '把分支 {0} 写入 {1} 吗？',
  'branch {0}': '分支 {0}',
  'commit {0}': '提交 {0}',
  'Build {0} for the first time (its build files, command or profile are new)?':
    '首次构建 {0} 吗（其构建文件、命令或配置档是新的）？',
  'Benchloop asks again when one of these changes: command, profile, {0}':
    '以下任一改变时，Benchloop 会再次询问：命令、配置档、{0}',
  'Benchloop asks again when one of these changes: command, checks, profile, {0}':
    '以下任一改变时，Benchloop 会再次询问：命令、检查、配置档、{0}',
  'any build file': '任何构建文件',
  '{0} and 1 more build file': '{0} 以及另外 1 个构建文件',
  '{0} and {1} more build files': '{0} 以及另外 {1} 个构建文件',
  'command: {0}': '命令：{0}',
  'clean command: {0}': '清理命令：{0}',
  'test command: {0}': '测试命令：{0}',
  'check: {0}': '检查：{0}',
  'folder: {0}': '文件夹：{0}',
  'profile: {0}': '配置档：{0}',
  'NOT CONFINED: the build can read and write everything that you can':
    '没有隔离：您能读写的一切，构建都能读写',
  "confined: no network, no home folder, writes only in the run's own copy":
    '已隔离：不能联网，看不到主目录，只能写入此运行自己的副本',
  'may read: {0}': '可读：{0}',
  'may write: {0} and a temporary folder of its own': '可写：{0}，以及它自己的临时文件夹',
  'west workspace: ZEPHYR_BASE is {0}': 'west 工作区：ZEPHYR_BASE 为 {0}',
  'NOT OPENED: the west workspace {0}; if the build needs it, name it under `sdk` in your policy.yaml':
    '未开放：west 工作区 {0}；如果构建需要它，请在您的 policy.yaml 的 `sdk` 下列出它',
  'the search did not end within {0} s': '搜索没有在 {0} 秒内结束',
  'give a glob, or a pattern that fits fewer lines': '请给出通配符，或更少行匹配的模式',
  'the pattern is not a regular expression: {0}': '该模式不是正则表达式：{0}',
  'escape literal characters, and use neither look-around nor back references':
    '请转义字面字符，并且不要使用环视和反向引用',
  'this path leads out of the repository': '该路径指向仓库之外',
  'give a path relative to the repository': '请给出相对于仓库的路径',
  'name a text file of the repository': '请指定仓库中的一个文本文件',
  'there is no such file': '没有这个文件',
  'a symbolic link leads out of the repository': '有符号链接通向仓库之外',
  'this is not a file': '这不是文件',
  'the file cannot be read ({0})': '无法读取该文件（{0}）',
  'the file is larger than {0} bytes': '文件大于 {0} 字节',
  'this is a binary file': '这是二进制文件',
  'this is a Git LFS pointer': '这是 Git LFS 指针',
  'the file has {0} lines': '文件有 {0} 行',
  'ask for lines that the file has': '请指定文件中存在的行',
  'git failed in the private clone: {0}': '私有克隆中的 git 失败：{0}',
  'the tree is {0}, expected {1}': '树为 {0}，应为 {1}',
  'check whether the disk is full': '请检查磁盘是否已满',
  'do it another way, or leave it to a person: the same call will be refused again':
    '请换一种做法，或交给人来处理：同样的调用会再次被拒绝',
  'try again later; if it fails again, have a person look at the disk and the device':
    '请稍后再试；如果再次失败，请让人检查磁盘和设备',
  'ask for less at once, or give a longer time limit': '请一次少要求一些，或给出更长的时限',
  'correct the arguments and call again': '请改正参数后再次调用',
  'read the present state again, then call with what holds now': '请重新读取当前状态，再按现状调用',
  'read the output, correct the cause, and build again': '请阅读输出，改正原因，然后重新构建',
  'answer in the form that was asked for': '请按要求的格式回答',
};
