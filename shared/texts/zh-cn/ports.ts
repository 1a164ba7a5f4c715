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
};
