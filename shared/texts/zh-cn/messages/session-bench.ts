import type { Catalogue } from '../../template.js';

/** What the tools of a session ask and say of builds, tests and boards. */
export const SESSION_BENCH: Catalogue = {
  'the profile of the board names no console': '该目标板的配置档没有给出控制台',
  'say in the profile where the console is: consoleAt': '请在配置档中用 consoleAt 写明控制台的位置',
  'the console of the board was closed: it was unplugged, or its port has another owner':
    '目标板的控制台已关闭：板子已拔出，或端口被别的程序占用',
  'check the board and its cable, then read again': '请检查目标板和连接线，然后重新读取',
  'Send this text to the console of {0}?': '把此文本发送到 {0} 的控制台吗？',
  'text, quoted: {0}': '文本（带引号）：{0}',
  'this call was cut off, and nobody knows whether the text was sent':
    '此次调用被中断，无法得知文本是否已发送',
  'read the console, then send it again if it is missing': '请先读取控制台，若未收到再重新发送',
  "the file {0} in the session's own copy, last written {1}": '会话自己副本中的文件 {0}，最后写入时间 {1}',
  'built by run {0}': '由运行 {0} 构建',
  'the machine of profile {0} is deployed to by its tests': '配置档 {0} 的机器由其测试来部署',
  'the board of profile {0} is written by a program of its vendor, in a test':
    '配置档 {0} 的目标板在测试中由厂商程序写入',
  'call run_test': '请调用 run_test',
  'board {0} is not plugged in; what is there is {1}': '目标板 {0} 未接入；现在接入的是 {1}',
  'plug it in, or name the board that is there': '请接入该板，或改用已接入的板',
  'the profile of the board does not say how to find it': '该目标板的配置档没有写明如何找到它',
  'add find to the profile': '请在配置档中加入 find',
  'name an id from the result of build or of a run, or a file in the repository':
    '请给出 build 或某次运行结果中的 id，或仓库中的文件',
  'no build of this session or of a run made an image with the id {0}':
    '此会话和各次运行的构建都没有产生 id 为 {0} 的映像',
  'several images begin with {0}': '有多个映像以 {0} 开头',
  'give all 64 digits of the id': '请给出 id 的全部 64 位',
  '{0} is no path inside the repository': '{0} 不是仓库内的路径',
  '{0} is no board: it exists, and has a console, only while run_test runs':
    '{0} 不是目标板：它和它的控制台只在 run_test 运行期间存在',
  'call run_test: its result holds the end of the console': '请调用 run_test：结果中包含控制台末尾的内容',
  'a target of this kind has no console of its own': '这类目标没有自己的控制台',
  'action: switch it on': '操作：打开电源',
  'action: switch it off': '操作：关闭电源',
  'the profile {0} has nothing that does this to the board: {1}': '配置档 {0} 无法对目标板执行此操作：{1}',
  'add power or reset to the profile, or do it by hand': '请在配置档中加入 power 或 reset，或手动操作',
  'this session has no task, so nothing says how to build and test':
    '此会话没有任务，因此不知道如何构建和测试',
  'start the session with a task file: --task TASK.yaml': '请用任务文件开始会话：--task TASK.yaml',
  'call build to see all that the compiler says': '请调用 build 查看编译器的全部输出',
  'no repository is open in this session: it works on boards alone': '此会话没有打开仓库：只能操作开发板',
  'start it in the folder of a git repository that has a commit, or name one: --repo DIR, or --task TASK.yaml':
    '请在有提交的 git 仓库文件夹中启动，或指定一个：--repo DIR 或 --task TASK.yaml',
  'the build failed': '构建失败',
  'the build failed: {0}: {1}': '构建失败：{0}：{1}',
  'the build failed: {0}': '构建失败：{0}',
};
