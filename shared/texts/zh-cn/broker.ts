import type { Catalogue } from '../template.js';

/** Owners of ports, links, and ports that are mirrored. */
export const BROKER: Catalogue = {
  '{=program} ({=pid}) reads it too': '{program}（{pid}）也在读取它',
  'the process that owns the port has ended': '占有该端口的进程已结束',
  'the process that owns the port was ended': '占有该端口的进程被结束了',
  'open the port again': '请重新打开端口',
  'not read for {#ms} ms': '有 {ms} 毫秒未读取',
  '{=who} holds the wire': '{who} 正独占线路',
  'wait until it is done': '请等它完成',
  'the folder of the port brokers is not safe: {why}': '端口代理所用的文件夹不安全：{why}',
  'remove it, or have its owner remove it': '请删除它，或让其所有者删除它',
  'it is not a folder': '它不是文件夹',
  'it belongs to another user': '它属于另一个用户',
  'other users may enter it': '其他用户可以进入它',
  'turns are for the holder of the wire': '收发轮次只属于线路的占用者',
  'the owner of the port answers in another way than expected': '占有端口的进程给出了意外的应答',
  'end the other Benchloop that has this port': '请结束占用此端口的另一个 Benchloop',
  'the device is gone': '设备已断开',
  'plug the device in again': '请重新插上设备',
  'it is open already, with {=settings}': '它已经打开，设置为 {settings}',
  'use the same settings, or end the other console first': '请使用相同的设置，或先结束另一个控制台',
  'the owner of the port speaks version {=theirs} of the protocol, this program version {=ours}':
    '占有端口的进程使用协议版本 {theirs}，而本程序使用版本 {ours}',
  'the process that is to own the port did not start within {#seconds} s':
    '用来占有端口的进程没有在 {seconds} 秒内启动',
  'try it by hand: {=command}': '请手动尝试：{command}',
  'the link was closed': '连接已关闭',
  'the port could not be opened: {=words}': '无法打开端口：{words}',
  'plug the board in and see `benchloop ports` for the names of ports':
    '请插上目标板，端口名称参见 `benchloop ports`',
  'this is not a serial port': '这不是串口',
  'see `benchloop ports` for the names of ports': '端口名称参见 `benchloop ports`',
  'the port is open in {programs}': '此端口已被 {programs} 打开',
  '{=program} (process {#pid})': '{program}（进程 {pid}）',
  'close that program, or its connection to this port, and try again':
    '请关闭该程序，或断开它与此端口的连接，然后重试',
  'the port was closed': '端口已关闭',
  'the terminal has hung up': '终端已挂断',
  'no connection: {=words}': '无法连接：{words}',
  'start what listens there, or correct the address': '请启动在那里监听的程序，或改正地址',
  'the other end closed the connection': '对端关闭了连接',
  'the connection was closed': '连接已关闭',
  '{=address} is no address on loopback': '{address} 不是环回地址',
  'use 127.0.0.1:PORT': '请用 127.0.0.1:PORT',
  'cannot listen: {=words}': '无法监听：{words}',
  'use another port; 0 lets the system choose one': '请使用其他端口；填 0 则由系统选择',
};
