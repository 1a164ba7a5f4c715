import type { Catalogue } from '../template.js';

/** What `--help` says of the commands for ports and boards. */
export const MANUAL_BENCH: Catalogue = {
  'A note is for who uses boards.': '标为 note 的项只与使用目标板的人有关。',
  'Lists serial ports and USB devices: what they are, where they are plugged in, who has them open.':
    '列出串口和 USB 设备：是什么、插在哪里、被谁打开。',
  'then tell what is plugged in and pulled, until Ctrl-C': '随后持续报告插入和拔出，直到 Ctrl-C',
  'one JSON object on standard output; with --watch one for each change':
    '在标准输出上给出一个 JSON 对象；使用 --watch 时每次变化一个',
  'Lists the boards and who holds them; keeps a board from runs and gives it back; takes a Zephyr hardware map.':
    '列出目标板及其占用者；租用目标板使运行不能使用它，并可释放；可导入 Zephyr 硬件清单。',
  'the boards, where they are plugged in, who holds them and who waits':
    '各目标板、插在哪里、被谁占用、谁在等待',
  'take a board for yourself, until it is released': '租用一块目标板，直到释放',
  'who takes it; default: your user name': '由谁租用；默认为当前用户名',
  'flash the last image that was written and verified': '烧录最近一次写入并校验过的映像',
  'where a file of bare bytes (.bin) belongs, as 0x8000000':
    '只含字节的文件（.bin）应放的地址，例如 0x8000000',
  'flash what the board held before its first flash instead': '改为烧录目标板首次烧录前的内容',
  'the profile to restore with; default: that of the last use': '恢复所用的配置档；默认为上次使用的那个',
  'give it back; a board that was out of use takes runs again': '释放；已停用的目标板恢复接受运行',
  'take it from a run that works on it': '从正在使用它的运行中收回',
  'add the boards of a hardware map (Zephyr, twister)': '加入硬件清单中的目标板（Zephyr，twister）',
  'Writes an image to a board and verifies it. What the board held is kept first, where it can be read.':
    '把映像写入目标板并校验。如果可读，会先留存目标板原有的内容。',
  'the board: an id of `benchloop profiles`, or a file': '目标板：`benchloop profiles` 中的 id，或一个文件',
  'its port, instead of the search that the profile describes': '它的端口，不再按配置档的描述查找',
  'Shows a serial port. Other programs of Benchloop share the port; every byte is kept.':
    '显示一个串口。Benchloop 的其他程序可共用该端口；每个字节都会保存。',
  'the port, as `benchloop ports` names it': '端口，名称同 `benchloop ports` 所列',
  'bits per second; 115200 without it': '波特率（位/秒），默认 115200',
  'write the bytes as they come to this file too': '同时把收到的字节原样写入此文件',
  'end after so long': '经过此时长后结束',
  'before each line the time at which its first byte came': '每行前显示其第一个字节到达的时间',
  'bytes in hexadecimal': '以十六进制显示字节',
  'capitals and small letters are the same to --filter': '--filter 不区分大小写',
  'only lines that fit this regular expression': '只显示符合此正则表达式的行',
  'send this first': '先发送此内容',
  'what ends a line that is sent': '所发送行的行尾',
  'data bits, default 8': '数据位，默认 8',
  'parity, default none': '校验位，默认 none',
  'stop bits, default 1': '停止位，默认 1',
  'flow control, default none': '流控，默认 none',
  'set DTR, where the port has it': '设置 DTR（如端口具有）',
  'set RTS, where the port has it': '设置 RTS（如端口具有）',
  'send a break, where the port can': '发送 break 信号（如端口支持）',
  'how long a lost port may take to come back, default 30': '端口断开后等待恢复的时长，默认 30',
  'mirror the port over RFC 2217, for a terminal of your own': '以 RFC 2217 镜像端口，供自选的终端程序使用',
};
