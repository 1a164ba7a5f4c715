import type { Catalogue } from '../template.js';

/** Ports, boards, and what this computer needs for them. */
export const PORTS: Catalogue = {
  'the system does not list its ports: {=words}': '系统没有列出端口：{words}',
  'install udev': '请安装 udev',
  'see `benchloop doctor`': '参见 `benchloop doctor`',
  'There are no serial ports and no USB devices here. See `benchloop doctor`.':
    '这里没有串口，也没有 USB 设备。参见 `benchloop doctor`。',
  'serial number {=serial}': '序列号 {serial}',
  'you may not open it': '当前用户无权打开',
  'has no device file here': '这里没有它的设备文件',
  'open in {=program} (process {#pid})': '被 {program}（进程 {pid}）打开',
  added: '插入',
  removed: '拔出',
  changed: '变化',
  '{#count} ports fit, and one is wanted: {ports}': '有 {count} 个端口符合，而只需要一个：{ports}',
  'add to "find" of the profile {=fields}': '请在配置档的 "find" 中加上 {fields}',
  '{port} is plugged in, but it has no serial port': '{port} 已插入，但它没有串口',
  '{port} is plugged in, but {!why}': '{port} 已插入，但{why}',
  'install the driver of its serial port (native-config/windows.md; on Linux the kernel module of its chip)':
    '请安装其串口驱动（native-config/windows.md；在 Linux 上是该芯片的内核模块）',
  'the driver {=driver} uses it; put the board into the mode that has a serial port':
    '驱动 {driver} 正在使用它；请让目标板进入有串口的模式',
  'wanted: {wanted}; found: no port and no USB device is plugged in':
    '需要：{wanted}；没有插入任何端口或 USB 设备',
  'wanted: {wanted}; found: {found}': '需要：{wanted}；找到：{found}',
  'plug in the board that is meant, or correct "find" of the profile':
    '请插入所指的目标板，或改正配置档的 "find"',
  'plug the board in, and see `benchloop ports`': '请插上目标板，并参见 `benchloop ports`',
  'this user may not open the port': '当前用户无权打开此端口',
  'only the user root may open the port': '只有 root 用户可以打开此端口',
  'install the udev rules with the command that `benchloop doctor` shows, then plug the board in again':
    '请用 `benchloop doctor` 给出的命令安装 udev 规则，再重新插上目标板',
  '{=user} is in the group {=group}, but not yet in this session':
    '{user} 已在组 {group} 中，但本次会话尚未生效',
  'log out and in again': '请注销后重新登录',
  'only the user root and the group {=group} may open the port, and {=user} is not in it':
    '只有 root 用户和组 {group} 可以打开此端口，而 {user} 不在该组中',
  'sudo usermod -aG {=group} {=user}, then log out and in':
    'sudo usermod -aG {group} {user}，然后注销并重新登录',
  'an action and what it is for': '一个动作及其对象',
  'there is no action {=verb}': '没有动作 {verb}',
  'use one of: {=actions}': '请用以下之一：{actions}',
  '{=verb} takes no argument': '{verb} 不带参数',
  'lease and one board': 'lease 和一块目标板',
  'release and one board': 'release 和一块目标板',
  'drives, one board, and nothing or actuators': 'drives、一块目标板，以及 nothing 或 actuators',
  'drives nothing': '什么都不驱动',
  'restore and one board': 'restore 和一块目标板',
  'the board that was found is {=board}; nothing was written': '找到的目标板是 {board}；没有写入任何内容',
  'unplug it, or say more of the board in "find" of its profile':
    '请拔下它，或在配置档的 "find" 中更详细地描述目标板',
  'import and one hardware map': 'import 和一个硬件清单',
  'expected {what}, got {=verb} alone': '应为{what}，实际只有 {verb}',
  'There are no boards yet: flash one, or import a hardware map with `benchloop boards import`.':
    '还没有目标板：烧录一块，或用 `benchloop boards import` 导入硬件清单。',
  'not plugged in': '未插入',
  'out of use: {=reason}': '已停用：{reason}',
  'held by {owner}': '被 {owner} 占用',
  'waiting: {=owners}': '等待中：{owners}',
  '{=owner} holds {=board} until it is released: benchloop boards release {=again}':
    '{owner} 占用 {board}，直到释放：benchloop boards release {again}',
  '{=board} is free': '{board} 已空闲',
  'held until now by {=owner}': '此前由 {owner} 占用',
  'was out of use: {=reason}': '此前停用：{reason}',
  'not used of {=board}: {=keys}': '{board} 中未使用的字段：{keys}',
  'entry {#place} was left out: {reason}': '第 {place} 项未采用：{reason}',
  'it does not say its platform': '没有说明平台',
  'it has neither an id nor a serial port to know it by': '既没有 id，也没有可辨认它的串口',
  'it is the device of entry {#place}': '与第 {place} 项是同一设备',
  'it is no mapping': '它不是映射',
  '{=field} is no text': '{field} 不是文本',
  'found no list, expected one of boards': '不是列表，应为目标板的列表',
  'give the map that `twister --generate-hardware-map` writes':
    '请给出 `twister --generate-hardware-map` 写出的清单',
  '{=owner} (process {#pid}) works on the board': '{owner}（进程 {pid}）正在使用这块目标板',
  'stop it first, or take the board from it with `benchloop boards release {=board} --force`':
    '请先停止它，或用 `benchloop boards release {board} --force` 收回目标板',
  '{owner} holds board {=board}': '{owner} 占用目标板 {board}',
  'others wait for board {=board}: {=owners}': '其他人在等待目标板 {board}：{owners}',
  '{=name}: loads': '{name}：可以加载',
  '{=name}: does not load, so boards cannot be used: {=words}':
    '{name}：无法加载，因此不能使用目标板：{words}',
  'tool {=name}: installed': '工具 {name}：已安装',
  'tool {=name}: not installed; only profiles that name it need it':
    '工具 {name}：未安装；只有用到它的配置档才需要',
  'USB drivers: Windows brings the most common ones': 'USB 驱动：Windows 自带最常见的驱动',
  'for others see {=file}': '其他驱动参见 {file}',
  'udev rules: installed': 'udev 规则：已安装',
  'udev rules: no udev runs here; device files are as the host gave them':
    'udev 规则：这里没有运行 udev；设备文件由宿主提供',
  'udev rules: installed, but of another version': 'udev 规则：已安装，但版本不同',
  'udev rules: not installed; debug probes and bootloaders may not be opened':
    'udev 规则：未安装；可能无权打开调试器和引导加载程序',
  'serial ports: root may open all': '串口：root 可以打开所有串口',
  'serial ports: there is no group of the serial ports here': '串口：这里没有串口所属的组',
  'serial ports: {=user} is in the group {=group}': '串口：{user} 在组 {group} 中',
  'serial ports: {=user} is in the group {=group}, but not yet in this session':
    '串口：{user} 已在组 {group} 中，但本次会话尚未生效',
  'serial ports: {=user} is not in the group {=group}': '串口：{user} 不在组 {group} 中',
  'brltty: takes CH340 serial converters for braille displays: their ports vanish':
    'brltty：把 CH340 串口转换器当作盲文显示器，它们的端口会消失',
  'brltty: takes no ports': 'brltty：没有占用端口',
  'ModemManager: does not run': 'ModemManager：没有运行',
  'ModemManager: leaves the boards of the udev rules alone': 'ModemManager：不会碰 udev 规则中的目标板',
  'ModemManager: sends commands to new serial ports, also to boards that boot':
    'ModemManager：会向新串口发送命令，正在启动的目标板也不例外',
  'install the udev rules, or: sudo systemctl disable --now ModemManager':
    '请安装 udev 规则，或：sudo systemctl disable --now ModemManager',
  'port {=port}: {problem}': '端口 {port}：{problem}',
};
