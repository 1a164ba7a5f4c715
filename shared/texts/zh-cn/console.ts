import type { Catalogue } from '../template.js';

/** What is captured of a port, and the console that shows it. */
export const CONSOLE: Catalogue = {
  'oldest dropped': '最早的内容已丢弃',
  'were not kept': '未保存',
  'disk full': '磁盘已满',
  'cannot write': '无法写入',
  'the disk is full: what the device says is shown, but not kept': '磁盘已满：设备的输出会显示，但不会保存',
  'free some space; capturing goes on by itself': '请腾出一些空间；捕获会自动继续',
  'cannot write: {=words}': '无法写入：{words}',
  'make the folder writable': '请让该文件夹可写',
  '-- {!told} --': '-- {told} --',
  'the device is gone ({why}); waiting for it': '设备已断开（{why}）；正在等待它恢复',
  'the device is back: {=port}': '设备已恢复：{port}',
  '{=who} uses the port; the console pauses': '{who} 正在使用端口；控制台暂停',
  'the console goes on; {#count} bytes were not for it': '控制台继续；其间有 {count} 字节不属于控制台',
  'bytes may be missing': '可能有字节缺失',
  '{#count} bytes are missing': '缺失 {count} 字节',
  '--{=name} {=text}: not a number from {=least} to {=most}':
    '--{name} {text}：不是 {least} 到 {most} 之间的数',
  '--{=name} {=text}: use {=choices}': '--{name} {text}：请用 {choices}',
  '--port is missing': '缺少 --port',
  'name the port: benchloop console --port PATH': '请指明端口：benchloop console --port PATH',
  '--baud {=text}: not a whole number': '--baud {text}：不是整数',
  'the port went away and did not come back': '端口消失后没有恢复',
  'plug the device in again, and look at its cable and power': '请重新插上设备，并检查线缆和供电',
  'mirrored at {=address}': '镜像地址：{address}',
  'DTR and RTS': 'DTR 和 RTS',
  '{what}: unsupported here (this port has no such lines)': '{what}：此处不支持（该端口没有这样的信号线）',
  'Ctrl-] ends the console.': '按 Ctrl-] 结束控制台。',
  'not sent: {why}': '未发送：{why}',
};
