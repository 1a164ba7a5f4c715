import type { Catalogue } from '../../template.js';

/** Boards and machines of a run: what a person agrees to, and what becomes of them. */
export const TARGETS: Catalogue = {
  'board: {0}': '目标板：{0}',
  'chip: {0}': '芯片：{0}',
  'serial number: {0}': '序列号：{0}',
  'image: SHA-256 {0}': '映像：SHA-256 {0}',
  'NOT BUILT HERE: image SHA-256 {0}, from {1}': '并非在此构建：映像 SHA-256 {0}，来自 {1}',
  'the last image that was proven good on the board before this run':
    '此运行之前最后一次在目标板上验证可用的映像',
  "the board's content before this run": '此运行之前目标板中的内容',
  'Benchloop: an empty image, no program': 'Benchloop：空映像，没有程序',
  'region: {0}, {1} to {2}': '区域：{0}，{1} 至 {2}',
  'erase: pages': '擦除：仅写入的页',
  'erase: all': '擦除：全部',
  'erase: as the script does': '擦除：由脚本决定',
  'command, not confined: {0}': '命令（不受隔离）：{0}',
  "the board's current content is saved first": '会先留存目标板现有的内容',
  'IRREVERSIBLE: {0}': '不可恢复：{0}',
  'at most {0} writes in this run': '此运行最多写入 {0} 次',
  'after the run, the board holds the image that was tested last': '运行结束后，目标板中是最后测试的映像',
  'after the run, the board holds the last good image': '运行结束后，目标板中是最后一个可用的映像',
  'after the run, the board holds its earlier content': '运行结束后，目标板中是它原有的内容',
  'after the run, the board holds no program': '运行结束后，目标板中没有程序',
  'Let this run flash {0}, at most {1} times within {2} min?':
    '是否允许此运行烧录 {0}，{2} 分钟内最多 {1} 次？',
  'the approval covers images that this run builds: at most {0} flashes within {1} min':
    '此批准适用于此运行构建的映像：{1} 分钟内最多烧录 {0} 次',
  'the approval ends at the first fault, hang or unexpected read-back':
    '首次出现故障、挂起或读回不符时，此批准即失效',
  'the earlier approval has ended: {0}': '之前的批准已失效：{0}',
  'Flash {0} with this image?': '是否用此映像烧录 {0}？',
  'each image needs its own approval: {0}': '每个映像都要单独批准：{0}',
  'this run did not build the image': '此映像不是此运行构建的',
  'the flash cannot be undone, or erases everything': '此次烧录无法撤销，或会全部擦除',
  'the board may drive actuators; if it drives nothing, say so once: benchloop boards drives {0} nothing':
    '目标板可能驱动执行机构；如果它什么都不驱动，请声明一次：benchloop boards drives {0} nothing',
  'the profile lies in the repository, so its `drives: nothing` does not count; if it is true, say so yourself: benchloop boards drives {0} nothing':
    '配置档位于仓库中，因此其中的 `drives: nothing` 不算数；如果确实如此，请由您自己声明：benchloop boards drives {0} nothing',
  'the change cannot be shown: {0}': '无法显示改动：{0}',
  'built without any change, from commit {0}': '构建自提交 {0}，没有任何改动',
  'all changes since commit {0}:': '自提交 {0} 以来的全部改动：',
  'Let this run switch {0}, at most {1} times within {2} min?':
    '是否允许此运行操作 {0} 的开关，{2} 分钟内最多 {1} 次？',
  'Take the console of {0} from somebody else?': '从其他人那里接管 {0} 的控制台吗？',
  'machine: {0}': '机器：{0}',
  'action: switch it off and on': '操作：关闭并重新打开电源',
  'action: reset it': '操作：复位',
  'action: deploy the image': '操作：部署映像',
  'action: end the console session of somebody else': '操作：结束其他人打开的控制台会话',
  'the board did not come back after it was switched off and on': '关闭并重新打开电源后，目标板没有重新出现',
  '{0} has `sdk`, and a profile that a task names by its path may not open folders of this computer to builds':
    '{0} 含有 `sdk`，而任务按路径指定的配置档不得向构建开放本机的文件夹',
  'put the profile into `profiles/` of the data folder and name its id, or name the folders under `sdk` in your policy.yaml':
    '请把配置档放入数据文件夹的 `profiles/` 并写它的 id，或在您的 policy.yaml 的 `sdk` 下列出这些文件夹',
  '{0} sets {1}: a profile that a task names by its path may not set variables that make a program load or run other files':
    '{0} 设置了 {1}：任务按路径指定的配置档不得设置会让程序加载或运行其他文件的变量',
  'name the file in the command instead, or put the profile into `profiles/` of the data folder and name its id':
    '请改为在命令中写出该文件，或把配置档放入数据文件夹的 `profiles/` 并写它的 id',
  'check the power switch and the cable of the board': '请检查目标板的电源开关和线缆',
  'the start of the target was cut short': '目标的启动被中途停止',
  'the run gave this board up': '此运行已放弃此目标板',
  'leaving the board as its profile says: {0}': '按配置档留下目标板：{0}',
  'the image that the board should hold was not kept: it could not be read, or there was none':
    '没有留存目标板应有的映像：无法读取，或原本没有',
  'the last write to the board did not finish': '对目标板的最后一次写入没有完成',
  '{0}, not what its profile asks for: {1}': '{0}，不是其配置档所要求的：{1}',
  'the record of the test session cannot be read: {0}': '无法读取测试会话的记录：{0}',
  'the test was cut off, and its program cannot be built again': '测试被中断，而其程序无法再次构建',
  'build it by hand to see why': '请手动构建，查明原因',
  'building the baseline image': '正在构建基线映像',
  'the build was not approved': '构建没有获得批准',
  'Let the programs of the profile {0} run outside of the confinement?':
    '允许配置档 {0} 的程序在隔离之外运行吗？',
  'NOT CONFINED: they run as you, with your files and your network; they come with the task: {0}':
    '未隔离：它们以你的身份运行，可访问你的文件和网络；它们随任务而来：{0}',
  '{0}: {1}': '{0}：{1}',
  '  folder: {0}': '  文件夹：{0}',
  '  environment: {0}': '  环境变量：{0}',
  'connects to {0} as {1}, with the password of {2}': '以 {1} 的身份连接 {0}，密码来自 {2}',
  'types the secret of {0} on the console': '在控制台上输入 {0} 中的内容',
  'file: {0}, SHA-256 {1}': '文件：{0}，SHA-256 {1}',
  'Benchloop asks again when the profile or one of these files changes; what they start in turn is not looked at':
    '配置档或其中某个文件改变时，Benchloop 会再次询问；它们再启动的程序不在检查之列',
};
