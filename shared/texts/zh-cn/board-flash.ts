import type { Catalogue } from '../template.js';

/** Flashing one board: what is agreed to, what is kept of it, and what can be written back. */
export const BOARD_FLASH: Catalogue = {
  'the board was unplugged': '目标板被拔出',
  'plug it in again': '请重新插上',
  'the banner {=banner} did not appear; the board said nothing':
    '没有出现启动信息 {banner}；目标板没有任何输出',
  'the banner {=banner} did not appear; last output: {=output}':
    '没有出现启动信息 {banner}；最后的输出：{output}',
  'check the console settings and the health check in the profile': '请检查配置档中的控制台设置和健康检查',
  'what the board held may be gone in part': '目标板原有的内容可能已有一部分丢失',
  'the board holds a part of the image': '目标板中只有映像的一部分',
  'the image was written and could not be verified': '映像已写入，但无法校验',
  'the image itself is on the board': '映像本身已在目标板上',
  'erasing {what}: {why}': '擦除{what}：{why}',
  'the chip has the signature {=signature}, which is none of the parts with this protocol; nothing was written':
    '芯片的签名是 {signature}，不属于使用此协议的任何型号；没有写入任何内容',
  'its bytes have changed': '其内容已改变',
  'it cannot be read': '无法读取',
  'it is not JSON': '它不是 JSON',
  'what is kept of this board cannot be read: {why}': '无法读取此目标板的留存记录：{why}',
  'move the file away; what was kept of the board is in `images` beside it, and `benchloop flash` takes those files':
    '请移走该文件；为此目标板留存的内容在旁边的 images 中，`benchloop flash` 可以烧录这些文件',
  'the file cannot be written': '无法写入该文件',
  'make room or set BENCHLOOP_HOME to a folder that can be written; the board was not touched':
    '请腾出空间，或把 BENCHLOOP_HOME 设为可写的文件夹；目标板没有被改动',
  'agree to it on the command line with --approve flash (`all` leaves flashing out), or answer at a terminal':
    '请在命令行用 --approve flash 同意（`all` 不包括烧录），或在终端上回答',
  'nobody agreed to flash the board; nothing was written': '没有人同意烧录目标板；没有写入任何内容',
  'the board, the image, the regions or the erase are not those that were agreed to; nothing was written':
    '目标板、映像、区域或擦除方式与已同意的不一致；没有写入任何内容',
  'look at what is different, and agree again': '请查看有何不同，再重新同意',
  'the chip {=is} answers, {=wanted} was expected': '应答的芯片是 {is}，应为 {wanted}',
  'the device {=is} answers, {=wanted} was expected': '应答的设备是 {is}，应为 {wanted}',
  'check which board is plugged in where, and the profile': '请检查各目标板插在哪个端口，并检查配置档',
  'an older image is not written to this board: {why}': '不向此目标板写入旧映像：{why}',
  'flash an image by name, if you are sure': '如果确定，请指明映像进行烧录',
  'no good image of this board is kept yet': '还没有留存此目标板的可用映像',
  'its first content was not kept': '没有留存它最初的内容',
  'flash an image by name': '请指明映像进行烧录',
  'it refuses older images for ever (anti-rollback)': '它永远拒绝旧映像（防回滚）',
  'an image may burn fuses': '映像可能会烧断熔丝',
  'its flash is protected, and loosening the protection erases it': '其闪存受保护，解除保护会擦除闪存',
  'the protocol {=protocol} cannot read the flash': '协议 {protocol} 不能读取闪存',
  'the flash of this board is protected from being read': '此目标板的闪存有读保护',
  'what the board holds could not be kept, so nothing was written: {why}':
    '无法留存目标板现有的内容，因此没有写入任何内容：{why}',
  'try again; if its flash is protected, say so in the profile (`safety.readOutProtection`)':
    '请重试；如果其闪存受保护，请在配置档中说明（`safety.readOutProtection`）',
  'one image': '一个映像',
  '--profile is missing': '缺少 --profile',
  'name the profile, or its file, with --profile': '请用 --profile 指明配置档或其文件',
  'name a board profile: see `benchloop profiles`': '请指明目标板配置档：参见 `benchloop profiles`',
  '--address {=text} is no address': '--address {text} 不是地址',
  'give it as 0x8000000, or as a decimal number': '请写成 0x8000000 的形式，或十进制数',
  'profile {=id} is no board': '配置档 {id} 不是目标板',
  'Flash it?': '是否烧录？',
  'Written, read back and compared: {=image}': '已写入，并读回比较：{image}',
  "Written, and the board's own checksum compared: {=image}": '已写入，并比较了目标板自己的校验和：{image}',
  'Written; the board acknowledged every block, and cannot be read: {=image}':
    '已写入；目标板确认了每一块，但无法读取：{image}',
  'a flash is running already': '已有一次烧录正在进行',
  'wait for its end, or cancel it': '请等它结束，或取消它',
  'read what is asked now, and answer that': '请阅读现在的问题并作答',
  'the image was chosen before Benchloop was started anew': '该映像是在 Benchloop 重新启动前选择的',
  'choose it again': '请重新选择',
  'nothing is plugged in there any more': '那里已不再插着任何设备',
  'plug the board in, or choose another port': '请插入目标板，或选择其他端口',
  'Flash {=board} with {image}?': '是否用 {image} 烧录 {board}？',
  'end of an approval': '批准的结束',
  'the firmware met a fault: {=kind}': '固件遇到故障：{kind}',
  'the test was ended by {=end}': '测试因 {end} 而结束',
  'what was last written to this board and verified': '上次写入此目标板并通过验证的映像',
  'what this board held before its first flash': '此目标板首次烧录前的内容',
  'the file {=file}, last written {=at}': '文件 {file}，最后写入于 {at}',
  '{=verb} takes no {=word}': '{verb} 不带 {word}',
  'what the board drives is missing': '没有说明目标板驱动什么',
  'say nothing (each run may then get one approval for several flashes), or actuators':
    '请写 nothing（每个运行的一次批准可用于多次烧录），或 actuators',
  '{=board} drives nothing: one approval may cover several flashes of a run':
    '{board} 什么都不驱动：一次批准可用于一个运行的多次烧录',
  '{=board} may drive actuators: each image is asked for': '{board} 可能驱动执行机构：每个映像都要询问',
  'say what it drives: nothing, so that one approval may cover several flashes of a run, or actuators (default)':
    '声明它驱动什么：nothing（一次批准可用于一个运行的多次烧录），或 actuators（默认）',
  'not tried against an independent peer': '未经独立的对端验证',
  'written by a tool that is not ours: what it does depends on that tool':
    '由非本程序的工具写入：效果取决于该工具',
  'the last good image': '最后一个可用的映像',
  'what it held before its first flash': '它首次烧录前的内容',
  'stopped before the first write; nothing was written': '在第一次写入之前停止；没有写入任何内容',
  'this run has written to the board {#count} times, which is all that its profile allows; nothing more was written':
    '此运行已写入目标板 {count} 次，达到配置档允许的上限；没有再写入',
  'start another run, or raise `flashesPerRun` in the profile: flash wears out':
    '请另开一次运行，或提高配置档中的 `flashesPerRun`：闪存有写入寿命',
  '{who}, who granted it with {=gate}': '{who}（授权见 {gate}）',
  'stored approval of {at}': '{at} 保存的批准',
};
