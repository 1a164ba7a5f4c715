import type { Catalogue } from '../template.js';

/** External flashing tools, and what their words mean. */
export const FLASH_TOOLS: Catalogue = {
  'this user may not open the USB device': '此用户无权打开该 USB 设备',
  'another program has the USB device open': '另一个程序已打开该 USB 设备',
  'another chip answers than {=tool} was told': '应答的芯片与告知 {tool} 的不同',
  '{=tool} found no probe': '{tool} 没有找到调试器',
  '{=tool} could not reach the target': '{tool} 无法连接目标',
  '{=tool} read back something else than it wrote': '{tool} 读回的内容与写入的不同',
  'the tool read back something else than it wrote': '工具读回的内容与写入的不同',
  'the flash is protected': '闪存受到保护',
  '{=tool} could not write the flash': '{tool} 无法写入闪存',
  'pyOCD does not know the target': 'pyOCD 不认识该目标',
  'the ROM loader of the chip does not answer': '芯片的 ROM 引导程序没有应答',
  '{=tool} found other data in the flash than it wrote': '{tool} 发现闪存中的数据与写入的不同',
  '{=tool} could not open the port': '{tool} 无法打开端口',
  'st-flash does not know this chip or address': 'st-flash 不认识该芯片或地址',
  'no bootloader or programmer answers avrdude': '没有引导程序或编程器应答 avrdude',
  'several boards wait in DFU mode': '有多块目标板处于 DFU 模式',
  'no board waits in DFU mode': '没有目标板处于 DFU 模式',
  'the board refused the image': '目标板拒绝了映像',
  'west did not find the tool that it wants': 'west 没有找到它需要的工具',
  'west found no build to flash': 'west 没有找到可烧写的构建结果',
  'another program has the port open': '另一个程序已打开该端口',
  'the tool could not open the port': '工具无法打开端口',
  'plug the probe or the board in; `benchloop ports` lists what there is':
    '请插入调试器或目标板；`benchloop ports` 可列出现有设备',
  'check the power of the target, the wires to the probe and the reset line':
    '请检查目标的供电、与调试器的连线和复位线',
  'install native-config/udev, then plug it in again (Windows: its WinUSB driver)':
    '请安装 native-config/udev 后重新插入（Windows：安装其 WinUSB 驱动）',
  'close the program that has it open, a debugger perhaps, and try again':
    '请关闭占用它的程序（可能是调试器）后重试',
  'check which board is plugged in, and the chip that the profile names to the tool':
    '请检查插入的是哪块目标板，以及配置档告知工具的芯片',
  'lift the protection of the flash with the tool of the vendor': '请用厂商的工具解除闪存保护',
  'install its pack: `pyocd pack install NAME`': '请安装其支持包：`pyocd pack install NAME`',
  'hold BOOT while RESET is pressed, and check port and cable':
    '请按住 BOOT 的同时按 RESET，并检查端口和线缆',
  'press RESET just before flashing; check port, baud rate and programmer type':
    '请在烧写前按下 RESET；并检查端口、波特率和编程器类型',
  'unplug the others, or name one to dfu-util (`-S {=serial}`)':
    '请拔下其他目标板，或向 dfu-util 指明一块（`-S {serial}`）',
  'put the board into its bootloader (BOOT0 or its buttons) and flash again':
    '请让目标板进入引导程序（BOOT0 或按键）后重新烧写',
  'check address and alternate setting; flash again': '请检查地址和备用设置后重新烧写',
  'install that program and put it on PATH': '请安装该程序并把它加入 PATH',
  'build first, and pass `-d` with the build folder': '请先构建，并用 `-d` 指定构建文件夹',
  'see `benchloop doctor`; on Linux add the user to the group of the port':
    '请查看 `benchloop doctor`；在 Linux 上请把用户加入端口所属的组',
  'the flashing tool is not installed': '没有安装烧写工具',
  'install it, or name its path in the profile': '请安装它，或在配置档中写明其路径',
  'the tool was ended after {#seconds} s': '工具在 {seconds} 秒后被结束',
  'what the board holds is not known': '目标板中的内容未知',
  'flash again; give it more time by `timeoutSec` in the profile':
    '请重新烧写；可用配置档的 `timeoutSec` 给它更多时间',
  'the tool said what the profile takes for {=code}': '工具的输出在配置档中表示 {code}',
  'read its output': '请查看它的输出',
  'the tool exited with {=code}: {=words}': '工具退出，退出码 {code}：{words}',
  'the tool ended: {=how}: {=words}': '工具已结束：{how}：{words}',
  'the tool read {#got} bytes instead of {#wanted}': '工具读取了 {got} 字节，而不是 {wanted} 字节',
  'check `read` in the profile: it must write bare bytes to {=file}':
    '请检查配置档中的 `read`：它必须把原始字节写入 {file}',
  'what the tool erases is said by its own arguments': '工具擦除的范围由它自己的参数决定',
  'flash without erasing all, or say it in `write` of the profile':
    '请不要使用全部擦除，或在配置档的 `write` 中写明',
  'the profile has no `read`, and what is to be verified was not written now':
    '配置档没有 `read`，而要校验的内容不是刚刚写入的',
  'give the profile a `read`, so that the board can be compared': '请在配置档中设置 `read`，以便与目标板比较',
  'flash again': '请重新烧写',
  '{=tool} does not have the configuration that the profile names': '{tool} 没有配置档所指定的配置',
  'correct its name in the profile, or install the newer release of the tool':
    '请更正配置档中的名称，或安装该工具的新版本',
  '{=tool} knows no flash at the addresses of the image: nothing was written there':
    '{tool} 在映像的地址处没有找到闪存：那里没有写入任何内容',
  'check for which chip the image is linked, and the chip that the profile names to the tool':
    '请检查映像是为哪种芯片链接的，以及配置档告知工具的芯片',
  '{=tool} does not take the image': '{tool} 不接受该映像',
  'check size and addresses of the image, and how the profile names it to the tool':
    '请检查映像的大小和地址，以及配置档如何把它告知工具',
  '{=tool} found no flash chip': '{tool} 没有找到闪存芯片',
  'check the power of the chip, its wires, and that nothing else drives its bus':
    '请检查芯片的供电和连线，并确认没有其他器件驱动其总线',
  'the tool was ended by the abort': '工具因中止而被结束',
  'its answer does not hold what the profile takes for the chip; nothing was written':
    '应答中没有配置档所说的芯片；没有写入任何内容',
  'correct `identify` in the profile, or check the wires of the board':
    '请更正配置档中的 `identify`，或检查目标板的连线',
  'the profile wants the chip {=chip}, and this way of flashing does not tell which chip answers; nothing was written':
    '配置档要求芯片 {chip}，而这种烧写方式无法得知应答的是哪种芯片；没有写入任何内容',
  'say in the profile how the chip is asked (`identify`, `chipAt`), or leave `chip` out':
    '请在配置档中写明如何查询芯片（`identify`、`chipAt`），或去掉 `chip`',
};
