import type { Catalogue } from '../template.js';

/** Boards that show themselves as a drive. */
export const FLASH_PROBES: Catalogue = {
  'the drive of the board went away': '开发板的磁盘消失了',
  'the drive of the board does not take it: {=why}': '开发板的磁盘不接受写入：{why}',
  'it does not hold all from {=start} to {=end}': '其中没有从 {start} 到 {end} 的全部内容',
  'correct the regions of the profile, or leave `current` out of it':
    '请更正配置档中的区域，或去掉 `current`',
  'no drive of a UF2 bootloader appeared within {#seconds} s; nothing was written':
    '{seconds} 秒内没有出现 UF2 引导程序的磁盘；没有写入任何内容',
  'press RESET twice, or hold BOOTSEL while plugging it in; where drives are not mounted by themselves, mount it':
    '请按两次 RESET，或按住 BOOTSEL 再插入；如果磁盘不会自动挂载，请手动挂载',
  'several boards wait as drives: {=list}; nothing was written':
    '有多块开发板以磁盘形式等待：{list}；没有写入任何内容',
  'unplug the others, or name the board in the profile by `chip` (its Board-ID) or `find.usb`':
    '请拔下其他开发板，或在配置档中用 `chip`（其 Board-ID）或 `find.usb` 指明一块',
  'the board {=board} does not take images of the UF2 family {=family}; nothing was written':
    '开发板 {board} 不接受 UF2 系列 {family} 的映像；没有写入任何内容',
  'check which board is plugged in, and `family` in the profile':
    '请检查插入的是哪块开发板，以及配置档中的 `family`',
  'this bootloader erases what it writes, not everything; nothing was written':
    '此引导程序只擦除要写入的部分，不能全部擦除；没有写入任何内容',
  'what such a board holds cannot be compared, and what is to be verified was not written now':
    '无法比较这种开发板中的内容，而要校验的内容不是刚刚写入的',
  'flash it': '请烧写',
  'stopped before the board had restarted': '在开发板重新启动之前已停止',
  'the board got the whole file and did not restart: it did not take the image':
    '开发板收到了整个文件，却没有重新启动：它没有接受该映像',
  'check `family` and `regions` in the profile; an image outside of its flash is passed over':
    '请检查配置档中的 `family` 和 `regions`；超出其闪存的映像会被忽略',
};
