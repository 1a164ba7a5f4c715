import type { Catalogue } from '../template.js';

/** Bootloaders, and what happens while flashing. */
export const FLASH: Catalogue = {
  'entering the bootloader': '正在进入引导加载程序',
  'keeping what the board holds': '正在留存目标板现有的内容',
  erasing: '正在擦除',
  writing: '正在写入',
  verifying: '正在校验',
  'starting the program': '正在启动程序',
  'no bootloader answers at this port': '这个端口上没有引导加载程序应答',
  'it was reset by {=line}': '已用 {line} 复位',
  'it could not be reset from here': '无法从这里复位',
  'stopped before the bootloader answered': '在引导加载程序应答之前已停止',
  'nothing was written': '没有写入任何内容',
  'check the port, the baud rate and that the board has a bootloader with STK500 version 1':
    '请检查端口、波特率，以及目标板是否带有 STK500 第 1 版引导加载程序',
  'press RESET on the board just before flashing, or give the profile an `entry` that the port has lines for':
    '请在烧录前按下目标板的 RESET，或在配置档中设置端口具有相应信号线的 `entry`',
  'set BOOT0 (AN2606 has the pattern of the chip), press RESET and flash again; check port and parity':
    '请设置 BOOT0（该芯片的启动模式见 AN2606），按下 RESET 后重新烧录；并检查端口和校验位',
  'reset the board and flash again': '请复位目标板后重新烧录',
  'the bootloader went silent after {#done} of {#size} bytes':
    '引导加载程序在发送 {done}/{size} 字节后不再应答',
  'the bootloader lost step: it answered {=bytes}': '与引导加载程序失去同步：它应答了 {bytes}',
  'the bootloader refused: it answered {=bytes}': '引导加载程序拒绝了：它应答了 {bytes}',
  'the bootloader refused the command': '引导加载程序拒绝了该命令',
  'the bootloader refused the address': '引导加载程序拒绝了该地址',
  'the bootloader refused the data': '引导加载程序拒绝了该数据',
  'page {=address}': '页 {address}',
  '{#done} of {#total} bytes were written': '已写入 {done}/{total} 字节',
  'flash again; the bootloader itself was not touched': '请重新烧录；引导加载程序本身没有被改动',
  'stopped while writing, before {=place}': '写入时在 {place} 之前停止',
  'stopped while reading, before {=place}': '读取时在 {place} 之前停止',
  'stopped while erasing, before pages {#first} to {#last}': '擦除时在第 {first} 至 {last} 页之前停止',
  'erasing {name}: {why}': '擦除{name}：{why}',
  'pages {#first} to {#last}': '第 {first} 至 {last} 页',
  'all pages': '所有页',
  'connect comes first': '必须先连接',
  'STM32 bootloader, AN3155 {=version}': 'STM32 引导程序，AN3155 {version}',
  'STK500 version 1, loader {=version}': 'STK500 第 1 版，引导程序 {version}',
  'the chip has the signature {=signature}, which is none of the parts with this protocol':
    '芯片的签名是 {signature}，不属于支持此协议的型号',
  'check the port; for another part use `protocol: external` with a tool that knows it':
    '请检查端口；其他型号请使用 `protocol: external` 和支持它的工具',
  'at {=address} the board holds {=is} instead of {=wanted}':
    '在 {address} 处，目标板中是 {is}，而不是 {wanted}',
  'flash again; if it stays so, the flash or the supply of the board is bad':
    '请重新烧录；如果依然如此，说明目标板的闪存或供电有问题',
  'this bootloader can erase pages up to {#most}, the image needs page {#last}':
    '此引导加载程序最多能擦除到第 {most} 页，而映像需要第 {last} 页',
  'flash with erasing all, or make the image smaller': '请使用全部擦除来烧录，或缩小映像',
  "the chip {=chip} has pages of one size, the profile's regions have several":
    '芯片 {chip} 的页大小相同，而配置档中的区域有多种页大小',
  'the chip {=chip} has no page of {#bytes} bytes at {=address}, as the region {=name} says':
    '芯片 {chip} 在 {address} 处没有大小为 {bytes} 字节的页，与区域 {name} 的说明不符',
  'correct `page` of the regions in the profile: the reference manual of the chip has the sizes':
    '请更正配置档中各区域的 `page`：页的大小见芯片的参考手册',
  "the image has bytes at {=address}, outside of the profile's regions":
    '映像在 {address} 处有内容，超出了配置档的区域',
  'make the image smaller, or link it to where the profile says': '请缩小映像，或把它链接到配置档指定的位置',
  'the chip refuses to be read at {=address}: its read-out protection is on':
    '芯片拒绝读取 {address}：读保护已开启',
  'say so in the profile (`safety.readOutProtection`); lifting the protection erases the whole chip':
    '请在配置档中说明（`safety.readOutProtection`）；解除保护会擦除整个芯片',
  'the image ends at {=end}, the flash of {=part} at {=limit}':
    '映像结束于 {end}，而 {part} 的闪存结束于 {limit}',
  'build the image for this chip, or name the right profile': '请为此芯片构建映像，或指定正确的配置档',
  'this bootloader cannot erase the whole chip: it lies in the same flash':
    '此引导加载程序不能擦除整个芯片：它自己也在同一闪存中',
  'flash without erasing all; each page that is written is erased first':
    '请不要使用全部擦除；写入的每一页都会先被擦除',
  'the receiver did not ask for the file': '接收方没有请求文件',
  'nobody waits for the file: {=words}': '没有接收方在等待文件：{words}',
  'what answers there is no debug server': '在那里应答的不是调试服务器',
  'check `flash.host` and `flash.port` in the profile': '请检查配置档中的 `flash.host` 和 `flash.port`',
  'check `receive` in the profile': '请检查配置档中的 `receive`',
  'stopped after {#done} of {#total} bytes': '在发送 {done}/{total} 字节后停止',
  'the receiver refused block {#number} {#tries} times': '接收方 {tries} 次拒绝了第 {number} 块',
  'the receiver did not acknowledge the end of the file': '接收方没有确认文件结束',
  'the receiver cancelled the transfer': '接收方取消了传输',
  'the prompt of the boot monitor did not come': '没有出现引导监控程序的提示符',
  'the boot monitor\'s prompt "{=prompt}" did not come': '没有出现引导监控程序的提示符“{prompt}”',
  'reset the board; check `prompt`, `interrupt` and `baud` in the profile':
    '请复位目标板；并检查配置档中的 `prompt`、`interrupt` 和 `baud`',
  'stopped before the boot monitor answered': '在引导监控程序应答之前已停止',
  'a boot monitor cannot erase everything from here': '无法从这里通过引导监控程序全部擦除',
  'flash without erasing all': '请不要使用全部擦除',
  'this monitor has no check, and what is to be verified was not sent now':
    '此监控程序没有校验命令，而要校验的内容不是刚刚发送的',
  'give the profile a `check`, such as `crc32 {=address} {=size}`':
    '请在配置档中设置 `check`，例如 `crc32 {address} {size}`',
  'at {=address}: {why}': '在 {address} 处：{why}',
  'the answer to the check has no checksum in it': '校验命令的应答中没有校验和',
  "the board's CRC-32 is {=theirs}, not {=ours}": '目标板的 CRC-32 是 {theirs}，而不是 {ours}',
  'flash again; if it stays so, look at `check` in the profile and at the memory of the board':
    '请重新烧写；如果依然如此，请检查配置档中的 `check` 和目标板的存储器',
  'the debug server does not take the packet': '调试服务器不接收数据包',
  'the debug server refused {=command}: {=reply}': '调试服务器拒绝了 {command}：{reply}',
  'the packets of the debug server are damaged': '调试服务器的数据包已损坏',
  'the debug server answers without end': '调试服务器的应答没有结束',
  'the debug server went silent': '调试服务器不再应答',
  'the debug server gave no {=object}': '调试服务器没有给出 {object}',
  'the debug server gave {#got} of {#wanted} bytes': '调试服务器给出了 {got}/{wanted} 字节',
  'the debug server does not know {=command}': '调试服务器不认识 {command}',
  'the debug server answered {=reply} to {=command}': '调试服务器对 {command} 的应答是 {reply}',
  "from {=start} to {=end} the board's CRC is not that of the image":
    '从 {start} 到 {end}，目标板的 CRC 与映像不同',
  'the protocol erases blocks, not everything': '此协议按块擦除，不能全部擦除',
  'GDB remote serial protocol': 'GDB 远程串行协议',
  'stopped while erasing, before {=place}': '擦除时在 {place} 之前停止',
};
