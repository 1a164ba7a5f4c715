import type { Catalogue } from '../template.js';

/** Boards that runs share: leases, queues and quarantine; and which of the ports is a board. */
export const BOARDS: Catalogue = {
  '--owner is empty, or holds control characters': '--owner 为空或含有控制字符',
  'say in one line who takes the board': '请用一行写明由谁占用目标板',
  'the registry of boards is an empty file: what it held is lost, unless its making was cut off':
    '目标板登记表是空文件：除非是创建时被中断，否则其中的内容已丢失',
  'move this file away: boards are registered again when they are used':
    '请移走该文件：目标板在使用时会重新登记',
  'a program took the serial converter {=ids} from its driver': '有程序从驱动手中夺走了串口转换器 {ids}',
  'the serial converter {=ids} has no driver': '串口转换器 {ids} 没有驱动',
  'install its driver: native-config/windows.md says which':
    '请安装它的驱动：具体见 native-config/windows.md',
  '{ports}; and {#count} more': '{ports}；另有 {count} 个',
  'topology {=path}': '拓扑 {path}',
  'interface {=name}': '接口 {name}',
  'a device without a port': '没有端口的设备',
  'a device without a port ({facts}': '没有端口的设备 ({facts}',
  'put the board into the mode that has a serial port, or name its serial converter':
    '请让目标板进入有串口的模式，或指明它的串口转换器',
  'any port': '任意端口',
  'flash by hand, process {#pid}': '手动烧录（进程 {pid}）',
  '{#times} failed health checks, last: {why}': '{times} 次健康检查失败，最近一次：{why}',
  'others wait for board {=board}': '其他人在等待目标板 {board}',
  '{owner} holds board {=board} by hand, until `benchloop boards release {=id}`':
    '{owner} 手动占用目标板 {board}，直到执行 `benchloop boards release {id}`',
  'this is number {#place} in its queue': '本次请求排在队列第 {place} 位',
  'wait, or see `benchloop boards list`': '请等待，或参见 `benchloop boards list`',
  'board {=board} takes no runs: {why}': '目标板 {board} 已被隔离，不接受运行：{why}',
  'mend it, then release it with `benchloop boards release {=board}`':
    '请修好它，再用 `benchloop boards release {board}` 释放',
  'the lease of board {=board} was lost, and nobody holds it now':
    '目标板 {board} 的租用已失效，目前无人占用',
  'the lease of board {=board} was lost to {=owner}': '目标板 {board} 的租用已被 {owner} 取得',
  'somebody released it, or this computer slept; start again': '有人释放了它，或本机曾休眠；请重新开始',
  'the board that this run works on is not plugged in': '此运行所用的目标板没有插上',
  'this run has given the board up, and no other of the profile is there':
    '此运行已放弃该目标板，而配置档没有其他目标板',
  'plug in another board of the profile that `benchloop boards` knows, or mend this one':
    '请插上 `benchloop boards` 已知的、属于此配置档的另一块目标板，或修好这一块',
  'board {=board}': '目标板 {board}',
  'window, process {#pid}': '窗口，进程 {pid}',
  'console, process {#pid}': '控制台，进程 {pid}',
  'there is no board {=board}': '没有目标板 {board}',
  'plug it in and flash it once, or import a hardware map with `benchloop boards import`':
    '请插上它并烧录一次，或用 `benchloop boards import` 导入硬件清单',
};
