import type { Catalogue } from '../template.js';

/** Programs of vendors that flash and test, and batch files. */
export const SCRIPT: Catalogue = {
  'nothing beside `console`: the test is what the port says':
    '与 `console` 并列时不写 `test`：测试就是串口的输出',
  '`consoleAt` or `find` beside it, which say where the port is':
    '同时写明 `consoleAt` 或 `find`，说明串口在哪里',
  '`console` beside it: { baud: 115200 }': '同时写明 `console`：{ baud: 115200 }',
  '[0] where there are no `artifacts`: nothing else shows that such a build has done its work':
    '没有 `artifacts` 时只能是 [0]：否则无从得知这样的构建是否完成',
  'there is no encoding "{=name}": did you mean "{=near}"?': '没有编码“{name}”：是否想写“{near}”？',
  'there is no encoding "{=name}": utf-8, gb18030, gbk, shift_jis, latin1 and others of iconv-lite are known':
    '没有编码“{name}”：可用 utf-8、gb18030、gbk、shift_jis、latin1 以及 iconv-lite 支持的其他编码',
  "the console's port could not be opened again after the script: {problem}":
    '脚本结束后无法重新打开控制台端口：{problem}',
  'let the script end only when it has closed the port, and start nothing that keeps it open':
    '请让脚本在关闭端口之后再结束，并且不要启动占用端口的程序',
  'the board has no serial port of its own, so its console cannot be read':
    '目标板没有自己的串口，因此无法读取其控制台',
  'check `console` (baud, encoding) and the health check in the profile; what the board says before its port is open again is lost, unless `reset` starts it':
    '请检查配置文件中的 `console`（波特率、编码）和健康检查；端口重新打开之前的输出会丢失，除非由 `reset` 启动程序',
  "the console's port was unplugged": '控制台的端口已被拔出',
  'it has ended, but never said what `safeAgain` waits for: what the board holds is not known':
    '它已结束，但从未输出 `safeAgain` 所等待的内容：目标板中的内容未知',
  'ended by {=signal}': '被 {signal} 终止',
  'the path of the batch file holds % or "': '批处理文件的路径含有 % 或 "',
  'rename it': '请重命名',
  'a batch file runs on Windows only': '批处理文件只能在 Windows 上运行',
  'use the .sh of the vendor here, or run this on Windows': '请在此处使用厂商的 .sh，或在 Windows 上运行',
  '{=program} (process {#pid}) of before still works on the board: it is waited for':
    '先前的 {program}（进程 {pid}）仍在操作目标板：正在等待它结束',
  '{=program} (process {#pid}) of before still works on the board; no second one is started beside it':
    '先前的 {program}（进程 {pid}）仍在操作目标板；不会同时再启动一个',
  'wait for it, or end it yourself if it hangs: what the board holds then is not known':
    '请等待它结束；如果它挂起，请自行结束它：那时目标板中的内容未知',
  'WARNING: {=what} was not safe to be left and goes on by itself: leave the board plugged in and powered until it has ended':
    '警告：{what} 此刻不能中断，会自行继续：在它结束之前，请勿拔下目标板或断电',
  '{=what} must not be broken off now: it is waited for': '{what} 此刻不能中断：正在等待它',
  'it printed without end': '它的输出没有止境',
  'it was ended by the abort': '它因中止而被结束',
  'it did not end within {#seconds} s': '它没有在 {seconds} 秒内结束',
  'the last thing it said may be a question: {=words}': '它最后的输出可能是一个提问：{words}',
  'correct `command` in the profile: a path is relative to the profile':
    '请更正配置档中的 `command`：路径相对于配置档',
  'there is no working folder {=name}': '工作文件夹 {name} 不存在',
  'make it, or correct `cwd` in the profile': '请创建它，或更正配置档中的 `cwd`',
  'a folder is no script: {=name}': '文件夹不是脚本：{name}',
  'there is no such script or program: {=name}': '没有这个脚本或程序：{name}',
  'there is no {=program} on this computer, which runs {=name}':
    '这台计算机上没有用来运行 {name} 的 {program}',
  'install PowerShell 7, or name the .sh of the vendor in the profile':
    '请安装 PowerShell 7，或在配置档中改用厂商的 .sh',
  'install it: Git for Windows brings one': '请安装它：Git for Windows 自带一个',
  'install it, or correct the first line of the script': '请安装它，或更正脚本的第一行',
  'not on PATH: {=name}': '不在 PATH 中：{name}',
  'install it, or give its path in the profile': '请安装它，或在配置档中给出它的路径',
  'not marked as executable: {=name}': '没有可执行标记：{name}',
  'starting {=name} failed: {why}': '启动 {name} 失败：{why}',
  'name the `encoding` of its output in the profile: what it said is in another one':
    '请在配置档中用 `encoding` 指明其输出的编码：它的输出用的是另一种编码',
  'as the script does': '由脚本决定',
  'what the board holds cannot be read through a script': '无法通过脚本读取目标板现有的内容',
  'it said: {=words}': '它的输出：{words}',
  'see what the script says, and `outcomes` in the profile': '请查看脚本的输出，以及配置档中的 `outcomes`',
  'raise `timeoutSec` in the profile, or declare under `prompts` what it asks; the pattern of a question whose line has ended ends with `\\n$`':
    '请增大配置档中的 `timeoutSec`，或在 `prompts` 下声明它所提的问题；若问题所在的行已经结束，其模式应以 `\\n$` 结尾',
  '{{=name}} has no value here': '{{name}} 在这里没有值',
  'a value holds a NUL byte': '某个值含有 NUL 字节',
  'rename the file': '请重命名该文件',
  '{=name} holds {=character}, which a batch file would read as its own':
    '{name} 含有 {character}，批处理文件会把它当作特殊字符',
  'rename the file or folder, or use a .ps1 or a program': '请重命名文件或文件夹，或改用 .ps1 或程序',
  '{=argument}: a batch file gets values through its environment only':
    '{argument}：批处理文件只能通过环境变量得到值',
  'name it under env, and read it as %NAME% in the batch file':
    '请在 env 中指明它，并在批处理文件中以 %NAME% 读取',
  'an empty argument of a batch file is lost': '批处理文件的空参数会丢失',
  'the argument holds {=character}': '参数含有 {character}',
  'put the value under env': '请把该值放到 env 中',
};
