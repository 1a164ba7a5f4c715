import type { Catalogue } from '../../template.js';

/** What the command line and the core say of runs. */
export const CORE: Catalogue = {
  'stopped with Ctrl-C': '用 Ctrl-C 停止',
  'stopped by {0}': '被 {0} 停止',
  'aborted from the command line': '从命令行中止',
  'aborted in the window': '在窗口中中止',
  'Answer it with yes or no:': '请用 yes 或 no 回答：',
  'Answer it in your own words:': '请用自己的话回答：',
  'Answer it with one of these, and a text where there is more to say: {0}':
    '请用其中之一回答，需要说明时再加文字：{0}',
  'Take the prompt to a model, and give its reply:': '请把提示交给模型，再给出它的回复：',
  'NOT COUNTED: {0}': '不算数：{0}',
  'risk {0}': '风险 {0}',
  'transition {0} differs: recorded {1} → {2} ({3}), replayed {4} → {5} ({6})':
    '第 {0} 次转移不一致：录制为 {1} → {2}（{3}），重放为 {4} → {5}（{6}）',
  'this session works on no repository: it is shown no run': '这个会话不处理任何仓库，因此看不到运行',
  'there is no run {0} of {1}': '{1} 没有运行 {0}',
  'list_runs names the runs that can be shown': 'list_runs 列出可以查看的运行',
  'the data folder cannot be used: others can write there, a policy for example':
    '数据文件夹无法使用：其他人可以在其中写入，例如写入策略',
  'chmod go-w {0}, or set BENCHLOOP_HOME to a folder of your own':
    '执行 chmod go-w {0}，或把 BENCHLOOP_HOME 设为你自己的文件夹',
  'a newer Benchloop has written this journal': '这份日志由更新版本的 Benchloop 写入',
  'an older Benchloop has written this journal': '这份日志由更旧版本的 Benchloop 写入',
  'open it with that release; nothing was changed': '请用那个版本打开；没有任何改动',
  'this run can be read, and nothing can be written to it': '这个运行可以查看，但不能写入任何内容',
  'copy the data folder to where you may write, and set BENCHLOOP_HOME to that':
    '把数据文件夹复制到可写的位置，并把 BENCHLOOP_HOME 设为那里',
  'the data folder cannot be used: its path has {0} bytes, and may have {1}':
    '数据文件夹无法使用：其路径有 {0} 字节，最多允许 {1}',
  'set BENCHLOOP_HOME to a folder with a shorter path': '请把 BENCHLOOP_HOME 设为路径更短的文件夹',
  '"{0}": {1}': '"{0}"：{1}',
  '"{0}": {1}: {2}': '"{0}"：{1}：{2}',
  'git cannot read this repository: its configuration includes {0}, which is no file but a pipe or a device':
    'git 无法读取这个仓库：它的配置包含 {0}，那不是普通文件，而是管道或设备',
  'take it out of the configuration: git config --edit': '请把它从配置中删去：git config --edit',
  'a path has {0} bytes, more than this system takes: {1}': '有一个路径长 {0} 字节，超过本系统的上限：{1}',
  'have the repository and its build nest their folders less deeply': '请减少仓库及其构建中文件夹的嵌套层数',
  'no copy can be made of this repository: a path has {0} bytes, and may have {1}: {2}':
    '无法复制这个仓库：有一个路径长 {0} 字节，最多允许 {1} 字节：{2}',
};
