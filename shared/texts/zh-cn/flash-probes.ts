import type { Catalogue } from '../template.js';

/** Boards that show themselves as a drive. */
export const FLASH_PROBES: Catalogue = {
  'the drive of the board went away': '目标板的磁盘消失了',
  'the drive of the board does not take it: {=why}': '目标板的磁盘不接受写入：{why}',
  'it does not hold all from {=start} to {=end}': '其中没有从 {start} 到 {end} 的全部内容',
  'correct the regions of the profile, or leave `current` out of it':
    '请更正配置档中的区域，或去掉 `current`',
  'no drive of a UF2 bootloader appeared within {#seconds} s; nothing was written':
    '{seconds} 秒内没有出现 UF2 引导程序的磁盘；没有写入任何内容',
  'press RESET twice, or hold BOOTSEL while plugging it in; where drives are not mounted by themselves, mount it':
    '请按两次 RESET，或按住 BOOTSEL 再插入；如果磁盘不会自动挂载，请手动挂载',
  'several boards wait as drives: {=list}; nothing was written':
    '有多块目标板以磁盘形式等待：{list}；没有写入任何内容',
  'unplug the others, or name the board in the profile by `chip` (its Board-ID) or `find.usb`':
    '请拔下其他目标板，或在配置档中用 `chip`（其 Board-ID）或 `find.usb` 指明一块',
  'the board {=board} does not take images of the UF2 family {=family}; nothing was written':
    '目标板 {board} 不接受 UF2 系列 {family} 的映像；没有写入任何内容',
  'check which board is plugged in, and `family` in the profile':
    '请检查插入的是哪块目标板，以及配置档中的 `family`',
  'this bootloader erases what it writes, not everything; nothing was written':
    '此引导程序只擦除要写入的部分，不能全部擦除；没有写入任何内容',
  'what such a board holds cannot be compared, and what is to be verified was not written now':
    '无法比较这种目标板中的内容，而要校验的内容不是刚刚写入的',
  'flash it': '请烧写',
  'stopped before the board had restarted': '在目标板重新启动之前已停止',
  'the board got the whole file and did not restart: it did not take the image':
    '目标板收到了整个文件，却没有重新启动：它没有接受该映像',
  'check `family` and `regions` in the profile; an image outside of its flash is passed over':
    '请检查配置档中的 `family` 和 `regions`；超出其闪存的映像会被忽略',
  'this bootloader starts the program only when it got a new one': '此引导程序只有在收到新程序后才会启动它',
  'press RESET on the board': '请按下目标板的 RESET',
  'the ROM loader went silent': 'ROM 引导程序不再应答',
  'the ROM loader answers without end': 'ROM 引导程序的应答没有结束',
  'the ROM loader refused the command {=op}: error {=code}': 'ROM 引导程序拒绝了命令 {op}：错误 {code}',
  'use `protocol: external` with esptool, which knows it': '请使用 `protocol: external` 和支持它的 esptool',
  'the chip {=name} is none of those whose ROM loader is known here; nothing was written':
    '这里不支持芯片 {name} 的 ROM 引导程序；没有写入任何内容',
  'the fuses of the {=name} are burnt: {why}; nothing was written':
    '{name} 的熔丝已烧断：{why}；没有写入任何内容',
  'its flash is encrypted': '其闪存已加密',
  'it allows only secure download': '它只允许安全下载',
  'the region {=name} at {=start} has pages of {#bytes} bytes, the flash of this chip is erased by {#sector}; nothing was written':
    '位于 {start} 的区域 {name} 的页为 {bytes} 字节，而此芯片的闪存按 {sector} 字节擦除；没有写入任何内容',
  'correct `page` of the regions in the profile': '请更正配置档中各区域的 `page`',
  'stopped before it was verified': '在校验之前停止',
  "the chip's MD5 is {=theirs}, that of the image {=ours}": '芯片的 MD5 是 {theirs}，映像的是 {ours}',
  'the ROM loader of the chip does not answer; nothing was written':
    '芯片的 ROM 引导程序没有应答；没有写入任何内容',
  'the ROM loader erases the sectors that it writes, not everything; nothing was written':
    'ROM 引导程序只擦除要写入的扇区，不能全部擦除；没有写入任何内容',
  'the tool that serves RTT ended: {why}': '提供 RTT 的工具已结束：{why}',
  'it is not installed': '没有安装',
  'run it by hand, and correct `console.rtt.server` in the profile':
    '请手动运行它，并更正配置档中的 `console.rtt.server`',
  'nobody serves RTT there within {#seconds} s: {why}': '{seconds} 秒内没有程序在那里提供 RTT：{why}',
  'check `console.rtt` in the profile, and that the program has an RTT control block':
    '请检查配置档中的 `console.rtt`，并确认程序中有 RTT 控制块',
};
