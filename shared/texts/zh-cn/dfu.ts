import type { Catalogue } from '../template.js';

/** USB DFU: devices, what they say, and how they are reached. */
export const DFU: Catalogue = {
  'writing: {!why}': '写入时：{why}',
  'reading: {!why}': '读取时：{why}',
  'beginning: {!why}': '开始时：{why}',
  'erasing everything: {!why}': '全部擦除时：{why}',
  'starting the program: {!why}': '启动程序时：{why}',
  'taking the image in: {!why}': '设备接收映像时：{why}',
  writing: '写入',
  reading: '读取',
  beginning: '开始',
  'erasing everything': '全部擦除',
  'starting the program': '启动程序',
  'taking the image in': '接收映像',
  'the device is in state {#state}': '设备处于状态 {state}',
  'the device says error {#number}': '设备报告错误 {number}',
  'the device says {why}': '设备报告：{why}',
  'the device does not tell its status': '设备不报告其状态',
  'the device does not tell its whole status': '设备没有报告完整的状态',
  'not done after {#seconds} s': '{seconds} 秒后仍未完成',
  'the device does not come to rest': '设备无法回到空闲状态',
  'no error': '没有错误',
  'the file is not for this device (errTARGET)': '该文件不适用于此设备（errTARGET）',
  'the file fails a check of the device (errFILE)': '该文件未通过设备的检查（errFILE）',
  'the device cannot write memory (errWRITE)': '设备无法写入存储器（errWRITE）',
  'the device cannot erase memory (errERASE)': '设备无法擦除存储器（errERASE）',
  'memory that was to be erased is not (errCHECK_ERASED)': '应擦除的存储器没有被擦除（errCHECK_ERASED）',
  'the device cannot program memory (errPROG)': '设备无法编程存储器（errPROG）',
  'programmed memory is not as it should be (errVERIFY)': '已编程的存储器内容不正确（errVERIFY）',
  'the address is out of range (errADDRESS)': '地址超出范围（errADDRESS）',
  'the device expected more data (errNOTDONE)': '设备还在等待更多数据（errNOTDONE）',
  'the program in the device is damaged (errFIRMWARE)': '设备中的程序已损坏（errFIRMWARE）',
  'an error of its maker: for STM32, the memory is protected (errVENDOR)':
    '厂商自定义错误：对 STM32 而言，表示存储器受保护（errVENDOR）',
  'an unexpected USB reset (errUSBR)': '意外的 USB 复位（errUSBR）',
  'an unexpected power-on reset (errPOR)': '意外的上电复位（errPOR）',
  'an unknown error (errUNKNOWN)': '未知错误（errUNKNOWN）',
  'a request that it did not expect (errSTALLEDPKT)': '它没有预料到的请求（errSTALLEDPKT）',
  'the device has {#is} bytes, not {#wanted}': '设备有 {is} 字节，而不是 {wanted} 字节',
  'the device has {#is} bytes at {=address}': '设备在 {address} 处只有 {is} 字节',
  'the device says that it has no flash at {=address}; nothing was written':
    '设备说明在 {address} 处没有闪存；没有写入任何内容',
  'check which chip the image is for, and `alternate` in the profile':
    '请检查映像适用于哪种芯片，以及配置档中的 `alternate`',
  'the image begins at {=is}; this device takes one file, which begins at {=wanted}; nothing was written':
    '映像从 {is} 开始；此设备只接收一个从 {wanted} 开始的文件；没有写入任何内容',
  'link the image to where the first region of the profile begins, or correct the region':
    '请把映像链接到配置档中第一个区域的起始处，或改正该区域',
  'the name of the alternate setting tells no sectors: {=name}': '备用设置的名称没有说明扇区：{name}',
  'choose another `alternate` in the profile': '请在配置档中选择另一个 `alternate`',
  'correct `alternate` in the profile': '请改正配置档中的 `alternate`',
  'the device has no alternate setting {#number}; it has {=names}': '设备没有备用设置 {number}；它有 {names}',
  'the device erases what it must by itself, not everything; nothing was written':
    '设备自行擦除必须擦除的部分，而不是全部；没有写入任何内容',
  'the board is no USB device': '目标板不是 USB 设备',
  'say in "find" of the profile which USB device it is': '请在配置档的 "find" 中说明它是哪个 USB 设备',
  'the USB device has no DFU': '该 USB 设备不支持 DFU',
  'put the board into DFU mode (STM32: BOOT0 and reset), or correct "find" of the profile':
    '请让目标板进入 DFU 模式（STM32：设置 BOOT0 后复位），或改正配置档的 "find"',
  'the board was told to go into its bootloader, and did not': '已要求目标板进入引导加载程序，但它没有进入',
  'put it into DFU mode by hand (STM32: BOOT0 and reset)':
    '请手动让它进入 DFU 模式（STM32：设置 BOOT0 后复位）',
  'the device left the bus while it took the image in, and its program does not run':
    '设备在接收映像时离开了总线，其程序没有运行',
  'plug it in again, put it into DFU mode and flash again': '请重新插上，让它进入 DFU 模式后重新烧录',
  'the device cannot be read (bitCanUpload)': '设备无法读取（bitCanUpload）',
  'say so in the profile (`flash.upload: false`)': '请在配置档中说明（`flash.upload: false`）',
  'the device takes no image (bitCanDnload); nothing was written':
    '设备不接收映像（bitCanDnload）；没有写入任何内容',
  'the device cannot be read, and this image was not written just now': '设备无法读取，而此映像并非刚刚写入',
  'the USB device is not there any more': '该 USB 设备已不存在',
  'plug the board in again': '请重新插上目标板',
  'give it the WinUSB driver: native-config/windows.md says how':
    '请为它安装 WinUSB 驱动：方法见 native-config/windows.md',
  'the USB device could not be opened: {=why}': '无法打开该 USB 设备：{why}',
  'the board is not there any more': '目标板已不存在',
  'the board has no serial port': '目标板没有串口',
  'say in the profile where it is: `consoleAt`': '请在配置档中说明它在哪里：`consoleAt`',
  'the board has no console, so nothing can be learnt from its tests': '目标板没有控制台，无法得知测试结果',
  'say in the profile which port the console is: `consoleAt`':
    '请在配置档中说明控制台是哪个端口：`consoleAt`',
};
