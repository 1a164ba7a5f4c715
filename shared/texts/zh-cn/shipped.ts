import type { Catalogue } from '../template.js';

/** Titles of the profiles and demos that ship with the product. */
export const SHIPPED: Catalogue = {
  'This computer': '本机',
  'QEMU, Stellaris LM3S6965 evaluation board (Cortex-M3)': 'QEMU，Stellaris LM3S6965 评估板（Cortex-M3）',
  'QEMU, Arm MPS2 with AN385 image (Cortex-M3)': 'QEMU，Arm MPS2（AN385 映像，Cortex-M3）',
  'QEMU, Netduino Plus 2, STM32F405 (Cortex-M4)': 'QEMU，Netduino Plus 2，STM32F405（Cortex-M4）',
  'BBC micro:bit V2 (nRF52833, DAPLink)': 'BBC micro:bit V2（nRF52833，DAPLink）',
  'A misspelled structure member: the compiler itself says what was meant':
    '结构体成员拼写错误：编译器自己就指出了本意',
  'The build stops at src/ring.c. After one iteration it passes, and so do all cases on the target.':
    '构建停在 src/ring.c。一轮之后构建通过，目标上的用例也全部通过。',
  'The CRC starts from 0x0000, which is another variant of the same polynomial':
    'CRC 的初值是 0x0000，那是同一多项式的另一种变体',
  'The node talks happily with itself, but the check value and the known frame bytes are wrong. One constant changes.':
    '节点与自己通信一切正常，但校验值和已知的帧字节都不对。只改一个常量。',
  'The test takes its seeds from timing jitter, as the product does, and then expects fixed results':
    '测试像产品一样从时序抖动取随机种子，却期望固定的结果',
  'Other cases fail at each run of one and the same image. The run calls that FLAKY and changes nothing.':
    '同一映像每次运行失败的用例都不同。运行判为 FLAKY，不作任何修改。',
  'The upper half of the CRC is shifted the wrong way when a frame is sent':
    '发送帧时，CRC 的高字节移位方向反了',
  'Every frame is rejected by its receiver. One operator changes.': '每一帧都被接收方拒收。只改一个运算符。',
  'Negative temperatures are off by one step: the span of a 12-bit number was taken for its largest value':
    '负温度差一步：把 12 位数的跨度当成了它的最大值',
  'One cold value fails. Two further cold values are held out and must pass as well, so a patch for the one value alone would be found out.':
    '一个低温值失败。另有两个低温值作为留出用例，也必须通过，因此只迎合这一个值的补丁会被识破。',
  'A flood gate opens too late, and two edits satisfy its tests':
    '泄洪闸开得太晚，而两种修改都能通过它的测试',
  '`>=` and `==` both pass every case; only one opens at a level above the limit, which no case tries. The run does not guess: it ends UNPROVEN and shows the input that tells them apart.':
    '`>=` 和 `==` 都通过全部用例；只有其中一个在水位高于上限时开闸，而没有用例试到这一点。运行不猜：它以 UNPROVEN 结束，并给出能区分两者的输入。',
  'The gate opens at its limit': '水位到上限时闸门打开',
  'The insertion sort of the median never looks at the first element': '中值的插入排序从不看第一个元素',
  'The same modules, built for this computer and printing TAP. One bound changes.':
    '同样的模块，为本机构建并输出 TAP。只改一处边界。',
  'The scheduler calls its idle function without asking whether there is one':
    '调度器不问有没有空闲函数就去调用',
  'The core jumps to address 0 and faults; the link register names the caller. The call gets its condition back.':
    '内核跳到地址 0 而触发异常；链接寄存器指出了调用者。给该调用补回条件。',
  'A function was renamed where it is defined, but not where it is declared and called':
    '函数在定义处改了名，声明和调用处却没有改',
  'Every file compiles, then the linker reports an undefined reference. The definition gets its declared name back.':
    '每个文件都能编译，随后链接器报告未定义的引用。把定义改回声明的名称。',
  'The mean of an empty window divides by zero: the guard is missing': '对空窗口求平均会除以零：缺少保护',
  'The console ends in a usage fault. Its program counter leads to the division, and a guard is put in front of it.':
    '控制台输出以 UsageFault 结束。由程序计数器找到除法，在它前面加上保护。',
  'A task that ran is given its period as its next due time, instead of one period more':
    '任务运行后，下次到期时间被设成周期本身，而不是再加一个周期',
  'Periods drift apart and tasks run too often. One operator changes, on another board with another UART.':
    '周期逐渐漂移，任务运行过于频繁。只改一个运算符，用的是另一块板和另一个串口。',
  'Nobody ever wrote the byte stuffing: a missing feature in sender and receiver':
    '从来没有人写过字节填充：收发两端都缺这个功能',
  'Nothing that can be changed in one place helps. The run ends in an honest FAILURE that says what was tried.':
    '改任何单独一处都无济于事。运行如实以 FAILURE 结束，并说明试过什么。',
  'The ring buffer wraps one position too late and writes behind its storage':
    '环形缓冲区晚一个位置才回绕，写到了存储区之后',
  'Bytes come out in order, yet a guard byte is overwritten, and so is a neighbour in the node. One comparison changes.':
    '字节依次取出，但保护字节被覆盖，节点中相邻的数据也被覆盖。只改一处比较。',
  'The driver waits with a limit, but never counts': '驱动的等待有上限，却从不计数',
  'The console falls silent in the middle of the sensor cases. The loop in which the program counter stands gets its counter back.':
    '控制台在传感器用例中途没有了输出。给程序计数器所在的循环补回计数。',
  'Two bugs in two modules: an inverted comparison, and a sum where the doubling was meant':
    '两个模块中的两处错误：一处比较反了，一处本应加倍却写成了相加',
  'The first iteration cures one module and is kept, the second cures the other.':
    '第一轮修好一个模块并保留，第二轮修好另一个。',
};
