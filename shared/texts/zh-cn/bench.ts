import type { Catalogue } from '../template.js';

/** Targets, programs, test output and faults. */
export const BENCH: Catalogue = {
  'there is no test program to run': '没有可运行的测试程序',
  'set test.command in the task: on a host profile the test is a program':
    '请在任务中设置 test.command：使用 host 类配置档时，测试是一个程序',
  'the test program {=program} is not executable': '测试程序 {program} 不可执行',
  'the test program {=program} is missing': '测试程序 {program} 不存在',
  'check test.command in the task: a path is relative to the repository, a bare name is looked for on PATH':
    '请检查任务中的 test.command：路径相对于仓库，单独的名称在 PATH 中查找',
  'the test program {=program} is not executable: {=file}': '测试程序 {program} 不可执行：{file}',
  'the test program {=program} is missing: {=file}': '测试程序 {program} 不存在：{file}',
  'the test program {=program} is missing on PATH: {=file}': '测试程序 {program} 不在 PATH 中：{file}',
  'the test program {=program} is a folder: {=file}': '测试程序 {program} 是文件夹：{file}',
  'the test program {=program} was built for another machine than this computer: {=file}':
    '测试程序 {program} 是为另一种机器构建的，不是本机：{file}',
  'the test program {=program} names an interpreter that is missing: {=file}':
    '测试程序 {program} 指明的解释器不存在：{file}',
  'the test program {=program} has no format that the system runs: {=file}':
    '测试程序 {program} 的格式系统无法运行：{file}',
  'make it executable (chmod +x, then commit its mode), or name its interpreter first':
    '请让它可执行（chmod +x，再提交其模式），或在前面写明解释器',
  'build the test for this computer, or take a QEMU profile': '请为本机构建测试，或改用 QEMU 配置档',
  'install {=name}; a program of the repository needs its folder: ./{=again}':
    '请安装 {name}；仓库中的程序要写出文件夹：./{again}',
  'correct its #! line, or install the interpreter': '请改正它的 #! 行，或安装该解释器',
  'correct test.command (a path is relative to `repo`), or have build.command make it':
    '请改正 test.command（路径相对于 `repo`），或让 build.command 生成它',
  'name the program in it': '请指明其中的程序',
  'begin a script with a #! line; build a program for this computer': '脚本请以 #! 行开头；程序请为本机构建',
  'install the package that holds {=binary} (QEMU)': '请安装含有 {binary} 的软件包（QEMU）',
  'winget install SoftwareFreedomConservancy.QEMU (or: choco install qemu), then add its folder to PATH':
    'winget install SoftwareFreedomConservancy.QEMU（或：choco install qemu），再把它的文件夹加入 PATH',
  'the simulator {=binary} is not installed': '没有安装模拟器 {binary}',
  '{=binary} has no machine "{=name}"': '{binary} 没有机型“{name}”',
  '{=binary} has no machine "{=name}"; did you mean "{=near}"?':
    '{binary} 没有机型“{name}”；您是指“{near}”吗？',
  'set machine in the profile to one that `{=list}` names':
    '请把配置档中的 machine 设为 `{list}` 列出的机型之一',
  '{=binary} does not list its machines: {words}': '{binary} 没有列出它的机型：{words}',
  'it ended: {=how}': '它已结束：{how}',
  'mend {=binary} until `{=same} -machine help` lists its machines':
    '请修复 {binary}，直到 `{same} -machine help` 能列出其机型',
  'the simulator {=binary} is not executable': '模拟器 {binary} 不可执行',
  'set build.artifacts.elf in the task to the linked image of this target':
    '请把任务中的 build.artifacts.elf 设为此目标的链接映像',
  'the image to run does not exist or cannot be read': '要运行的映像不存在或无法读取',
  'the image to run is not an ELF file': '要运行的映像不是 ELF 文件',
  'the image is for another processor: e_machine {#machine}, expected {=expected}':
    '映像属于另一种处理器：e_machine 为 {machine}，应为 {expected}',
  '{=binary} (machine {=machine}) did not come up within {#ms} ms':
    '{binary}（机型 {machine}）没有在 {ms} 毫秒内启动',
  '{=binary} (machine {=machine}) did not come up within {#ms} ms: {=words}':
    '{binary}（机型 {machine}）没有在 {ms} 毫秒内启动：{words}',
  '{=binary} (machine {=machine}) exited with {=code}': '{binary}（机型 {machine}）退出，退出码 {code}',
  '{=binary} (machine {=machine}) exited with {=code}: {=words}':
    '{binary}（机型 {machine}）退出，退出码 {code}：{words}',
  '{=binary} (machine {=machine}) ended: {=how}': '{binary}（机型 {machine}）已结束：{how}',
  '{=binary} (machine {=machine}) ended: {=how}: {=words}':
    '{binary}（机型 {machine}）已结束：{how}：{words}',
  'check the machine, the UART and the image; QEMU says above what it refused':
    '请检查机型、串口和映像；QEMU 拒绝的内容见上文',
  'the simulator does not let the target run: {desc}': '模拟器不让目标运行：{desc}',
  'QEMU has closed the connection': 'QEMU 关闭了连接',
  'QEMU gave no answer within {#ms} ms': 'QEMU 没有在 {ms} 毫秒内应答',
  'somebody ended the simulator': '模拟器被人结束了',
  'the banner "{=banner}" did not appear within {#seconds} s': '{seconds} 秒内没有出现启动信息“{banner}”',
  'the banner "{=banner}" did not appear before the target ended by {=end}':
    '目标结束（{end}）之前没有出现启动信息“{banner}”',
  '{what}; the target said nothing': '{what}；目标没有任何输出',
  '{what}; last output: {=output}': '{what}；最后的输出：{output}',
  'check the image, and health and uart in the profile': '请检查映像，以及配置档中的 health 和 uart',
  'the simulator was ended from outside. {=words}': '模拟器被外部结束。{words}',
  'start the session again; the kernel ends programs when memory runs out':
    '请重新开始会话；内存不足时，内核会结束程序',
  'a program could not be started: {=reason}': '无法启动程序：{reason}',
  'a program could not be started: no reason given': '无法启动程序：没有给出原因',
  'the confinement could not be set up: {=words}': '无法建立隔离：{words}',
  '{=file} does not tell when this computer started': '从 {file} 无法得知本机的启动时间',
  'a program was started without its output': '程序已启动，但没有接上它的输出',
  'a listening socket without an address': '监听套接字没有地址',
  'a target that was reset has no session': '已复位的目标没有会话',
  'the session was aborted': '会话被中止',
  'reported {#count} times ({=statuses})': '上报了 {count} 次（{statuses}）',
  'reported {#count} times ({=statuses}): {=message}': '上报了 {count} 次（{statuses}）：{message}',
  'not reported': '没有上报',
  'not reported; the target bailed out': '没有上报；目标放弃了测试',
  'not reported; the target bailed out: {=words}': '没有上报；目标放弃了测试：{words}',
  'began and did not finish': '已开始但没有结束',
  'began and did not finish; the target bailed out': '已开始但没有结束；目标放弃了测试',
  'began and did not finish; the target bailed out: {=words}': '已开始但没有结束；目标放弃了测试：{words}',
  'expected {=wanted}, got {=found}': '应为 {wanted}，实际为 {found}',
  'ended by {=end} after {#ms} ms': '{ms} 毫秒后结束（{end}）',
  'instruction fetch from a region that forbids execution': '从禁止执行的区域取指令',
  'data access to a region that forbids it': '访问了禁止访问的数据区域',
  'memory protection fault while leaving an exception': '退出异常时发生存储器保护错误',
  'memory protection fault while entering an exception (stack overflow?)':
    '进入异常时发生存储器保护错误（栈溢出？）',
  'memory protection fault while saving floating-point state': '保存浮点状态时发生存储器保护错误',
  'bus error on an instruction fetch': '取指令时总线错误',
  'bus error on a data access, at this instruction': '访问数据时总线错误，就在这条指令',
  'bus error on a data access some instructions earlier': '访问数据时总线错误，在此前若干条指令',
  'bus error while leaving an exception': '退出异常时总线错误',
  'bus error while entering an exception (stack overflow?)': '进入异常时总线错误（栈溢出？）',
  'bus error while saving floating-point state': '保存浮点状态时总线错误',
  'undefined instruction': '未定义的指令',
  'branch to an address without the Thumb bit (a corrupt or null function pointer?)':
    '跳转到没有 Thumb 位的地址（函数指针损坏或为空？）',
  'invalid return from an exception': '非法的异常返回',
  'coprocessor (floating point) used while it is disabled': '使用了未启用的协处理器（浮点）',
  'stack overflow': '栈溢出',
  'unaligned access': '未对齐访问',
  'division by zero': '除以零',
  'bus error': '总线错误',
  'call of an address without code': '调用了没有代码的地址',
  'the program aborted itself': '程序自行中止',
  'access to memory that is not the program’s': '访问了不属于程序的内存',
  'the vector table could not be read': '无法读取向量表',
  'a configurable fault was escalated to HardFault': '可配置异常升级为 HardFault',
  'a debug event with no debugger (a breakpoint instruction?)': '没有调试器时发生调试事件（断点指令？）',
};
