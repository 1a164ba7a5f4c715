import type { Catalogue } from '../template.js';

/** Machines behind management controllers, and switches of boards. */
export const BMC: Catalogue = {
  'the banner {banner} did not appear; the machine said nothing': '没有出现横幅 {banner}；机器没有任何输出',
  'check that the machine boots to its serial console, and the health check in the profile':
    '请检查机器是否启动到串行控制台，以及配置档中的健康检查',
  'the console of the machine was closed': '机器的控制台已关闭',
  'the console of the machine was closed: {why}': '机器的控制台已关闭：{why}',
  'check the network to the controller, and whether somebody else took the console':
    '请检查到控制器的网络，以及是否有其他人占用了控制台',
  'nobody agreed to switch the machine; nothing was done to it':
    '没有人同意切换该机器的电源；未对其做任何操作',
  'no line fits the prompt {=prompt} within {#seconds} s; last output: {=words}':
    '{seconds} 秒内没有与提示符 {prompt} 匹配的行；最后的输出：{words}',
  'check `test.prompt` and `boot.prompts` in the profile; `health.timeoutSec` says how long a boot may last':
    '请检查配置档中的 `test.prompt` 和 `boot.prompts`；`health.timeoutSec` 规定启动最长时间',
  'the controller refuses the password': '控制器拒绝该密码',
  'check what the profile names under `password`': '请检查配置档中 `password` 所指的内容',
  'the controller refuses the user': '控制器拒绝该用户',
  'check `user` in the profile, its privilege, and that it may use IPMI over LAN':
    '请检查配置档中的 `user` 及其权限，并确认它可以使用 IPMI over LAN',
  'the password is longer than IPMI allows (20 bytes)': '密码超过 IPMI 允许的长度（20 字节）',
  'give the user of the controller a shorter one': '请给控制器的用户设置较短的密码',
  'the controller does not offer this cipher suite': '控制器不提供该密码套件',
  'set `ipmi.cipherSuite` in the profile: 17, or 3 for old controllers':
    '请在配置档中设置 `ipmi.cipherSuite`：17，旧控制器用 3',
  'the user may not do this': '该用户无权执行此操作',
  'give the user of the controller the privilege ADMINISTRATOR, or lower `ipmi.privilege`':
    '请授予控制器用户 ADMINISTRATOR 权限，或降低 `ipmi.privilege`',
  'there is no such host': '没有这样的主机',
  'check `host` in the profile, and the network': '请检查配置档中的 `host` 和网络',
  'somebody else has the console of this machine open': '其他人已打开该机器的控制台',
  'close it there, or end it: `ipmitool … sol deactivate`':
    '请在那里关闭，或将其结束：`ipmitool … sol deactivate`',
  'serial over LAN is switched off in the controller': '控制器中的 SOL（串口重定向）已关闭',
  'switch it on: `ipmitool … sol set enabled true`, and `sol payload enable` for the user':
    '请打开：`ipmitool … sol set enabled true`，并为该用户执行 `sol payload enable`',
  'the controller does not answer': '控制器没有应答',
  'check `host` and `ipmi.port` in the profile, and that IPMI over LAN is switched on':
    '请检查配置档中的 `host` 和 `ipmi.port`，并确认已打开 IPMI over LAN',
  'ipmitool said: nothing': 'ipmitool 没有输出任何内容',
  'ipmitool said: {=words}': 'ipmitool 的输出：{words}',
  'try the same with ipmitool by hand': '请手动用 ipmitool 尝试同样的操作',
  'install it (Debian: sudo apt-get install -y ipmitool), or name its path under `ipmi.program`':
    '请安装它（Debian：sudo apt-get install -y ipmitool），或在 `ipmi.program` 中指明其路径',
  'others can read the file of the password': '其他人可以读取密码文件',
  'the file of the password is empty': '密码文件为空',
  'the file of the password cannot be read: {why}': '无法读取密码文件：{why}',
  'put the password into its first line': '请把密码写在第一行',
  'the environment variable {=name}, which holds the password, is not set':
    '存放密码的环境变量 {name} 没有设置',
  'set {=name} and start again': '请设置 {name} 后重新开始',
  'it was switched off and is still on after {#seconds} s': '已关闭电源，但 {seconds} 秒后仍然开着',
  'look at the machine, and switch it off by hand': '请查看该机器，并手动关闭电源',
  'no answer within {#seconds} s': '{seconds} 秒内没有应答',
  'the controller does not answer: {why}': '控制器没有应答：{why}',
  'check `host` and `redfish.port` in the profile, and that Redfish is switched on':
    '请检查配置档中的 `host` 和 `redfish.port`，并确认已打开 Redfish',
  'the certificates cannot be read: {why}': '无法读取证书：{why}',
  'check `redfish.ca` in the profile': '请检查配置档中的 `redfish.ca`',
  'nobody that this computer trusts signs the certificate of the controller, {=fingerprint}':
    '控制器的证书没有受本机信任的签名者：{fingerprint}',
  'the controller shows another certificate than the pinned one: {=fingerprint}':
    '控制器出示的证书与固定的证书不同：{fingerprint}',
  'compare it with the one that the controller itself shows, then put it under `redfish.fingerprint` in the profile':
    '请与控制器本身显示的指纹比较，然后写入配置档的 `redfish.fingerprint`',
  'the answer has no end': '应答没有止境',
  'the controller does not let this user do that ({#status})': '控制器不允许该用户执行此操作（{status}）',
  'the controller does not let this user do that ({#status}): {=words}':
    '控制器不允许该用户执行此操作（{status}）：{words}',
  'check `user`, `password` and `redfish.auth` in the profile, and the role of the user':
    '请检查配置档中的 `user`、`password` 和 `redfish.auth`，以及该用户的角色',
  'the controller refuses ({#status})': '控制器拒绝请求（{status}）',
  'the controller refuses ({#status}): {=words}': '控制器拒绝请求（{status}）：{words}',
  'it leads in a circle from {=path}': '它从 {path} 开始循环重定向',
  'the controller leads to another service, {=origin}, to which nothing is sent':
    '控制器重定向到另一个服务 {origin}，不会向它发送任何内容',
  'if that is the right one, put its `host`, `redfish.scheme` and `redfish.port` into the profile':
    '如果它才是正确的服务，请把它的 `host`、`redfish.scheme` 和 `redfish.port` 写入配置档',
  'the controller leads an action to {=path} ({#status}), without saying that it may be sent there':
    '控制器把操作重定向到 {path}（{status}），但没有说明可以把它发送到那里',
  'look for newer firmware of the controller': '请查找控制器的新版固件',
  'look at the log of the controller': '请查看控制器的日志',
  'the controller answers in another form than Redfish has: {=what}':
    '控制器的应答不符合 Redfish 格式：{what}',
  'check that `redfish.port` is that of the Redfish service':
    '请检查 `redfish.port` 是否为 Redfish 服务的端口',
  'the controller allows none of {=wanted} for this machine, only {=allowed}':
    '控制器对该机器不允许 {wanted} 中的任何一个，只允许 {allowed}',
  'choose the other one of `boot.by` in the profile, or switch by IPMI':
    '请改用配置档 `boot.by` 的另一个值，或改用 IPMI 控制电源',
  'the controller shows this user no system': '控制器没有向此用户显示任何系统',
  'check the role of the user, and `host` in the profile': '请检查该用户的角色，以及配置档中的 `host`',
  'the machine did not answer {=command}, not even with its echo':
    '机器没有对 {command} 作出任何响应，连回显也没有',
  'check `test.prompt` and `console.enter` in the profile, and that what is typed reaches the machine':
    '请检查配置档中的 `test.prompt` 和 `console.enter`，并确认输入的内容能到达机器',
  'the controller has {#n} systems, and the profile does not name one of them':
    '控制器有 {n} 个系统，配置档没有指明其中一个',
  'set `redfish.system` to one of: {=ids}': '请把 `redfish.system` 设为其中之一：{ids}',
  'nobody agreed to switch the board; nothing was done to it':
    '没有人同意切换该目标板的电源；未对其做任何操作',
  'the controller ended it': '控制器结束了会话',
  'see whether somebody else took the console, and whether the controller was restarted':
    '请查看是否有其他人占用了控制台，以及控制器是否重新启动过',
  'a path below the root': '根目录下的路径',
  'no X-Auth-Token': '没有 X-Auth-Token',
  'a host name or an address': '主机名或地址',
};
